import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { checkChannels } from './channels.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

const service = await setUpService()

type Key = { tenantId: string; inboxId: string }
const connect = statement<Key & { receive: string; send: string; minutes: number }, object>(`
  insert into inbox_connections (tenant_id, inbox_id, receive_state, send_state, receive_since, send_since, receive_error)
  select :tenantId::uuid, :inboxId::uuid, :receive::text, :send::text, at, at, '{"code": "ECONNREFUSED", "message": "The server refused the connection."}'
  from (select now() - make_interval(mins => :minutes::int) as at) t`)
const setRead = statement<Key & { since: number; read: number | null; mail: number | null }, object>(`
  update inbox_connections c set receive_state = 'CONNECTED', receive_since = a.at - make_interval(mins => :since::int),
    receive_read_at = a.at - make_interval(mins => :read::int), last_mail_at = a.at - make_interval(mins => :mail::int)
  from (select now() as at) a where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid`)
const receive = statement<Key & { id: string; seconds: number }, object>(`with
  received as (
    insert into inbound_mails (tenant_id, id, inbox_id, transport, outcome) values (:tenantId::uuid, :id::uuid, :inboxId::uuid, 'SMTP', 'RECEIVED'))
  insert into jobs (tenant_id, id, name, key, due_at, created_at)
  values (:tenantId::uuid, :id::uuid, 'process-mail', :id::text, now(), now() - make_interval(secs => :seconds::int))`)
const receiveItem = statement<Key & { id: string; seconds: number }, object>(`with
  received as (
    insert into inbound_items (tenant_id, id, inbox_id, provider, kind, outcome)
    values (:tenantId::uuid, :id::uuid, :inboxId::uuid, 'CUSTOM', 'message.received', 'RECEIVED'))
  insert into jobs (tenant_id, id, name, key, due_at, created_at)
  values (:tenantId::uuid, :id::uuid, 'process-item', :id::text, now(), now() - make_interval(secs => :seconds::int))`)
const queueReply = statement<Key & { id: string; minutes: number }, object>(`with
  outgoing as (
    insert into outgoing_messages (tenant_id, message_id, inbox_id, snapshot) values (:tenantId::uuid, :id::uuid, :inboxId::uuid, '{}'))
  insert into jobs (tenant_id, id, name, key, due_at, created_at)
  values (:tenantId::uuid, :id::uuid, 'send-message', :id::text, now() + interval '1 hour', now() - make_interval(mins => :minutes::int))`)

async function createInbox(name = 'Support'): Promise<{ tenant: TestTenant; id: string; key: Key }> {
  const tenant = await service.createTenant()
  const { data } = await tenant.skein.createInbox({ body: { name, type: 'EMAIL', address: `support@${tenant.slug}.localhost` } })
  return { tenant, id: data.id, key: { tenantId: tenant.tenantId, inboxId: parseTypeId('inb', data.id) ?? '' } }
}

/** Checks without the API, which reports a slow database of a busy machine instead. */
const readHealth = ({ tenantId }: TestTenant) => checkChannels(service.db, tenantId, service.config)

it('names an active inbox whose connection has failed for five minutes', async () => {
  const { tenant, id, key } = await createInbox()
  await service.db.rows(connect, { ...key, receive: 'FAILING', send: 'NOT_USED', minutes: 6 })
  expect(await readHealth(tenant)).toEqual({
    status: 'DEGRADED',
    detail: 'The inbox “Support” cannot receive mail for 6 minutes: The server refused the connection.',
  })
  await tenant.skein.updateInbox({ path: { id }, body: { active: false } })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
})

it('reports a refused sign-in, and not a failure that has just begun', async () => {
  const sending = await createInbox('Sales')
  await service.db.rows(connect, { ...sending.key, receive: 'CONNECTED', send: 'NEEDS_AUTH', minutes: 12 })
  expect(await readHealth(sending.tenant)).toEqual({
    status: 'DEGRADED',
    detail: 'The mail server of the inbox “Sales” has refused the sign-in for 12 minutes.',
  })
  const recent = await createInbox()
  await service.db.rows(connect, { ...recent.key, receive: 'FAILING', send: 'FAILING', minutes: 4 })
  expect(await readHealth(recent.tenant)).toEqual({ status: 'OK', detail: null })
})

it('names a mailbox that was not read for three minutes, unless mails still come', async () => {
  const { tenant, id, key } = await createInbox()
  const imap = { host: '127.0.0.1', user: 'ada', password: 'secret' }
  await tenant.skein.updateInbox({ path: { id }, body: { email: { receive: { mode: 'IMAP', imap } } } })
  await service.db.rows(setRead, { ...key, since: 10, read: 2, mail: 5 })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
  await service.db.rows(setRead, { ...key, since: 10, read: 4, mail: 5 })
  expect(await readHealth(tenant)).toEqual({
    status: 'DEGRADED',
    detail: 'The mailbox of the inbox “Support” has not been read for 4 minutes.',
  })
  await service.db.rows(setRead, { ...key, since: 10, read: 4, mail: 1 })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
  await service.db.rows(setRead, { ...key, since: 10, read: null, mail: null })
  expect(await readHealth(tenant)).toMatchObject({ status: 'DEGRADED' })
  await tenant.skein.updateInbox({ path: { id }, body: { email: { receive: { mode: 'SMTP' } } } })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
})

it('reports mails that nothing processes, and replies that cannot be sent', async () => {
  const { tenant, key } = await createInbox()
  await service.db.rows(receive, { ...key, id: newId(), seconds: 30 })
  await service.db.rows(queueReply, { ...key, id: newId(), minutes: 14 })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
  await service.db.rows(receive, { ...key, id: newId(), seconds: 90 })
  await service.db.rows(queueReply, { ...key, id: newId(), minutes: 16 })
  expect(await readHealth(tenant)).toEqual({
    status: 'DEGRADED',
    detail:
      'The oldest unsent reply of the inbox “Support” has waited for 16 minutes; ' +
      'a mail in the inbox “Support” has waited for 1 minute to be processed; is a worker running?',
  })
  expect((await fetch(`${service.baseUrl}/readyz`)).status, 'the service stays ready').toBe(200)
})

it('reports messages of programs that nothing processes', async () => {
  const { tenant, key } = await createInbox()
  await service.db.rows(receiveItem, { ...key, id: newId(), seconds: 30 })
  expect(await readHealth(tenant)).toEqual({ status: 'OK', detail: null })
  await service.db.rows(receiveItem, { ...key, id: newId(), seconds: 90 })
  expect(await readHealth(tenant)).toEqual({
    status: 'DEGRADED',
    detail: 'A message of a program in the inbox “Support” has waited for 1 minute to be processed; is a worker running?',
  })
})
