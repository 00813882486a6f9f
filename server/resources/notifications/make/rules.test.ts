/** Notifications that the action NOTIFY sends, and notifications about paused rules and disabled webhooks. */
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { AutomationRule, Notification } from '../../../../client/index.ts'
import { type Agent, getNotifications } from '../../../../test/support/notifications.ts'
import { openReceiver } from '../../../../test/support/receiver.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { getJobs } from '../../../../test/support/threads.ts'
import { parseTypeId } from '#platform/ids.ts'

let tenant: TestTenant
let rules: RuleKit
let ada: Agent
let grace: Agent
const service = await setUpService({ worker: true })
const by = getNotifications(service)
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
  ada = await by.createAgent(tenant, 'Ada', 'ADMIN')
  grace = await by.createAgent(tenant, 'Grace')
})

const onPriority = { trigger: { type: 'EVENT', events: ['thread.priority_changed'] } }
const text = '{{customer.name}} waits for {{assignee.name|somebody}}.'
const setPriority = (id: string, priority: string) => tenant.api('PATCH', `/threads/${id}`, { body: { priority } })
/** Waits until rules have run `times` times, and their jobs are done. */
async function settleRuns(times: number): Promise<void> {
  await expect.poll(async () => (await rules.list()).length).toBe(times)
  await expect.poll(() => getJobs(service, tenant, 'notify-users')).toEqual([])
}
const toldOf = async (agent: Agent, type: string): Promise<Notification[]> =>
  (await by.as<Notification[]>(agent, 'GET', `/notifications?type=${type}&limit=100`)).body.data

it('tells assignee, followers, a team and users, each once, with variables filled in', async () => {
  const [follower, member] = [await by.createAgent(tenant, 'Frances'), await by.createAgent(tenant, 'Mary')]
  const outsider = await by.createAgent(tenant, 'Ole')
  const teamId = (await tenant.skein.createTeam({ body: { name: 'First line' } })).data.id
  await tenant.api('PUT', `/teams/${teamId}/members/${member.id}`)
  const action = { type: 'NOTIFY', text, assignee: true, followers: true, teamId, userIds: [ada.id, member.id] }
  const rule = await rules.make({ ...onPriority, name: 'Watch', actions: [action] })
  const id = await by.createThread(tenant)
  await tenant.api('POST', `/threads/${id}/assign`, { body: { assigneeId: grace.id } })
  await tenant.api('PUT', `/threads/${id}/followers/${follower.id}`)
  await setPriority(id, 'high')
  await settleRuns(1)
  for (const agent of [ada, grace, follower, member])
    expect(await toldOf(agent, 'RULE'), agent.id).toMatchObject([
      { thread: { id }, count: 1, excerpt: 'Carla waits for Grace.', actor: { type: 'RULE', id: rule.id, name: 'Watch' }, readAt: null },
    ])
  expect(await toldOf(outsider, 'RULE')).toEqual([])
  const { data: events } = await tenant.skein.listEvents({ query: { limit: 100, types: 'thread.priority_changed' } })
  expect((await toldOf(ada, 'RULE'))[0]?.eventIds).toEqual(events.map((event) => event.id))
  expect((await rules.list())[0]).toMatchObject({ outcome: 'APPLIED', actions: [{ type: 'NOTIFY', outcome: 'DONE' }] })
})

it('later runs raise the count of an unread notification, and show the latest text', async () => {
  await rules.make({ ...onPriority, actions: [{ type: 'NOTIFY', text: 'It is {{thread.priority}} now.', userIds: [ada.id] }] })
  const id = await by.createThread(tenant)
  for (const priority of ['high', 'urgent']) await setPriority(id, priority)
  await settleRuns(2)
  expect(await toldOf(ada, 'RULE')).toMatchObject([{ count: 2, excerpt: 'It is urgent now.' }])
  expect((await by.countsOf(ada)).byType.RULE).toBe(1)
})

it('nobody to tell is no effect, and a variable without a value fails the run', async () => {
  await rules.make({ ...onPriority, actions: [{ type: 'NOTIFY', text: 'Look', assignee: true }] })
  await rules.make({ ...onPriority, actions: [{ type: 'NOTIFY', text: 'For {{team.name}}', userIds: [ada.id] }] })
  await setPriority(await by.createThread(tenant), 'high')
  await settleRuns(2)
  expect(await rules.outcomes()).toEqual(['NO_EFFECT', 'FAILED'])
  expect((await rules.list())[1]?.error).toContain('actions[0].text team.name has no value')
  expect(await toldOf(ada, 'RULE')).toEqual([])
})

it('users choose how rules reach them, and a mail says what the rule says', async () => {
  await by.as(ada, 'PATCH', '/me/preferences', { notifications: { types: { RULE: { inApp: false, desktop: false, mail: 'AT_ONCE' } } } })
  await rules.make({ ...onPriority, actions: [{ type: 'NOTIFY', text, userIds: [ada.id, grace.id] }] })
  await setPriority(await by.createThread(tenant), 'high')
  await settleRuns(1)
  expect([(await toldOf(ada, 'RULE')).length, (await toldOf(grace, 'RULE')).length]).toEqual([0, 1])
  expect(await getJobs(service, tenant, 'mail-notification')).toHaveLength(1)
})

it('a paused rule tells owners and admins which rule it is, and no agents', async () => {
  const rule = await rules.make({ actions: [{ type: 'ADD_NOTE', body: 'For {{team.name}}' }], name: 'Fails' })
  for (let i = 0; i < 20; i++) await by.createThread(tenant)
  const isEnabled = async () => (await tenant.api<AutomationRule>('GET', `/automation-rules/${rule.id}`)).body.data.enabled
  await expect.poll(isEnabled).toBe(false)
  await by.settle(tenant)
  expect(await toldOf(ada, 'RULE_PAUSED')).toMatchObject([
    { thread: null, job: null, count: 1, excerpt: null, actor: { type: 'RULE', id: rule.id, name: 'Fails' } },
  ])
  expect(await toldOf(grace, 'RULE_PAUSED')).toEqual([])
})

it('a disabled webhook tells owners and admins by bell and mail, and no agents', async () => {
  const receiver = await openReceiver(() => 410)
  onTestFinished(() => receiver.close())
  const { id } = (await tenant.skein.createWebhook({ body: { url: receiver.url, events: ['thread.created'], description: 'Orders' } })).data
  await by.createThread(tenant)
  await expect.poll(async () => (await tenant.skein.getWebhook({ path: { id } })).data.status).toBe('DISABLED')
  await by.settle(tenant)
  expect(await toldOf(ada, 'WEBHOOK_DISABLED')).toMatchObject([
    { thread: null, job: null, count: 1, excerpt: null, actor: { type: 'WEBHOOK', id, name: 'Orders' } },
  ])
  expect(await toldOf(grace, 'WEBHOOK_DISABLED')).toEqual([])
  expect(await getJobs(service, tenant, 'mail-notification')).toContain(`${parseTypeId('usr', ada.id)} jobs`)
})
