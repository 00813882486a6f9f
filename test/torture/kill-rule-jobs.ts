/**
 * Dry runs and applications of rules under `kill -9`: both services are killed while the jobs work in chunks. Afterwards a dry run has the
 * figures and matches of one that was not killed, and a rule has been applied once to each thread.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Database, statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { Verified } from './crash-test.ts'
import { askApi } from './operator.ts'
import type { TortureTenant } from './service.ts'

const kills = 4
const maxWaitMs = 120_000
const note = 'Applied to threads of now'

type OfTenant = { tenantId: string }

/** Progress of the jobs of dry runs and applications, and whether any is unfinished. */
const findProgress = statement<OfTenant, { progress: number; unfinished: number }>(`
  select (select coalesce(sum(sequence), 0) from automation_dry_runs where tenant_id = :tenantId::uuid)
      + (select coalesce(sum(done), 0) from bulk_jobs where tenant_id = :tenantId::uuid)
      + (select count(*) from automation_runs where tenant_id = :tenantId::uuid and job_id is not null) as progress,
    (select count(*) from automation_dry_runs where tenant_id = :tenantId::uuid and state in ('QUEUED', 'RUNNING'))
      + (select count(*) from bulk_jobs where tenant_id = :tenantId::uuid and state in ('QUEUED', 'RUNNING')) as unfinished`)

const findMatches = statement<OfTenant & { dryRunId: string | null }, object>(`
  select thread_id, event_id, outcome, guard, error, created_at, changes::text, actions::text from automation_dry_run_matches
  where tenant_id = :tenantId::uuid and dry_run_id = :dryRunId::uuid order by created_at, thread_id, event_id`)

const findNotApplied = statement<OfTenant & { jobId: string | null }, { id: string; runs: number; notes: number }>(`
  select * from (
    select t.id, (select count(*) from automation_runs r where r.tenant_id = :tenantId::uuid and r.job_id = :jobId::uuid and r.thread_id = t.id) as runs,
      (select count(*) from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.internal and m.body = '${note}') as notes
    from threads t where t.tenant_id = :tenantId::uuid) applied
  where runs <> 1 or notes <> 1`)

const on = (event: string) => ({ type: 'EVENT', events: [event] })
const tried: readonly object[] = [
  {
    name: 'Reply',
    trigger: on('message.created'),
    message: { authorTypes: ['CUSTOMER'] },
    filter: { none: [{ priority: 'urgent' }] },
    actions: [{ type: 'REPLY', body: 'We are on it.' }],
  },
  { name: 'At a time', trigger: { type: 'TIME', since: 'STATUS', afterMinutes: 0 }, actions: [{ type: 'SET_PRIORITY', priority: 'low' }] },
]

type DryRun = { id: string; createdAt: string; state: string; matched: number }
type Job = { id: string; state: string; total: number; done: number; failed: number; result: { outcomes: Record<string, number> } | null }

/** Returns the differences, and the number of kills while a job was running. */
export async function killRuleJobs(
  both: readonly [Verified, Verified],
  tenant: TortureTenant,
): Promise<{ wrong: string[]; midway: number }> {
  const [{ service, client }] = both
  const { tenantId, slug } = tenant
  const wrong: string[] = []
  const to = new Date().toISOString()
  const startDryRuns = async (): Promise<string[]> => {
    const ids: string[] = []
    for (const rule of tried) ids.push((await askApi<DryRun>(client, tenant, 'POST', '/automation-rules/dry-runs', { rule, to })).data.id)
    return ids
  }
  const wait = () => service.withDatabase((db) => untilDone(db, tenant))
  const undisturbed = await startDryRuns()
  await wait()
  const rule = { name: 'Applied', enabled: false, trigger: on('thread.created'), actions: [{ type: 'ADD_NOTE', body: note }] }
  const { id: ruleId } = (await askApi<{ id: string }>(client, tenant, 'POST', '/automation-rules', rule)).data
  const { total } = (await askApi<object[]>(client, tenant, 'GET', '/threads?limit=1')).meta
  const killed = await startDryRuns()
  const { id: jobId } = (
    await askApi<Job>(client, tenant, 'POST', `/automation-rules/${ruleId}/apply`, { filter: {}, expectedTotal: total })
  ).data
  let midway = 0
  for (let kill = 0; kill < kills; kill++) if (await killMidway(both, tenant)) midway++
  await wait()
  for (const [i, id] of killed.entries()) {
    const read = async (dryRunId = ''): Promise<{ run: object; matches: object[] }> => {
      const { id: _, createdAt: __, ...run } = (await askApi<DryRun>(client, tenant, 'GET', `/automation-rules/dry-runs/${dryRunId}`)).data
      const params = { tenantId, dryRunId: parseTypeId('rdy', dryRunId) }
      return { run, matches: await service.withDatabase((db) => db.rows(findMatches, params)) }
    }
    const [expected, found] = [await read(undisturbed[i]), await read(id)]
    if (expected.matches.length === 0) wrong.push(`${slug}: the dry run ${undisturbed[i]} has no matches: ${JSON.stringify(expected.run)}`)
    if (!isDeepStrictEqual(found, expected))
      wrong.push(`${slug}: a killed dry run has ${JSON.stringify(found.run)} in place of ${JSON.stringify(expected.run)}, or other matches`)
  }
  const job = (await askApi<Job>(client, tenant, 'GET', `/jobs/${jobId}`)).data
  if (job.state !== 'DONE' || job.done !== total || job.failed !== 0 || !isDeepStrictEqual(job.result?.outcomes, { APPLIED: total }))
    wrong.push(`${slug}: the rule was applied with ${JSON.stringify(job)}; there are ${total} threads`)
  const others = await service.withDatabase((db) => db.rows(findNotApplied, { tenantId, jobId: parseTypeId('job', jobId) }))
  wrong.push(...others.map((thread) => `${slug}: a rule was applied not once to a thread: ${JSON.stringify(thread)}`))
  return { wrong, midway }
}

/** Waits until a job has made progress, kills both services and restarts them. Returns false when all jobs had finished before. */
async function killMidway(both: readonly [Verified, Verified], tenant: TortureTenant): Promise<boolean> {
  const [{ service }] = both
  const isMidway = await service.withDatabase(async (db) => {
    const find = async () => (await db.first(findProgress, tenant)) ?? { progress: 0, unfinished: 0 }
    const before = await find()
    let now = before
    for (const deadline = performance.now() + maxWaitMs; now.unfinished > 0 && performance.now() < deadline; now = await find())
      if (now.progress > before.progress) break
    await Promise.all(both.map((at) => at.service.kill()))
    // No worker is left, so the leases can be expired early.
    await db.script('update jobs set leased_until = now(), due_at = now() where leased_until is not null')
    return (await find()).unfinished > 0 && now.progress > before.progress
  })
  await Promise.all(both.map((at) => at.service.start()))
  return isMidway
}

async function untilDone(db: Database, tenant: TortureTenant): Promise<void> {
  for (const deadline = performance.now() + maxWaitMs; (await db.first(findProgress, tenant))?.unfinished !== 0; await sleep(200))
    if (performance.now() > deadline) throw new Error(`A dry run or the application of a rule has not ended after ${maxWaitMs / 1000} s`)
}
