/** Actions that other modules carry out for rules. */
import { beforeEach, expect, it } from 'vitest'
import { parseTypeId } from '#platform/ids.ts'
import { makeUser } from '../../../../test/support/assignment.ts'
import { openMailInbox } from '../../../../test/support/mails.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { getJobs, makeThread } from '../../../../test/support/threads.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const on = (...events: string[]) => ({ trigger: { type: 'EVENT', events } })
const threadOf = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data
const update = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })

it('a rule asks the customer how it went, and assigns by a strategy', async () => {
  const team = (await tenant.skein.createTeam({ body: { name: 'Support' } })).data.id
  const member = await makeUser(tenant, { teamIds: [team] })
  await rules.make({
    ...on('thread.status_changed'),
    actions: [{ type: 'SET_TEAM', teamId: team }, { type: 'ASSIGN', strategy: 'ROUND_ROBIN' }, { type: 'REQUEST_SATISFACTION' }],
  })
  const id = await makeThread(tenant)
  await update(id, { status: 'resolved' })
  await rules.run()
  expect((await rules.list())[0]?.actions.map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE', 'DONE'])
  expect((await threadOf(id)).assignee?.id).toBe(member)
  expect(await getJobs(service, tenant, 'request-satisfaction')).toEqual([`${parseTypeId('thr', id)} rule`])
})

it('actions that undo each other have no effect', async () => {
  const labelIds = [(await tenant.skein.createLabel({ body: { name: 'VIP' } })).data.id]
  const userIds = [await makeUser(tenant)]
  await rules.make({
    actions: [
      { type: 'ADD_LABELS', labelIds },
      { type: 'ADD_FOLLOWERS', userIds },
      { type: 'REMOVE_LABELS', labelIds },
      { type: 'REMOVE_FOLLOWERS', userIds },
    ],
  })
  await makeThread(tenant)
  await rules.run()
  const [run] = await rules.list()
  expect([run?.outcome, run?.causedEventIds]).toEqual(['NO_EFFECT', []])
  expect(run?.actions.map(({ outcome }) => outcome)).toEqual(Array(4).fill('NO_EFFECT'))
})

it('replies reach a customer by mail as often a day as the settings allow', async () => {
  await tenant.api('PATCH', '/tenant/settings', { body: { automations: { mailsPerDay: 2 } } })
  const { inboxId } = await openMailInbox(tenant)
  const rule = await rules.make({ ...on('thread.created'), actions: [{ type: 'REPLY', body: 'It has arrived.' }] })
  for (let i = 0; i < 3; i++) await makeThread(tenant, { inboxId, requester: { email: 'ada@example.com' } })
  await rules.run()
  expect(await rules.outcomes(`&ruleId=${rule.id}`)).toEqual(['APPLIED', 'APPLIED', 'LIMITED MAILS_PER_DAY'])
})

it('a rule sends the thread to the webhook that it names, with the run', async () => {
  const webhook = await tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:9/', events: ['label.created'] } })
  await rules.make({ actions: [{ type: 'SEND_WEBHOOK', webhookId: webhook.data.id }] })
  await makeThread(tenant)
  await rules.run()
  const [run] = await rules.list()
  const { data: events } = await tenant.skein.listEvents({ query: { limit: 100, types: 'rule.applied' } })
  expect(events.map(({ id }) => id)).toEqual(run?.causedEventIds)
  expect(events[0]?.data.object).toMatchObject({ runId: run?.id, webhookId: webhook.data.id, thread: { subject: 'Export' } })
})
