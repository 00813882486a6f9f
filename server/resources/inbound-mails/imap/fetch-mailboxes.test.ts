import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelConnection, InboundMail, Inbox } from '../../../../client/index.ts'
import { type ImapServer, startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { createCertificate } from '../../../../test/support/self-signed.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { parseTypeId } from '#platform/ids.ts'

const service = await setUpService({ worker: true })

let count = 0
const getMail = (id: string, text = 'Hello', more = ''): string =>
  `From: Ada <ada@example.com>\r\nTo: support@example.com\r\nSubject: ${id}\r\nMessage-ID: <${id}@example.com>\r\n${more}\r\n${text}\r\n`

async function openServer(): Promise<ImapServer> {
  const server = await startImapServer()
  onTestFinished(() => server.close())
  return server
}

type Imap = Record<string, unknown>

async function createInbox(tenant: TestTenant, server: ImapServer, imap: Imap = {}): Promise<string> {
  const settings = { host: '127.0.0.1', port: server.port, security: 'NONE', user: 'ada', password: 'secret', ...imap }
  const body = {
    name: `Mailbox ${++count}`,
    type: 'EMAIL',
    address: `box${count}@example.com`,
    email: { receive: { mode: 'IMAP', imap: settings } },
  }
  const created = await tenant.api<Inbox>('POST', '/inboxes', { body })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.data.id
}

const getConnection = async (tenant: TestTenant, id: string) =>
  (await tenant.api<ChannelConnection>('GET', `/inboxes/${id}/connection`)).body.data
const becomes = (tenant: TestTenant, id: string, state: string) =>
  until(async () => (await getConnection(tenant, id)).receive.state === state)
/** Waits until the mailbox has been read up to its end, and the server waits for news. */
const isIdle = (server: ImapServer) => until(() => server.commands.at(-1) === 'IDLE')
const getMails = async (tenant: TestTenant) => (await tenant.api<InboundMail[]>('GET', '/inbound-mails?limit=100')).body
const subjects = async (tenant: TestTenant) => (await getMails(tenant)).data.map(({ subject }) => subject).toReversed()
const states = async (tenant: TestTenant) => {
  const { data } = (await tenant.api<{ type: string; data: { object: ChannelConnection } }[]>('GET', '/events?limit=100')).body
  return data.filter(({ type }) => type === 'inbox.connection_changed').map((event) => event.data.object.receive.state)
}
const reconnect = (tenant: TestTenant, id: string) => tenant.api<ChannelConnection>('POST', `/inboxes/${id}/reconnect`)

describe('a mailbox', () => {
  it('gives the mails from its connection on, once, and stays as it is', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    for (let i = 0; i < 30; i++) server.append(getMail(`old${i}`))
    const id = await createInbox(tenant, server)
    await isIdle(server)
    expect(await getConnection(tenant, id)).toMatchObject({
      receive: { state: 'CONNECTED' },
      lastError: null,
      checkpoint: { uidValidity: 1, uid: 30 },
    })
    server.append(getMail('new1'))
    await until(async () => (await subjects(tenant)).length === 1)
    server.append(getMail('new2', 'No id').replace(/Message-ID.*\r\n/, ''))
    server.append(getMail('new3'))
    await until(async () => (await subjects(tenant)).length === 3)
    expect(await subjects(tenant)).toEqual(['new1', 'new2', 'new3'])
    expect((await getMails(tenant)).meta.total).toBe(3)
    await isIdle(server)
    const { checkpoint, lastMailAt, lagSeconds } = await getConnection(tenant, id)
    expect([checkpoint, lastMailAt !== null, (lagSeconds ?? 99) < 60]).toEqual([{ folder: 'INBOX', uidValidity: 1, uid: 33 }, true, true])
    expect(server.folders.get('INBOX')?.mails.some(({ flags }) => flags.size > 0)).toBe(false)
    expect(server.commands.some((command) => /^(SELECT|UID STORE)/.test(command))).toBe(false)
    expect(await states(tenant)).toEqual(['CONNECTED'])
  })

  it('gives earlier mails from importSince on', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
    for (const days of [20, 11, 9, 1]) server.append(getMail(`day${days}`), { receivedAt: daysAgo(days) })
    await createInbox(tenant, server, { importSince: daysAgo(10).toISOString() })
    await isIdle(server)
    expect(await subjects(tenant)).toEqual(['day9', 'day1'])
    server.append(getMail('new'))
    await until(async () => (await subjects(tenant)).length === 3)
  })

  it('gives no mail again when its UIDVALIDITY changes, but new ones', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    server.append(getMail('old'))
    const id = await createInbox(tenant, server)
    await isIdle(server)
    // The server’s times have whole seconds.
    const receivedAt = new Date(Date.now() + 2_000)
    server.append(getMail('one'), { receivedAt })
    server.append(getMail('two').replace(/Message-ID.*\r\n/, ''), { receivedAt })
    await until(async () => (await subjects(tenant)).length === 2)
    await server.pause()
    server.recreate('INBOX')
    server.append(getMail('three'), { receivedAt })
    await becomes(tenant, id, 'FAILING')
    await server.resume()
    await reconnect(tenant, id)
    await becomes(tenant, id, 'CONNECTED')
    await isIdle(server)
    expect([await subjects(tenant), (await getConnection(tenant, id)).checkpoint]).toEqual([
      ['one', 'two', 'three'],
      { folder: 'INBOX', uidValidity: 2, uid: 4 },
    ])
    expect((await getMails(tenant)).data.map(({ outcome }) => outcome)).not.toContain('DUPLICATE')
  })

  it('that cannot be reached is tried again, and gives all mails in order', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const id = await createInbox(tenant, server)
    await isIdle(server)
    await server.pause()
    await becomes(tenant, id, 'FAILING')
    const failing = await getConnection(tenant, id)
    expect(failing.lastError).toMatchObject({ attempts: 1, code: expect.stringMatching(/ECONNREFUSED|EConnectionClosed/) })
    expect(Date.parse(failing.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(1_000)
    for (let i = 0; i < 12; i++) server.append(getMail(`m${i}`))
    await server.resume()
    expect((await reconnect(tenant, id)).status).toBe(200)
    await until(async () => (await subjects(tenant)).length === 12)
    expect(await subjects(tenant)).toEqual(Array.from({ length: 12 }, (_, i) => `m${i}`))
    expect(await states(tenant)).toEqual(['CONNECTED', 'FAILING', 'CONNECTING', 'CONNECTED'])
  })

  it('gives a mail that the server shows after later ones', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const id = await createInbox(tenant, server)
    await isIdle(server)
    const receivedAt = new Date(Date.now() + 2_000)
    const hidden = server.append(getMail('late'), { receivedAt, isHidden: true })
    server.append(getMail('early'), { receivedAt })
    await until(async () => (await subjects(tenant)).length === 1)
    hidden.isHidden = false
    await reconnect(tenant, id)
    await until(async () => (await subjects(tenant)).length === 2)
    expect(await subjects(tenant)).toEqual(['early', 'late'])
  })

  it('that is too large for the service gives its headers, once', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const id = await createInbox(tenant, server)
    await isIdle(server)
    server.append(getMail('large', 'x'.repeat(service.config.mailIn.maxBytes)))
    server.append(getMail('small'))
    await until(async () => (await subjects(tenant)).length === 2)
    expect((await getMails(tenant)).data.map(({ subject, size }) => [subject, size < 1_000])).toEqual([
      ['small', true],
      ['large', true],
    ])
    await reconnect(tenant, id)
    await isIdle(server)
    expect(await subjects(tenant)).toEqual(['large', 'small'])
  })
})

