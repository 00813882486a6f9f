/**
 * Applies a rule to the threads that a request listed. Each thread gets its own transaction in the regular rule runner, and its run has the
 * key (job, thread). So a chunk can be repeated after a kill: no run happens twice, and the figures are counted from the runs.
 */
import { isBusy } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { job, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import type { EventActor } from '#platform/outbox/attribution.ts'
import { advanceJob, findJobOrder, type JobRecord, lockJob } from '../../jobs/index.ts'
import { readSettings } from '../../tenants/index.ts'
import { dropItems, findItems, loadSnapshot, removeItems } from '../../threads/index.ts'
import { matchesThread } from '../conditions/match-thread.ts'
import { findVersion, type RunningRule } from '../queries.ts'
import { findRunsOfJob } from '../runs/run-queries.ts'
import { recordFailed, runRule, type RunServices, type RunTenant } from '../runs/run-rule.ts'

const chunk = 50
/** Maximum milliseconds of a chunk, well below its lease. */
const maxChunkMs = 3_000
/** Attempt number from which a thread's temporary failure is recorded as final, so that the other threads are not held up. */
const lastPatientAttempt = 3
const maxFailuresKept = 100

/** The threads to which the rule has been applied, or the reason why it no longer can be. */
type Chunk = { threadIds: Uuid[]; isLast: boolean } | { error: string }
type Context = Omit<RunContext<NoInput, Chunk | null>, 'found'>

const hasEnded = ({ state }: JobRecord): boolean => state === 'DONE' || state === 'FAILED'

type Outside = RunServices & Pick<OutsideContext<NoInput>, 'tenantId' | 'key' | 'attempt' | 'signal'>

/** Applies the rule to the next threads. */
export async function applyChunk(context: Outside): Promise<Chunk | null> {
  const { db, tenantId, key: jobId, attempt, signal } = context
  const order = await db.first(findJobOrder, { tenantId, id: jobId })
  if (!order || hasEnded(order)) return null
  // Safe because `applyAutomationRule` stored the input.
  const { ruleId, version } = order.input as { ruleId: Uuid; version: number }
  const found = await db.first(findVersion, { tenantId, ruleId, version })
  const settings = await readSettings(db, tenantId)
  if (!found || !settings) return { error: 'The rule was deleted.' }
  const rule: RunningRule = { ...found.rule, id: ruleId, version, fromSequence: 0 }
  const tenant: RunTenant = { tenantId, name: settings.name, mailsPerDay: settings.automations.mailsPerDay }
  const items = await db.rows(findItems, { tenantId, jobId, limit: chunk })
  const endsAt = performance.now() + maxChunkMs
  const threadIds: Uuid[] = []
  for (const { threadId } of items) {
    if (signal.aborted || performance.now() > endsAt) break
    await applyToThread(context, tenant, rule, { threadId, application: { jobId, actor: order.actor }, attempt })
    threadIds.push(threadId)
  }
  return { threadIds, isLast: threadIds.length === items.length && items.length < chunk }
}

type OneThread = { threadId: Uuid; application: { jobId: Uuid; actor: EventActor | null }; attempt: number }

async function applyToThread(
  services: RunServices,
  tenant: RunTenant,
  rule: RunningRule,
  { threadId, application, attempt }: OneThread,
): Promise<void> {
  const { db } = services
  const { tenantId } = tenant
  const snapshot = await loadSnapshot(db, tenantId, threadId)
  if (!snapshot || !matchesThread(rule.filter, snapshot)) return
  const triggerContext = { threadId, event: null, beganAt: null, application }
  try {
    await runRule(services, tenant, rule, triggerContext)
  } catch (error) {
    if (isBusy(error) || attempt < lastPatientAttempt) throw error
    await recordFailed(db, tenantId, rule, triggerContext, error)
  }
}

/** Removes the threads from the list and updates the progress, in one transaction. */
async function recordChunk({ tx, effects, tenantId, key: id, found }: RunContext<NoInput, Chunk | null>) {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown || !found || hasEnded(shown)) return undefined
  if ('error' in found) return giveUp({ tx, effects, tenantId, key: id, error: found.error })
  const { threadIds, isLast } = found
  const runs = await tx.rows(findRunsOfJob, { tenantId, jobId: id, threadIds })
  await tx.rows(removeItems, { tenantId, jobId: id, threadIds })
  const { outcomes, failures } = readResult(shown)
  for (const outcome of [...runs.map((run) => run.outcome), ...Array.from({ length: threadIds.length - runs.length }, () => 'NOT_RUN')])
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const failed = runs.filter(({ outcome }) => outcome === 'FAILED')
  const added = failed.map((run) => ({ threadId: toTypeId('thr', run.threadId), runId: toTypeId('rrn', run.id), error: run.error }))
  await advanceJob({ tx, effects, tenantId }, id, {
    state: isLast ? 'DONE' : 'RUNNING',
    done: shown.done + threadIds.length,
    failed: shown.failed + failed.length,
    result: { outcomes, failures: [...failures, ...added].slice(0, maxFailuresKept) },
  })
  return isLast ? undefined : { againInSeconds: 0 }
}

/** Ends the job before the rule has been applied to all threads. */
async function giveUp({
  tx,
  effects,
  tenantId,
  key: id,
  error,
}: Pick<Context, 'tx' | 'effects' | 'tenantId' | 'key'> & { error: string }): Promise<undefined> {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown) return
  await tx.rows(dropItems, { tenantId, jobId: id })
  await advanceJob({ tx, effects, tenantId }, id, { ...shown, state: 'FAILED', result: { ...readResult(shown), error } })
}

type Result = { outcomes: Record<string, number>; failures: unknown[] }

function readResult({ result }: JobRecord): Result {
  // Safe because only this job writes the result.
  return { outcomes: {}, failures: [], ...(result as Partial<Result> | null) }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'apply-automation-rule': NoInput
  }
}

export const applyRuleToThreads = job({
  name: 'apply-automation-rule',
  description: 'Applies an automation rule to the threads that match a filter, in chunks.',
  leaseSeconds: 20,
  atOnce: 1,
  outside: applyChunk,
  run: recordChunk,
  onDead: giveUp,
})
