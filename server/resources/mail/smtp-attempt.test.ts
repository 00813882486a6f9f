/** Attempts against servers that refuse, stay silent, and break the connection at every step. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../../../test/support/job-fixture.ts'
import { attempt, bytes, startServer, states } from '../../../test/support/mail-attempt.ts'
import { DROP, SILENCE, type SmtpScript } from '../../../test/support/scripted-smtp.ts'
import type { AttemptResult } from './index.ts'

const [ada, grace] = ['ada@example.com', 'grace@example.com']
it('a mail arrives as it is, and the final dot waits until the caller has committed', async () => {
  const server = await startServer()
  const seen: number[] = []
  const result = await attempt(server, {
    recipients: [ada, grace],
    async beforeData() {
      await sleep(50)
      seen.push(server.received.length)
    },
  })
  expect(seen).toEqual([0])
  expect(server.received).toEqual([{ from: 'support@example.com', recipients: [ada, grace], raw: bytes.toString() }])
  expect(result).toEqual({
    recipients: [ada, grace].map((address) => ({ address, state: 'ACCEPTED', code: '2.0.0', reason: null })),
    outcome: 'DONE',
    providerId: 'TEST1',
    pause: null,
    error: null,
  })
})

it('a mail streams, with a null sender, to a server that announces every extension', async () => {
  const server = await startServer({ extensions: ['PIPELINING', 'SIZE 1000000', '8BITMIME', 'SMTPUTF8'] })
  const big = Buffer.from(`Subject: big\r\n\r\n${'0123456789\r\n'.repeat(100_000)}`)
  const result = await attempt(server, { from: '', bytes: () => Readable.from([big]) })
  expect(result.outcome).toBe('DONE')
  expect(server.received).toMatchObject([{ from: '', recipients: [ada] }])
  expect(server.received[0]?.raw === big.toString()).toBe(true)
})

it.each([
  ['without pipelining', []],
  ['with pipelining', ['PIPELINING']],
] as const)('recipients are settled one by one %s', async (_title, extensions) => {
  const server = await startServer({
    extensions,
    rcptTo: (address) =>
      address.startsWith('no') ? '550 5.1.1 no such user <no@example.com>' : address.startsWith('later') ? '451 4.3.0 later' : '250 ok',
  })
  const result = await attempt(server, { recipients: ['no@example.com', ada, 'later@example.com'] })
  expect(result).toMatchObject({
    outcome: 'DEFERRED',
    pause: null,
    error: 'The mail server refused at RCPT TO: 5.1.1, 4.3.0.',
    recipients: [
      { state: 'REFUSED', code: '5.1.1', reason: 'no such user <no@example.com>' },
      { state: 'ACCEPTED' },
      { state: 'DEFERRED', code: '4.3.0', reason: 'later' },
    ],
  })
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[ada]])
  const none = await attempt(server, { recipients: ['no@example.com'] })
  expect(none).toMatchObject({ outcome: 'DONE', recipients: [{ state: 'REFUSED' }], error: expect.stringContaining('5.1.1') })
  expect(server.received).toHaveLength(1)
})

type Expected = Partial<Omit<AttemptResult, 'recipients'>> & { state: string; received?: number }
const pipelining = { extensions: ['PIPELINING'] }
it.each<[string, SmtpScript, Expected]>([
  ['the greeting', { greeting: '554 5.7.1 go away' }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['a busy greeting', { greeting: '421 4.3.2 busy' }, { outcome: 'DEFERRED', pause: 'THROTTLED', state: 'DEFERRED' }],
  ['no greeting', { greeting: SILENCE }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['a closed greeting', { greeting: DROP }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['the sender', { mailFrom: () => '550 5.7.60 not yours' }, { outcome: 'DEFERRED', pause: 'SENDER', state: 'DEFERRED' }],
  ['the sender for now', { mailFrom: () => '451 4.3.0 later' }, { outcome: 'DEFERRED', pause: 'SENDER', state: 'DEFERRED' }],
  [
    'the sender, and then the recipients sent along',
    { ...pipelining, mailFrom: () => '451 4.3.0 later', rcptTo: () => '503 5.5.1 MAIL first' },
    { outcome: 'DEFERRED', pause: 'SENDER', state: 'DEFERRED' },
  ],
  ['a sender without sign-in', { mailFrom: () => '530 5.7.0 authenticate' }, { outcome: 'DEFERRED', pause: 'SIGN_IN', state: 'DEFERRED' }],
  ['a size', { mailFrom: () => '552 5.3.4 too big' }, { outcome: 'DONE', pause: null, state: 'REFUSED' }],
  ['an announced size', { extensions: ['SIZE 10'] }, { outcome: 'DONE', pause: null, state: 'REFUSED' }],
  ['a closed sender step', { mailFrom: () => DROP }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['a silent recipient step', { rcptTo: () => SILENCE }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['too many recipients', { rcptTo: () => '452 4.3.1 slow' }, { outcome: 'DEFERRED', pause: 'THROTTLED', state: 'DEFERRED' }],
  ['421 at a recipient', { rcptTo: () => '421 4.7.0 closing' }, { outcome: 'DEFERRED', pause: 'THROTTLED', state: 'DEFERRED' }],
  ['the command DATA', { data: () => '451 4.3.0 later' }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['the command DATA for good', { data: () => '554 5.7.1 no' }, { outcome: 'DONE', pause: null, state: 'REFUSED' }],
  ['a closed DATA step', { data: () => DROP }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED' }],
  ['the content', { dot: () => '550 5.7.1 spam' }, { outcome: 'DONE', pause: null, state: 'REFUSED', received: 1 }],
  ['the content for now', { dot: () => '451 4.3.0 later' }, { outcome: 'DEFERRED', pause: null, state: 'DEFERRED', received: 1 }],
  ['421 after the dot', { dot: () => '421 4.3.0 later' }, { outcome: 'DEFERRED', pause: 'THROTTLED', state: 'DEFERRED', received: 1 }],
  [
    'a daily limit',
    { dot: () => '550 5.4.5 Daily sending limit exceeded' },
    { outcome: 'DEFERRED', pause: 'THROTTLED', state: 'DEFERRED', received: 1 },
  ],
  ['a connection closed after the dot', { dot: () => DROP }, { outcome: 'UNCERTAIN', pause: null, state: 'UNCERTAIN', received: 1 }],
  ['a reply that makes no sense', { dot: () => 'hello' }, { outcome: 'UNCERTAIN', pause: null, state: 'UNCERTAIN', received: 1 }],
])('%s ends an attempt as it should', async (_title, script, { state, received = 0, ...expected }) => {
  const server = await startServer(script)
  const result = await attempt(server)
  expect(result).toMatchObject(expected)
  expect(states(result)).toEqual([state])
  expect(result.error).toMatch(/^[^@]+\.$/)
  expect(server.received).toHaveLength(received)
})

it('a mail that is cut off in its middle was not sent, even if the server replied', async () => {
  // The rest follows only after the server has acted on the first part.
  const inParts = async function* () {
    yield bytes
    await sleep(200)
    yield bytes
  }
  const large = { bytes: () => Readable.from(inParts()) }
  const cut = await startServer({ onPartialData: (_text, socket) => socket.destroy() })
  expect(await attempt(cut, large)).toMatchObject({ outcome: 'DEFERRED', recipients: [{ state: 'DEFERRED' }] })
  let replied = false
  const hasty = await startServer({
    onPartialData(_text, socket) {
      if (!replied) socket.write('250 2.0.0 ok\r\n')
      replied = true
    },
  })
  expect(await attempt(hasty, large)).toMatchObject({ outcome: 'DEFERRED', recipients: [{ state: 'DEFERRED' }] })
  const strict = await startServer({ onPartialData: (_text, socket) => void socket.end('552 5.3.4 too big\r\n') })
  expect(await attempt(strict, large)).toMatchObject({ outcome: 'DONE', recipients: [{ state: 'REFUSED', code: '5.3.4' }] })
})

it('the reply to the dot has a time limit of its own', async () => {
  const slow = await startServer({ dot: () => sleep(900, '250 2.0.0 Ok: queued as SLOW1') })
  expect(await attempt(slow, { dataMs: 3_000 })).toMatchObject({ outcome: 'DONE', providerId: 'SLOW1' })
  const silent = await startServer({ dot: () => SILENCE })
  const startedAt = performance.now()
  expect(await attempt(silent, { dataMs: 600 })).toMatchObject({ outcome: 'UNCERTAIN', recipients: [{ state: 'UNCERTAIN' }] })
  expect(performance.now() - startedAt).toBeGreaterThan(550)
})

it('refused recipients stay refused when the connection breaks after the dot', async () => {
  const server = await startServer({
    rcptTo: (to) => (to === ada ? '550 5.1.1 no' : to === grace ? '451 later' : '250 ok'),
    dot: () => DROP,
  })
  expect(states(await attempt(server, { recipients: [ada, grace, 'alan@example.com'] }))).toEqual(['REFUSED', 'DEFERRED', 'UNCERTAIN'])
})

it('nothing is sent when the caller cannot commit, or the bytes cannot be read', async () => {
  const server = await startServer()
  await expect(attempt(server, { beforeData: () => Promise.reject(new Error('no database')) })).rejects.toThrow('no database')
  const broken = () =>
    Readable.from(
      (async function* () {
        yield bytes
        throw new Error('no file')
      })(),
    )
  await expect(attempt(server, { bytes: broken })).rejects.toThrow('no file')
  await until(() => server.connections.open === 0)
  expect(server.received).toEqual([])
})

it('an aborted attempt ends at once, and is uncertain only after the dot', async () => {
  const server = await startServer({ dot: () => SILENCE })
  for (const [at, expected] of [
    ['before', 'DEFERRED'],
    ['after', 'UNCERTAIN'],
  ] as const) {
    const controller = new AbortController()
    const running = attempt(server, {
      signal: controller.signal,
      dataMs: 10_000,
      async beforeData() {
        if (at === 'before') controller.abort()
      },
    })
    if (at === 'after') await until(() => server.received.length === 1).then(() => controller.abort())
    expect(await running).toMatchObject({ outcome: expected, error: 'The attempt was given up.' })
    expect(server.received).toHaveLength(at === 'before' ? 0 : 1)
  }
  expect(await attempt(server, { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'DEFERRED' })
})

it('a refused sign-in pauses the inbox, and a token is sent as XOAUTH2', async () => {
  const server = await startServer({
    extensions: ['AUTH PLAIN XOAUTH2'],
    auth: (argument) => (argument.startsWith('XOAUTH2') ? '334 eyJzdGF0dXMiOiI0MDAifQ==' : '535 5.7.8 wrong password'),
    authLine: () => '535 5.7.3 token expired',
  })
  const withPassword = await attempt(server, { server: { auth: { user: 'support', password: 'hunter2' } } })
  expect(withPassword).toMatchObject({ outcome: 'DEFERRED', pause: 'SIGN_IN', error: 'The mail server refused at AUTH PLAIN: 535 5.7.8.' })
  const withToken = await attempt(server, { server: { auth: { user: 'support@example.com', accessToken: 'abc' } } })
  expect(withToken).toMatchObject({ outcome: 'DEFERRED', pause: 'SIGN_IN', error: 'The mail server refused at AUTH TOKEN: 535 5.7.3.' })
  const sent = server.commands.find((line) => line.startsWith('AUTH XOAUTH2'))?.slice(13) ?? ''
  expect(Buffer.from(sent, 'base64').toString()).toBe('user=support@example.com\x01auth=Bearer abc\x01\x01')
  const busy = await startServer({ extensions: ['AUTH PLAIN'], auth: () => '454 4.7.0 Too many login attempts' })
  expect(await attempt(busy, { server: { auth: { user: 'x', password: 'y' } } })).toMatchObject({ pause: 'THROTTLED' })
  const closed = await startServer({ extensions: ['AUTH PLAIN'], auth: () => DROP })
  expect(await attempt(closed, { server: { auth: { user: 'x', password: 'y' } } })).toMatchObject({ outcome: 'DEFERRED', pause: null })
})
