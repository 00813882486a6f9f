/**
 * Rules that send threads to webhooks: only the named webhook receives them, regardless of its subscriptions, and the run records when that
 * is not possible.
 */
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { AutomationRule, Job } from '../../../../client/index.ts'
import { getDeliveries, hookAt } from '../../../../test/guarantees/webhook-fixture.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { openReceiver } from '../../../../test/support/receiver.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let tenant: TestTenant
let rules: RuleKit
const receiver = await openReceiver()
afterAll(() => receiver.close())
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const send = (webhookId: string) => ({
  actions: [
    { type: 'SET_PRIORITY', priority: 'urgent' },
    { type: 'SEND_WEBHOOK', webhookId },
  ],
})
const getPriority = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data.priority
const getReceived = (runId: string | undefined) =>
  receiver.received.flatMap(({ path, event }) =>
    event.type === 'rule.applied' && (event.data.object as { runId?: string }).runId === runId ? [path] : [],
  )

it('reach the webhook that the rule names and no other, whatever they subscribe to', async () => {
  const named = await hookAt(tenant, receiver, ['label.created'], '/named')
  const others = [
    await hookAt(tenant, receiver, ['*'], '/all'),
    await hookAt(tenant, receiver, ['rule.applied', 'thread.created'], '/asks'),
  ]
  const second = await hookAt(tenant, receiver, ['*'], '/second')
  await rules.make(send(named.id))
  await rules.make(send(second.id))
  await makeThread(tenant)
  await rules.run()
  const [run, ofSecond] = await rules.list()
  expect(run?.actions.map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE'])
  const worker = service.startWorker()
  await until(() => Promise.resolve(getReceived(run?.id).length > 0 && getReceived(ofSecond?.id).length > 0))
  // Deliveries are created in the order of events, so the arrival of a later event shows that the webhooks did not receive the earlier
  // ones.
  await tenant.skein.createLabel({ body: { name: 'Later' } })
  await until(async () => (await getDeliveries(tenant, others[0]?.id ?? '')).some(({ eventType }) => eventType === 'label.created'))
  await worker.stop()
  expect([getReceived(run?.id), getReceived(ofSecond?.id)]).toEqual([['/hook/named'], ['/hook/second']])
  for (const { id } of others) expect((await getDeliveries(tenant, id)).map(({ eventType }) => eventType)).not.toContain('rule.applied')
})

it.each([['PAUSED'], ['DISABLED']])('wait at a webhook that is %s, and the run says so', async (status) => {
  const hook = await hookAt(tenant, receiver, ['label.created'], '/waits')
  // The service itself disables webhooks after failures.
  await service.db.script(`update webhooks set status = '${status}', held_until = null where tenant_id = '${tenant.tenantId}'`)
  await rules.make(send(hook.id))
  const id = await makeThread(tenant)
  await rules.run()
  const [run] = await rules.list()
  expect(run).toMatchObject({
    outcome: 'APPLIED',
    actions: [
      { type: 'SET_PRIORITY', outcome: 'DONE' },
      { type: 'SEND_WEBHOOK', outcome: 'HELD', error: null },
    ],
  })
  expect(await getPriority(id)).toBe('urgent')
  const worker = service.startWorker()
  await until(async () => (await getDeliveries(tenant, hook.id)).length === 1)
  expect(getReceived(run?.id)).toEqual([])
  await tenant.api('POST', `/webhooks/${hook.id}/enable`, { body: { replayMissed: true } })
  await until(() => Promise.resolve(getReceived(run?.id).length === 1))
  await worker.stop()
})

it('fail the run by name when the webhook was deleted after the rule was applied', async () => {
  const hook = await hookAt(tenant, receiver, ['label.created'], '/gone')
  const rule = await rules.make({ ...send(hook.id), enabled: false })
  const id = await makeThread(tenant)
  const { body } = await tenant.api<Job>('POST', `/automation-rules/${rule.id}/apply`, { body: { filter: {}, expectedTotal: 1 } })
  const actions = [{ type: 'SET_PRIORITY', priority: 'low' }]
  expect((await tenant.api<AutomationRule>('PATCH', `/automation-rules/${rule.id}`, { body: { actions } })).status).toBe(200)
  expect((await tenant.api('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
  const worker = service.startWorker()
  await until(async () => (await tenant.api<Job>('GET', `/jobs/${body.data.id}`)).body.data.state === 'DONE')
  await worker.stop()
  const [run] = await rules.list()
  expect(run).toMatchObject({
    outcome: 'FAILED',
    error: expect.stringContaining('webhookId does not exist in this tenant'),
    actions: [{ outcome: 'SKIPPED' }, { type: 'SEND_WEBHOOK', outcome: 'FAILED', error: expect.stringContaining('does not exist') }],
    causedEventIds: [],
  })
  expect(await getPriority(id)).toBe('normal')
})
