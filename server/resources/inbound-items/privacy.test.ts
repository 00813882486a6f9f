/** Erasure, export and retention of what programs have posted. */
import { beforeEach, expect, it } from 'vitest'
import { composeMessage as compose, type HookInbox, openHookInbox } from '../../../test/support/hooks.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { readZip } from '../../../test/support/zip.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'

const count = statement<{ tenantId: string }, { items: number; payloads: number; conversations: number; counted: number }>(`
  select (select count(*) from inbound_items where tenant_id = :tenantId::uuid) as items,
    (select count(*) from inbound_items where tenant_id = :tenantId::uuid and payload is not null) as payloads,
    (select count(*) from thread_conversations where tenant_id = :tenantId::uuid) as conversations,
    (select inbound_items from tenant_counters where tenant_id = :tenantId::uuid) as counted`)
const pruneNow = statement<{ tenantId: string; id: string }, object>(`with
  job as (
    insert into jobs (tenant_id, id, name, key, due_at) values (:tenantId::uuid, :id::uuid, 'prune-inbound-items', 'now', now()) returning due_at)
  insert into job_queues as q (tenant_id, name, due_at) select :tenantId::uuid, 'prune-inbound-items', due_at from job
  on conflict (tenant_id, name) do update set due_at = excluded.due_at`)

let tenant: TestTenant
let inbox: HookInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openHookInbox(tenant, service.port)
})
const counts = () => service.db.first(count, { tenantId: tenant.tenantId })

async function erase(customerId: string): Promise<void> {
  const { state } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId, mode: 'ANONYMIZE' })
  expect(state).toBe('DONE')
}

it('an erasure deletes the customer’s items, and none comes back', { timeout: 120_000 }, async () => {
  const from = { address: 'u-1', email: 'ada@example.com', name: 'Ada' }
  const event = compose({ from, conversationKey: 'k', body: 'My secret.' })
  const { threadId } = await inbox.deliver(event)
  await inbox.post({ ...event, data: { ...event.data, body: 'My other secret.' } })
  const { data: thread } = await tenant.skein.getThread({ path: { id: threadId ?? '' } })
  await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { active: false } })
  // By the address of the inbox, and by the e-mail address alone.
  await inbox.deliver(compose({ from: { address: 'u-1' } }))
  await inbox.deliver(compose({ from: { address: 'u-2', email: 'Ada@Example.com' } }))
  const other = await openHookInbox(tenant, service.port)
  await other.deliver(compose({ from: { address: 'u-1', name: 'Grace' } }))
  expect(await counts()).toEqual({ items: 5, payloads: 5, conversations: 2, counted: 5 })
  await erase(thread.customer.id)
  expect(await counts()).toEqual({ items: 1, payloads: 1, conversations: 1, counted: 1 })
  await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { active: true } })
  expect((await inbox.post(event)).status).toBe(200)
  const [copy] = (await tenant.skein.listInboundItems({ query: { outcome: 'DUPLICATE' } })).data
  expect(copy).toMatchObject({ from: null, externalId: null, duplicateOf: null })
  expect(await inbox.deliver({ type: 'message.edited', data: { externalId: event.data.externalId, body: 'Back' } })).toMatchObject({
    outcome: 'IGNORED',
  })
  expect(await counts()).toMatchObject({ items: 3, payloads: 1 })
})

it('an erasure finds items without bytes, without a thread, and of other threads', async () => {
  const from = { address: 'u-1', name: 'Ada' }
  const grace = await inbox.deliver(compose({ from: { address: 'u-2', name: 'Grace' }, conversationKey: 'group' }))
  await inbox.deliver(compose({ from, conversationKey: 'group', body: 'I am Ada.' }))
  const event = compose({ from, conversationKey: 'own' })
  const { threadId } = await inbox.deliver(event)
  await inbox.deliver(compose({ from, body: ' ' }))
  const unreadable = { externalId: event.data.externalId, body: `${'<b>'.repeat(10_001)}I am Ada.`, bodyFormat: 'html' }
  expect(await inbox.deliver({ type: 'message.edited', data: unreadable })).toMatchObject({ outcome: 'SUSPENDED', threadId: null })
  await service.db.script(`update inbound_items set payload = null where tenant_id = '${tenant.tenantId}' and outcome = 'IGNORED'`)
  const { customer } = (await tenant.skein.getThread({ path: { id: threadId ?? '' } })).data
  const dryRun = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customer.id, mode: 'ANONYMIZE', dryRun: true })
  expect(dryRun.preview?.places).toContainEqual({ place: 'inboundItems', count: 4 })
  await erase(customer.id)
  const { data } = await tenant.skein.listInboundItems({})
  expect(data.map(({ id }) => id)).toEqual([grace.id])
  const bodies = (await tenant.skein.listMessages({ path: { id: grace.threadId ?? '' } })).data.map(({ body }) => body)
  expect(bodies).not.toContain('I am Ada.')
  expect(bodies).toContain('The export is empty.')
})

it('an export has the customer’s items, identities and nobody else’s', async () => {
  const event = compose({ from: { address: 'u-1', name: 'Ada' }, body: 'My question.' })
  const { id, threadId } = await inbox.deliver(event)
  await inbox.deliver(compose({ from: { address: 'u-2', name: 'Grace' } }))
  const { customer } = (await tenant.skein.getThread({ path: { id: threadId ?? '' } })).data
  const link = new URL((await runPrivacyRequest(tenant, '/privacy/export', { customerId: customer.id })).download?.url ?? '')
  const response = await fetch(`${service.baseUrl}${link.pathname}${link.search}`)
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  expect(JSON.parse(files['data/items.json'] ?? '')).toMatchObject([{ id, from: 'u-1', payload: expect.stringContaining('My question.') }])
  const all = Object.values(files).join('\n')
  expect(all).toContain('EXTERNAL')
  expect(all).not.toContain('u-2')
})

it('bytes go with the retention of raw mails, and suspended items after thirty days', async () => {
  await inbox.deliver(compose())
  await tenant.suspendItem()
  expect(await counts()).toMatchObject({ items: 2, payloads: 2, counted: 2 })
  await service.db.script(`update inbound_items set created_at = created_at - interval '2 years', expires_at = expires_at - interval '31 days'
    where tenant_id = '${tenant.tenantId}'`)
  await service.db.rows(pruneNow, { tenantId: tenant.tenantId, id: newId() })
  await until(async () => (await counts())?.items === 1)
  expect(await counts()).toMatchObject({ items: 1, payloads: 0, counted: 1 })
  const [found] = (await tenant.skein.listInboundItems({})).data
  expect((await tenant.skein.getInboundItem({ path: { id: found?.id ?? '' } })).data).toMatchObject({ outcome: 'MESSAGE', payload: null })
})
