/** How often rules changed threads, as reports count it. */
import { beforeEach, expect, it } from 'vitest'
import type { Fact, Job, Report } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { isRead } from '../../../test/support/measures.ts'
import { getRules } from '../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => void (tenant = await service.createTenant()))

const range = 'from=today-3&to=today%2B1'
const report = async (query: string) => (await tenant.api<Report>('GET', `/reports?metrics=RULE_RUNS&${range}${query}`)).body.data

/**
 * Makes two rules: one changes new threads in several ways, the other changes urgent threads. Then it makes two threads, and waits for the
 * rules.
 */
async function runRules(): Promise<{ first: string; second: string; threads: string[] }> {
  const rules = getRules(service, tenant)
  const first = await rules.make({
    name: 'New threads',
    actions: [
      { type: 'SET_PRIORITY', priority: 'urgent' },
      { type: 'SET_STATUS', status: 'pending' },
      { type: 'ADD_NOTE', body: 'Seen' },
      { type: 'REPLY', body: 'We are on it.' },
    ],
  })
  const second = await rules.make({
    name: 'Urgent threads',
    trigger: { type: 'EVENT', events: ['thread.priority_changed'] },
    filter: { all: [{ channel: 'sms' }] },
    actions: [{ type: 'ADD_NOTE', body: 'Hurry' }],
  })
  const threads = [await makeThread(tenant), await makeThread(tenant, { channel: 'SMS' })]
  await until(async () => (await rules.list()).length === 3)
  await isRead(service, tenant)
  return { first: first.id, second: second.id, threads }
}

it('each run counts once, by rule, in reports, their facts and CSV', async () => {
  const { first, second, threads } = await runRules()
  expect((await report('')).totals).toMatchObject({ RULE_RUNS: { count: 3 } })
  const { rows } = await report('&groupBy=rule')
  expect(rows.map(({ groups, figures }) => [groups[0], figures.RULE_RUNS?.count])).toEqual([
    [{ dimension: 'rule', id: first, name: 'New threads' }, 2],
    [{ dimension: 'rule', id: second, name: 'Urgent threads' }, 1],
  ])
  expect((await report(`&ruleId=${second}`)).totals).toMatchObject({ RULE_RUNS: { count: 1 } })
  expect((await report('&groupBy=channel')).rows.map(({ figures }) => figures.RULE_RUNS?.count)).toEqual([1, 2])
  const query = `metric=RULE_RUNS&${range}&ruleId=${second}`
  const { data, meta } = (await tenant.api<Fact[]>('GET', `/reports/facts?${query}`)).body
  expect([meta.total, data[0]]).toMatchObject([
    1,
    { kind: 'RULE_RAN', thread: { id: threads[1] }, field: 'rule', to: second, cause: 'RULE' },
  ])
  const { text } = await tenant.api('GET', `/reports/facts/export?${query}`)
  expect(text).toContain(second)
  expect((await tenant.api('GET', `/reports?metrics=THREADS_CREATED&${range}&groupBy=rule`)).status).toBe(400)
})

it('a rebuild of facts and sums finds no difference', async () => {
  await runRules()
  for (const what of ['FACTS', 'SUMS']) {
    const { body } = await tenant.api<Job>('POST', '/reports/rebuild', { body: { what } })
    const read = async () => (await tenant.api<Job>('GET', `/jobs/${body.data.id}`)).body.data
    await until(async () => (await read()).state === 'DONE')
    expect((await read()).result).toMatchObject({ different: [] })
  }
  expect((await report('')).totals).toMatchObject({ RULE_RUNS: { count: 3 } })
})

it('a rule that was deleted keeps its name', async () => {
  const { first } = await runRules()
  const body = { name: 'Newest threads' }
  expect((await tenant.api('PATCH', `/automation-rules/${first}`, { body })).status).toBe(200)
  expect((await tenant.api('DELETE', `/automation-rules/${first}`)).status).toBe(200)
  const { rows } = await report('&groupBy=rule')
  expect(rows.map(({ groups }) => groups[0]?.name).toSorted()).toEqual(['Newest threads', 'Urgent threads'])
})

it('runs that only change followers count, and those without a change do not', async () => {
  const rules = getRules(service, tenant)
  const webhook = await tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:9/', events: ['label.created'] } })
  const following = await rules.make({ actions: [{ type: 'ADD_FOLLOWERS', userIds: [tenant.ownerId] }] })
  for (const action of [{ type: 'SEND_WEBHOOK', webhookId: webhook.data.id }, { type: 'REQUEST_SATISFACTION' }])
    await rules.make({ actions: [action] })
  await makeThread(tenant)
  await until(async () => (await rules.outcomes()).length === 3)
  expect(await rules.outcomes()).toEqual(['APPLIED', 'APPLIED', 'APPLIED'])
  await isRead(service, tenant)
  const { rows } = await report('&groupBy=rule')
  expect(rows.map(({ groups, figures }) => [groups[0]?.id, figures.RULE_RUNS?.count])).toEqual([[following.id, 1]])
})

it('a run without effect does not count', async () => {
  const rules = getRules(service, tenant)
  await rules.make()
  await makeThread(tenant, { priority: 'urgent' })
  await until(async () => (await rules.outcomes())[0] === 'NO_EFFECT')
  await isRead(service, tenant)
  expect((await report('')).totals).toMatchObject({ RULE_RUNS: { count: 0 } })
})