it('a server whose certificate is not trusted gets no password', async () => {
  const tenant = await service.createTenant()
  const server = await startImapServer({ tls: createCertificate('localhost') })
  onTestFinished(() => server.close())
  const id = await createInbox(tenant, server, { host: 'localhost', security: 'TLS' })
  await becomes(tenant, id, 'FAILING')
  expect((await getConnection(tenant, id)).lastError).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(server.commands).toEqual([])
})

describe('after a mail was fetched', () => {
  it.each([
    ['MARK_SEEN', { INBOX: ['\\Seen'], Done: [] }],
    ['MOVE', { INBOX: [], Done: [''] }],
    ['DELETE', { INBOX: [], Done: [] }],
  ])('the mailbox does %s, and leaves other mails alone', async (afterFetch, expected) => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    server.folders.set('Done', { uidValidity: 1, uidNext: 1, mails: [] })
    const old = server.append(getMail('old'))
    await createInbox(tenant, server, { afterFetch, moveTo: 'Done' })
    await isIdle(server)
    server.append(getMail('new'))
    const flags = (name: string) =>
      server.folders
        .get(name)
        ?.mails.filter((mail) => mail !== old)
        .map((mail) => [...mail.flags].join())
    await until(() => JSON.stringify({ INBOX: flags('INBOX'), Done: flags('Done') }) === JSON.stringify(expected))
    expect(await subjects(tenant)).toEqual(['new'])
    expect(server.folders.get('INBOX')?.mails.includes(old) && old.flags.size === 0).toBe(true)
  })
})

