/** Threads that rules resolve: whether their customers are asked, and that asking makes no rule run again. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type RuleKit, getRules } from '../../../test/support/rules.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService({ worker: true })
const by = getSatisfaction(service)
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const findLag = statement<{ tenantId: string }, { lag: number }>(`
  select max(k.event_sequence - c.sequence) as lag from tenant_counters k
  join reader_cursors c on c.tenant_id = k.tenant_id and c.reader in ('rules', 'satisfaction') where k.tenant_id = :tenantId::uuid`)
const countMails = statement<{ tenantId: string }, { count: number }>(`
  select count(*) as count from jobs where tenant_id = :tenantId::uuid and name = 'send-mail'`)

/** Waits until rules and satisfaction have read all events, also those that they caused. */
const settle = () => expect.poll(async () => (await service.db.first(findLag, { tenantId: tenant.tenantId }))?.lag).toBe(0)
const resolve = [{ type: 'SET_STATUS', status: 'resolved' }]
const resolveOn = (events: string[], more: object = {}) => rules.make({ trigger: { type: 'EVENT', events }, ...more, actions: resolve })
const getStatus = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data.status

describe('a thread that a rule resolves', () => {
  it('is rated only if notAfterAutomatic is false', async () => {
    await resolveOn(['thread.priority_changed'])
    await by.enable(tenant)
    const setPriority = (id: string) => tenant.api('PATCH', `/threads/${id}`, { body: { priority: 'high' } })
    const automatic = await by.makeThread(tenant, 'a@example.com')
    await setPriority(automatic)
    await expect.poll(() => getStatus(automatic)).toBe('resolved')
    await settle()
    expect(await by.requestsOf(tenant, automatic)).toEqual([])
    const byHand = await by.makeThread(tenant, 'b@example.com')
    await by.setStatus(tenant, byHand, 'resolved')
    await by.waitFor(tenant, byHand, ['SENT'])
    await by.enable(tenant, { notAfterAutomatic: false })
    const asked = await by.makeThread(tenant, 'c@example.com')
    await setPriority(asked)
    const [request] = await by.waitFor(tenant, asked, ['SENT'])
    expect(request?.resolvedById).toBeNull()
  })

  it('on each message is asked about once, and the survey makes no rule run', async () => {
    await by.enable(tenant, { notAfterAutomatic: false, minDaysBetween: 0 })
    await resolveOn(['message.created'])
    await resolveOn(['message.created'], { message: { internal: false } })
    const threadId = await by.makeThread(tenant)
    const [request] = await by.waitFor(tenant, threadId, ['SENT'])
    await settle()
    const before = (await rules.list()).length
    // The message that says that the customer was asked is automatic, and has been read by the rules.
    const { data } = await tenant.skein.listMessages({ path: { id: threadId } })
    expect(data.filter(({ authorType }) => authorType === 'SYSTEM')).toHaveLength(1)
    const answered = await tenant.api('POST', `/satisfaction-requests/${request?.id}/answer`, {
      body: { score: 1, comment: 'Not solved!' },
    })
    expect(answered.status).toBe(200)
    await settle()
    expect(await rules.list()).toHaveLength(before)
    expect(before).toBeLessThanOrEqual(4)
    expect(await by.requestsOf(tenant, threadId)).toHaveLength(1)
    expect((await service.db.first(countMails, { tenantId: tenant.tenantId }))?.count).toBeLessThanOrEqual(1)
    expect(await getStatus(threadId)).toBe('resolved')
  })
})

it('a rule that asks obeys minDaysBetween, exceptLabelIds and enabled', async () => {
  const label = (await tenant.skein.createLabel({ body: { name: 'spam' } })).data.id
  await by.enable(tenant, { exceptLabelIds: [label] })
  await rules.make({ trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, actions: [{ type: 'REQUEST_SATISFACTION' }] })
  const ask = async (threadId: string) => {
    expect((await tenant.api('PATCH', `/threads/${threadId}`, { body: { priority: 'high' } })).status).toBe(200)
    return (await by.waitFor(tenant, threadId, [expect.stringMatching(/SENT|CANCELLED/)]))[0]
  }
  // The thread is open: a rule can ask about any thread.
  expect(await ask(await by.makeThread(tenant))).toMatchObject({ state: 'SENT', cancelReason: null })
  expect(await ask(await by.makeThread(tenant))).toMatchObject({ state: 'CANCELLED', cancelReason: 'ASKED_RECENTLY' })
  const labelled = await by.makeThread(tenant, 'b@example.com')
  await tenant.api('POST', `/threads/${labelled}/labels`, { body: { add: [label] } })
  expect(await ask(labelled)).toMatchObject({ state: 'CANCELLED', cancelReason: 'LABEL' })
  await by.enable(tenant, { enabled: false })
  expect(await ask(await by.makeThread(tenant, 'c@example.com'))).toMatchObject({ state: 'CANCELLED', cancelReason: 'DISABLED' })
})

it('a rule runs when a customer answers', async () => {
  const actions = [{ type: 'SET_PRIORITY', priority: 'urgent' }]
  await rules.make({ trigger: { type: 'EVENT', events: ['satisfaction.answered'] }, actions })
  const threadId = await by.makeThread(tenant)
  const { body: asked } = await tenant.api<{ id: string }>('POST', `/threads/${threadId}/satisfaction-requests`, {
    body: { channel: 'LINK' },
  })
  await tenant.api('POST', `/satisfaction-requests/${asked.data.id}/answer`, { body: { score: 1 } })
  await expect.poll(async () => (await tenant.skein.getThread({ path: { id: threadId } })).data.priority).toBe('urgent')
})
