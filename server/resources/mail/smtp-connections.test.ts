/** Connections of attempts: certificates, pinned addresses, international addresses, and how mails share connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { attempt, startServer, states } from '../../../test/support/mail-attempt.ts'
import { startMailServer } from '../../../test/support/mail-server.ts'
import { createCertificate } from '../../../test/support/self-signed.ts'
import { createMailHostRule } from '#platform/outbound/mail-hosts.ts'
import { parseSmtpUrl } from './index.ts'

const ada = 'ada@example.com'

it('certificates are checked against the name of the server', async () => {
  const server = await startServer({ tls: createCertificate('localhost') })
  const byTls = { security: 'TLS', host: 'localhost' } as const
  const refused = await attempt(server, { server: byTls })
  expect(refused).toMatchObject({ outcome: 'DEFERRED', pause: null, error: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') })
  expect(await attempt(server, { server: { ...byTls, checkCertificate: false } })).toMatchObject({ outcome: 'DONE' })
  const plain = await startServer()
  expect(await attempt(plain, { server: { security: 'STARTTLS' } })).toMatchObject({ outcome: 'DEFERRED', pause: null })
  expect(plain.received).toEqual([])
})

it('a connection is encrypted by STARTTLS before a mail is sent', async () => {
  const secure: boolean[] = []
  const server = await startMailServer({
    ...createCertificate('localhost'),
    disabledCommands: ['AUTH'],
    onMailFrom(_address, session, done) {
      secure.push(session.secure)
      done()
    },
  })
  onTestFinished(() => server.stop())
  const to = { host: '127.0.0.1', port: Number(new URL(server.url).port) }
  for (const security of ['STARTTLS', 'STARTTLS', 'IF_OFFERED'] as const)
    expect(await attempt(to, { server: { security, checkCertificate: false, lane: 'encrypted' } })).toMatchObject({ outcome: 'DONE' })
  expect(secure).toEqual([true, true, true])
  expect(await attempt(to, { server: { security: 'IF_OFFERED' } })).toMatchObject({ outcome: 'DEFERRED' })
})

it('a connection goes only to the addresses that were resolved for a tenant', async () => {
  const server = await startServer()
  const resolveHost = () => Promise.resolve(['127.0.0.1'])
  const pinned = { host: 'mail.example.com', resolve: createMailHostRule({ allowedCidrs: ['127.0.0.1'], resolveHost }) }
  expect(await attempt(server, { server: pinned })).toMatchObject({ outcome: 'DONE' })
  const forbidden = { host: 'private.example.com', resolve: createMailHostRule({ allowedCidrs: [], resolveHost }) }
  expect(await attempt(server, { server: forbidden })).toMatchObject({
    outcome: 'DEFERRED',
    error: expect.stringContaining('private address'),
  })
  expect(server.received).toHaveLength(1)
  expect(await attempt(server, { server: { host: 'nothing.invalid' } })).toMatchObject({ outcome: 'DEFERRED', pause: null })
})

it('an international address is refused alone where it is not supported', async () => {
  const modern = await startMailServer()
  const old = await startServer()
  onTestFinished(() => modern.stop())
  const recipients = ['jörg@bücher.example', 'ada@bücher.example', ada]
  const toModern = { host: '127.0.0.1', port: Number(new URL(modern.url).port) }
  expect(states(await attempt(toModern, { recipients }))).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED'])
  const result = await attempt(old, { recipients })
  expect(result.recipients.map(({ state, code }) => [state, code])).toEqual([
    ['REFUSED', '5.6.7'],
    ['ACCEPTED', '2.0.0'],
    ['ACCEPTED', '2.0.0'],
  ])
  expect(old.received[0]?.recipients).toEqual(['ada@xn--bcher-kva.example', ada])
  const hostile = ['ada@example.com>\r\nRCPT TO:<eve@example.com', 'a b', '', '<>']
  expect(states(await attempt(toModern, { recipients: [...hostile, ada] }))).toEqual([...hostile.map(() => 'REFUSED'), 'ACCEPTED'])
  expect(modern.accepted.at(-1)?.recipients).toEqual([ada])
})

it('mails of an inbox share two connections, and idle ones are used again', async () => {
  let atOnce = 0
  let most = 0
  const server = await startServer({
    async dot() {
      most = Math.max(most, ++atOnce)
      await sleep(20)
      atOnce--
      return '250 2.0.0 ok'
    },
  })
  const own = { server: { lane: 'shared' } }
  await Promise.all(Array.from({ length: 8 }, () => attempt(server, own)))
  expect([most, server.connections.opened, server.received.length]).toEqual([2, 2, 8])
  const aborted = new AbortController()
  const running = Promise.all(Array.from({ length: 3 }, () => attempt(server, { ...own, signal: aborted.signal })))
  aborted.abort()
  expect((await running).map(({ outcome }) => outcome)).toEqual(['DEFERRED', 'DEFERRED', 'DEFERRED'])
})

it('a connection that the server has closed is replaced without a failed attempt', async () => {
  const server = await startServer()
  const own = { server: { lane: 'closing' } }
  await attempt(server, own)
  server.drop()
  expect(await attempt(server, own)).toMatchObject({ outcome: 'DONE' })
  expect(server.connections.opened).toBe(2)
})

it('SMTP_URL names host, port, security, sign-in and name', () => {
  expect(parseSmtpUrl('smtp://me%40example.com:p%3Aw@mail.example:2525', 'l')).toEqual({
    host: 'mail.example',
    port: 2525,
    security: 'IF_OFFERED',
    auth: { user: 'me@example.com', password: 'p:w' },
    lane: 'l',
  })
  const read = (url: string) => {
    const { port, security, auth, checkCertificate, certificateName, ownName } = parseSmtpUrl(url, 'l')
    return [port, security, auth, checkCertificate, certificateName, ownName]
  }
  expect(read('smtps://mail.example')).toEqual([465, 'TLS', null, undefined, undefined, undefined])
  expect(read('smtp://mail.example?requireTLS=true&tls.servername=mx.example')).toEqual([
    587,
    'STARTTLS',
    null,
    undefined,
    'mx.example',
    undefined,
  ])
  expect(read('smtp://[::1]:25?ignoreTLS=true&tls.rejectUnauthorized=false&name=me.example')).toEqual([
    25,
    'NONE',
    null,
    false,
    undefined,
    'me.example',
  ])
})