describe('a sign-in', () => {
  it('that is refused needs attention, and shows the password nowhere', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const id = await createInbox(tenant, server, { password: 'wrong-password' })
    const other = await createInbox(tenant, server)
    await becomes(tenant, id, 'NEEDS_AUTH')
    await becomes(tenant, other, 'CONNECTED')
    const connection = await tenant.api<ChannelConnection>('GET', `/inboxes/${id}/connection`)
    expect(connection.body.data.lastError).toMatchObject({ code: 'SIGN_IN_REFUSED', attempts: 1 })
    for (let attempts = 2; attempts <= 3; attempts++) {
      await service.db.script(`update inbox_connections set receive_next_at = now() where inbox_id = '${parseTypeId('inb', id)}'`)
      await until(async () => (await getConnection(tenant, id)).lastError?.attempts === attempts)
    }
    expect(Date.parse((await getConnection(tenant, id)).nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    const shown = [connection.text, (await tenant.api('GET', '/events')).text, (await tenant.api('GET', `/inboxes/${id}`)).text].join()
    expect(shown).not.toMatch(/wrong-password|"secret"/)
    await tenant.api('PATCH', `/inboxes/${id}`, {
      body: { email: { receive: { imap: { host: '127.0.0.1', port: server.port, user: 'ada', password: 'secret' } } } },
    })
    await becomes(tenant, id, 'CONNECTED')
  })
})

describe('several workers', () => {
  it('fetch each mail once, also when one of them is gone', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const second = service.startWorker()
    const id = await createInbox(tenant, server)
    await isIdle(server)
    expect(server.connections()).toBe(1)
    // Another worker takes over while the first still reads.
    let fetches = 0
    server.intercept = (command) => {
      if (!/^UID FETCH \d+ .*BODY/.test(command) || ++fetches !== 5) return undefined
      void service.db.script(
        `update inbox_connections set lease_token = null, receive_next_at = now() where inbox_id = '${parseTypeId('inb', id)}'`,
      )
      return undefined
    }
    for (let i = 0; i < 20; i++) server.append(getMail(`m${i}`), { isSilent: i < 19 })
    await until(async () => (await subjects(tenant)).length === 20)
    await second.stop()
    expect(await subjects(tenant)).toEqual(Array.from({ length: 20 }, (_, i) => `m${i}`))
  })
})

describe('the host of a mailbox', () => {
  it.each(['169.254.169.254', '10.0.0.1', 'localhost'])('%s is refused unless the operator allows it', async (host) => {
    const closed = await service.startNode({ config: { mail: { ...service.config.mail, allowedCidrs: [] } } })
    onTestFinished(() => closed.stop())
    const tenant = await service.createTenant()
    const email = { receive: { mode: 'IMAP', imap: { host, user: 'ada', password: 'secret' } } }
    const refused = await closed.api('POST', '/inboxes', { key: tenant.key, body: { name: 'Mailbox', type: 'EMAIL', email } })
    expect([refused.status, refused.body.error?.code, refused.body.error?.details?.[0]?.field]).toEqual([
      422,
      'SVC-CHANNEL-HOST_FORBIDDEN',
      'email.receive.imap.host',
    ])
  })
})
