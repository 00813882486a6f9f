/** Mailboxes whose settings are corrected, and mails that are no mails yet or no longer. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelConnection, InboundMail, Inbox } from '../../../../client/index.ts'
import { findFreePort } from '../../../../test/support/free-port.ts'
import { type ImapServer, startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

const service = await setUpService({ worker: true })

let count = 0
const getMail = (id: string): string =>
  `From: Ada <ada@example.com>\r\nTo: support@example.com\r\nSubject: ${id}\r\nMessage-ID: <${id}@example.com>\r\n\r\nHello\r\n`

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
const reconnect = (tenant: TestTenant, id: string) => tenant.api<ChannelConnection>('POST', `/inboxes/${id}/reconnect`)

describe('a mailbox', () => {
  it('whose setting is corrected gives the mails between, once, and no earlier ones', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    server.append(getMail('old'), { receivedAt: new Date(Date.now() - 60_000) })
    server.folders.set('Support', { uidValidity: 9, uidNext: 1, mails: [] })
    const correct = async (imap: Imap) => {
      const response = await tenant.api('PATCH', `/inboxes/${id}`, { body: { email: { receive: { imap } } } })
      expect(response.status, response.text).toBe(200)
    }
    const receivedAt = () => new Date(Date.now() + 2_000)
    // The port is wrong, and the password.
    const id = await createInbox(tenant, server, { port: await findFreePort(), password: 'wrong' })
    await becomes(tenant, id, 'FAILING')
    server.append(getMail('one'), { receivedAt: receivedAt() })
    await correct({ port: server.port, password: 'still wrong' })
    await becomes(tenant, id, 'NEEDS_AUTH')
    server.append(getMail('two'), { receivedAt: receivedAt() })
    await correct({ password: 'secret' })
    await until(async () => (await subjects(tenant)).length === 2)
    await isIdle(server)
    // The host has another name.
    await server.pause()
    await becomes(tenant, id, 'FAILING')
    server.append(getMail('three'), { receivedAt: receivedAt() })
    await server.resume()
    await correct({ host: 'localhost', password: 'secret' })
    await until(async () => (await subjects(tenant)).length === 3)
    await isIdle(server)
    // The mails are in another folder.
    server.append(getMail('older'), { folder: 'Support', receivedAt: new Date(Date.now() - 3_600_000) })
    server.append(getMail('four'), { folder: 'Support', receivedAt: receivedAt() })
    await correct({ folder: 'Support' })
    await until(async () => (await subjects(tenant)).length === 4)
    await isIdle(server)
    expect(await subjects(tenant)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('gives no drafts and no mails that are marked as deleted', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    const id = await createInbox(tenant, server)
    await isIdle(server)
    const receivedAt = new Date(Date.now() + 2_000)
    server.append(getMail('draft'), { receivedAt, isSilent: true }).flags.add('\\Draft')
    const deleted = server.append(getMail('deleted'), { receivedAt, isSilent: true })
    deleted.flags.add('\\Deleted')
    server.append(getMail('last'), { receivedAt })
    await until(async () => (await subjects(tenant)).length === 1)
    expect(await subjects(tenant)).toEqual(['last'])
    // Somebody takes the deletion back.
    deleted.flags.delete('\\Deleted')
    await reconnect(tenant, id)
    await until(async () => (await subjects(tenant)).length === 2)
    expect(await subjects(tenant)).toEqual(['last', 'deleted'])
  })
})
