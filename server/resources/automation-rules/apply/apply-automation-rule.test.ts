/** A rule that a user applies to existing threads runs once on each thread, in the same runner as all rules. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../../../../client/index.ts'
import { getRules, type RuleKit } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { until } from '../../../../test/support/job-fixture.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const apply = <Data = Job>(id: string, body: object, headers: Record<string, string> = {}) =>
  tenant.api<Data>('POST', `/automation-rules/${id}/apply`, { body, headers })
const getPriority = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data.priority
const patch = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })
const readJob = async (id: string) => (await tenant.api<Job>('GET', `/jobs/${id}`)).body.data

/** Applies a rule, and returns the job when it has ended. */
async function applyAndWait(id: string, body: object): Promise<Job> {
  const started = await apply(id, body)
  expect(started.status, started.text).toBe(202)
  const worker = service.startWorker()
  await until(async () => ['DONE', 'FAILED'].includes((await readJob(started.body.data.id)).state))
  await worker.stop()
  return readJob(started.body.data.id)
}

describe('a rule that is applied to threads of now', () => {
  it('changes those that match both filters, also while it is disabled', async () => {
    const rule = await rules.make({ enabled: false, filter: { none: [{ priority: 'low' }] } })
    const [normal, low, urgent, pending] = [
      await makeThread(tenant),
      await makeThread(tenant, { priority: 'low' }),
      await makeThread(tenant, { priority: 'urgent' }),
      await makeThread(tenant),
    ]
    await patch(pending, { status: 'pending' })
    const job = await applyAndWait(rule.id, { filter: { status: 'open' }, expectedTotal: 3 })
    expect(job).toMatchObject({ type: 'AUTOMATION_RULE', state: 'DONE', total: 3, done: 3, failed: 0 })
    expect(job.result).toEqual({ outcomes: { APPLIED: 1, NO_EFFECT: 1, NOT_RUN: 1 }, failures: [] })
    expect(await Promise.all([normal, low, urgent, pending].map(getPriority))).toEqual(['urgent', 'low', 'urgent', 'normal'])
    const runs = await rules.list(`&jobId=${job.id}`)
    expect(runs.map(({ threadId, outcome }) => [threadId, outcome]).toSorted()).toEqual(
      [
        [normal, 'APPLIED'],
        [urgent, 'NO_EFFECT'],
      ].toSorted(),
    )
    expect(runs[0]).toMatchObject({ eventId: null, beganAt: null, jobId: job.id, ruleVersion: 1, depth: 1 })
  })

  it('names the user as the actor and the rule as the cause, and other rules run on it', async () => {
    const rule = await rules.make({ enabled: false })
    const other = await rules.make({
      trigger: { type: 'EVENT', events: ['thread.priority_changed'] },
      actions: [{ type: 'SET_STATUS', status: 'pending' }],
    })
    await makeThread(tenant)
    await rules.run()
    const job = await applyAndWait(rule.id, { filter: {}, expectedTotal: 1 })
    await rules.run()
    const [run] = await rules.list(`&jobId=${job.id}`)
    const { data: events } = await tenant.skein.listEvents({ query: { limit: 100, types: 'thread.priority_changed' } })
    expect(events[0]).toMatchObject({
      id: run?.causedEventIds[0],
      actor: { type: 'API_KEY', id: tenant.ownerId },
      cause: { type: 'RULE', id: rule.id, runId: run?.id, depth: 1, ruleIds: [rule.id] },
    })
    const { data: rows } = await tenant.skein.listAuditLogs({ query: { limit: 20 } })
    const audited = rows.filter(({ action, actor }) => action === 'thread.rule_applied' && actor.id === tenant.ownerId)
    expect(audited).toMatchObject([{ via: 'RULE', actor: { type: 'USER' } }])
    expect(await rules.list(`&ruleId=${other.id}`)).toMatchObject([{ outcome: 'APPLIED', depth: 2 }])
  })

  it('holds the guards, and is applied once for each thread if it says so', async () => {
    const rule = await rules.make({ oncePerThread: true })
    await makeThread(tenant)
    await rules.run()
    await makeThread(tenant)
    await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { enabled: false } })
    expect((await applyAndWait(rule.id, { filter: {}, expectedTotal: 2 })).result).toMatchObject({ outcomes: { APPLIED: 1, NOT_RUN: 1 } })
    const replying = await rules.make({ enabled: false, actions: [{ type: 'REPLY', body: 'We are on it.' }] })
    expect((await applyAndWait(replying.id, { filter: {}, expectedTotal: 2 })).result).toMatchObject({ outcomes: { APPLIED: 2 } })
    expect((await applyAndWait(replying.id, { filter: {}, expectedTotal: 2 })).result).toMatchObject({ outcomes: { LIMITED: 2 } })
  })

  it('says which threads were refused, and is not paused for them', async () => {
    const rule = await rules.make({ actions: [{ type: 'ADD_NOTE', body: 'For {{team.name}}' }] })
    await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { filter: { all: [{ channel: 'api' }] } } })
    const ids = await Promise.all(Array.from({ length: 25 }, () => makeThread(tenant)))
    await service.db.script(`update automation_rules set from_sequence = 1000000 where tenant_id = '${tenant.tenantId}'`)
    const job = await applyAndWait(rule.id, { filter: {}, expectedTotal: 25 })
    expect(job).toMatchObject({ state: 'DONE', done: 25, failed: 25, result: { outcomes: { FAILED: 25 } } })
    const failures = (job.result?.['failures'] ?? []) as { threadId: string; runId: string; error: string }[]
    expect(failures.map(({ threadId }) => threadId).toSorted()).toEqual(ids.toSorted())
    expect(failures[0]).toMatchObject({ runId: expect.stringMatching(/^rrn_/), error: expect.stringContaining('team.name') })
    expect((await tenant.skein.getAutomationRule({ path: { id: rule.id } })).data.enabled).toBe(true)
  })

  it('runs in the version that was asked for, and ends when it is deleted', async () => {
    const rule = await rules.make({ enabled: false })
    const id = await makeThread(tenant)
    const started = (await apply(rule.id, { filter: {}, expectedTotal: 1 })).body.data
    const lower = { actions: [{ type: 'SET_PRIORITY', priority: 'low' }] }
    expect((await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: lower })).status).toBe(200)
    const gone = await rules.make({ enabled: false })
    const stopped = (await apply(gone.id, { filter: {}, expectedTotal: 1 })).body.data
    await tenant.api('DELETE', `/automation-rules/${gone.id}`)
    const worker = service.startWorker()
    await until(async () => (await readJob(started.id)).state === 'DONE' && (await readJob(stopped.id)).state === 'FAILED')
    await worker.stop()
    expect(await getPriority(id)).toBe('urgent')
    expect(await rules.list()).toMatchObject([{ ruleVersion: 1, outcome: 'APPLIED' }])
    expect((await readJob(stopped.id)).result).toMatchObject({ error: 'The rule was deleted.' })
  })

  it('is refused for another total, unknown filters and other tenants’ rules', async () => {
    const rule = await rules.make({ enabled: false })
    await makeThread(tenant)
    const refusal = async (id: string, body: object) => {
      const { status, body: response } = await apply(id, body)
      return [status, response.error?.code]
    }
    expect(await refusal(rule.id, { filter: {}, expectedTotal: 2 })).toEqual([409, 'SVC-THREAD-TOTAL_CHANGED'])
    for (const filter of [{ q: 'x' }, { unread: true }, { assigneeId: 'me' }, { customerFields: [] }])
      expect((await refusal(rule.id, { filter, expectedTotal: 1 }))[0]).toBe(400)
    expect((await refusal(rule.id, { expectedTotal: 1 }))[0]).toBe(400)
    const elsewhere = await getRules(service, await service.createTenant()).make()
    expect((await refusal(elsewhere.id, { filter: {}, expectedTotal: 1 }))[0]).toBe(404)
    const headers = { 'idempotency-key': `apply-${rule.id}` }
    const twice = [
      await apply(rule.id, { filter: {}, expectedTotal: 1 }, headers),
      await apply(rule.id, { filter: {}, expectedTotal: 1 }, headers),
    ]
    expect(twice[1]?.text).toBe(twice[0]?.text)
  })
})
