/** Runs one rule on one thread, in its own transaction: the run, the effects and their events commit together or not at all. */
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { EventCause } from '#platform/outbox/attribution.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { getIdentity, type WriteIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import {
  getAddress,
  hasReachedMailLimit,
  lockActionTargets,
  lockSnapshot,
  mayReplyAutomatically,
  prepareActions,
  type PreparedActions,
  recordAutomaticMail,
  type RunContext,
  writeActions,
} from '../../threads/index.ts'
import { matchesThread } from '../conditions/match-thread.ts'
import { ruleApplied } from '../events.ts'
import type { RunningRule } from '../queries.ts'
import { hasBegunAt } from '../times/find-start.ts'
import { expandActions, type Expanded } from './expand-actions.ts'
import { findOnHold } from './find-on-hold.ts'
import { findGuard, maxChangesPerHour, type TriggerContext } from './guards.ts'
import { countMail, findPast, insertRun, rememberThread, type NewRun, type RunAction } from './run-queries.ts'
import { countFailure } from './pause-rule.ts'
import type { RunGuard, RunOutcome } from './run-schema.ts'

export type RunServices = { readonly db: Database; readonly config: Config; readonly secrets: Secrets }
/** Facts about the tenant that all of its runs share. */
export type RunTenant = { readonly tenantId: Uuid; readonly name: string; readonly mailsPerDay: number }

/** Thrown to roll back everything except the run. */
class RunStopped extends Error {
  readonly run: Pick<NewRun, 'outcome' | 'guard' | 'error' | 'actions'>
  constructor(outcome: RunOutcome, details: { guard?: RunGuard; error?: string; actions?: RunAction[] } = {}) {
    super(`The run ended: ${outcome}`)
    this.run = { outcome, guard: details.guard ?? null, error: details.error ?? null, actions: details.actions ?? [] }
  }
}

/**
 * Runs the rule and returns the outcome; null when it has run before or must not run at all. Throws temporary errors that a retry can get
 * past, such as a lock timeout.
 */
export async function runRule(
  services: RunServices,
  tenant: RunTenant,
  rule: RunningRule,
  triggerContext: TriggerContext,
): Promise<RunOutcome | null> {
  const startedAt = performance.now()
  const run = createRun(tenant.tenantId, rule, triggerContext)
  const toDuration = () => Math.round(performance.now() - startedAt)
  try {
    return await services.db.background(tenant.tenantId, async (tx) => {
      const done = await applyRule(services, tx, tenant, rule, triggerContext, run)
      if (!done) return null
      const recorded = await tx.first(insertRun, { ...run, ...done, durationMs: toDuration() })
      // Another worker has recorded the run in the meantime, so roll this one back.
      if (!recorded) throw new RunStopped('STALE')
      return done.outcome
    })
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error
    return recordStopped(services.db, rule, { ...run, ...error.run, durationMs: toDuration() })
  }
}

/** Returns a new run, without its outcome. */
export function createRun(tenantId: Uuid, { id, version }: Pick<RunningRule, 'id' | 'version'>, triggerContext: TriggerContext): NewRun {
  return {
    tenantId,
    id: newId(),
    ruleId: id,
    ruleVersion: version,
    threadId: triggerContext.threadId,
    eventId: toEventId(triggerContext),
    beganAt: triggerContext.beganAt,
    jobId: triggerContext.application?.jobId ?? null,
    outcome: 'APPLIED',
    guard: null,
    error: null,
    changes: { before: {}, after: {} },
    actions: [],
    causedAfter: null,
    depth: (triggerContext.event?.cause?.depth ?? 0) + 1,
    durationMs: 0,
  }
}

/** Records a run that changed nothing. Returns null if the run is already recorded. */
export async function recordStopped(db: Database, rule: Pick<RunningRule, 'id' | 'version'>, run: NewRun): Promise<RunOutcome | null> {
  return db.background(run.tenantId, async (tx) => {
    const recorded = await tx.first(insertRun, run)
    if (recorded && run.outcome === 'FAILED' && run.jobId === null) await countFailure(tx, run.tenantId, rule)
    return recorded ? run.outcome : null
  })
}

/** Records that a rule failed on a trigger in every attempt. */
export function recordFailed(
  db: Database,
  tenantId: Uuid,
  rule: RunningRule,
  triggerContext: TriggerContext,
  error: unknown,
): Promise<RunOutcome | null> {
  const message = error instanceof Error ? error.message : String(error)
  return recordStopped(db, rule, { ...createRun(tenantId, rule, triggerContext), outcome: 'FAILED', error: message.slice(0, 1000) })
}

/** Returns the event that is the run's key; null when the start of the condition is the key. */
function toEventId({ event, beganAt }: TriggerContext): Uuid | null {
  return beganAt === null ? (event?.id ?? null) : null
}

function toRootEventId({ event }: TriggerContext): Uuid | null {
  return event?.cause?.rootEventId ?? event?.id ?? null
}

type Done = Pick<NewRun, 'outcome' | 'changes' | 'actions' | 'causedAfter'>

async function applyRule(
  services: RunServices,
  tx: Queryable,
  tenant: RunTenant,
  rule: RunningRule,
  triggerContext: TriggerContext,
  run: NewRun,
): Promise<Done | null> {
  const { tenantId } = tenant
  const { threadId, event, beganAt } = triggerContext
  const snapshot = await lockSnapshot(tx, tenantId, threadId)
  if (!snapshot) return null
  const past = await tx.first(findPast, {
    tenantId,
    ruleId: rule.id,
    threadId,
    eventId: toEventId(triggerContext),
    beganAt,
    jobId: run.jobId,
    limit: maxChangesPerHour,
  })
  if (!past || past.isDone || (rule.oncePerThread && past.appliedBefore)) return null
  // The thread may have been merged in the meantime.
  const isFitting = snapshot.thread.mergedInto === null && matchesThread(rule.filter, snapshot)
  if (beganAt !== null && !(isFitting && (await hasBegunAt(tx, tenantId, rule.trigger, snapshot, beganAt)))) return null
  if (!isFitting) throw new RunStopped('STALE')
  const expanded = await refuseByName(() => expandActions(tx, tenantId, rule.actions), rule)
  const guard = findGuard(rule, expanded, triggerContext, past, snapshot.thread)
  if (guard) throw new RunStopped(guard.outcome, { guard: guard.guard })
  if (expanded.replies && !(await mayReplyAutomatically(tx, services.config, { tenantId, threadId })))
    throw new RunStopped('LIMITED', { guard: 'RECIPIENT' })

  const cause: EventCause = {
    type: 'RULE',
    id: rule.id,
    depth: run.depth,
    rootEventId: toRootEventId(triggerContext),
    ruleIds: [...new Set([...(event?.cause?.ruleIds ?? []), ...(triggerContext.buildsOn ?? []), rule.id])],
    runId: run.id,
  }
  const actor = triggerContext.application?.actor ?? ({ type: 'RULE', id: rule.id, name: rule.name } as const)
  const identity: WriteIdentity = { ...getIdentity(tenantId, actor, cause), via: 'RULE' }
  const effects = new CollectedEffects()
  const context: RunContext = {
    tx,
    effects,
    config: services.config,
    secrets: services.secrets,
    by: { tenantId, tenant, user: null, identity },
    emitForWebhook: (into, record, webhookId) =>
      into.emit(ruleApplied, run.id, { rule: { id: rule.id, name: rule.name }, thread: record, runId: run.id, webhookId }),
  }
  const { result, hasReplied, onHold } = await refuseByName(
    async () => {
      await lockActionTargets(context, [snapshot.thread], expanded.actions)
      const positions = await findOnHold(tx, tenantId, expanded.actions)
      const prepared = await prepareActions(context, snapshot.thread, { reply: null, actions: expanded.actions })
      if (prepared.actions.every(({ outcome }) => outcome === 'NO_EFFECT'))
        return { result: null, hasReplied: false, onHold: new Set<number>() }
      await countMails(tx, services.config, tenant, prepared)
      const written = await writeActions(context, prepared, { action: 'thread.rule_applied', after: { ruleId: rule.id, runId: run.id } })
      return { result: written, hasReplied: prepared.written.some(({ internal }) => !internal), onHold: positions }
    },
    rule,
    expanded,
  )
  if (!result)
    return { outcome: 'NO_EFFECT', changes: run.changes, actions: toOutcomes(rule, expanded, () => 'NO_EFFECT'), causedAfter: null }
  if (rule.oncePerThread || hasReplied) await tx.rows(rememberThread, { tenantId, ruleId: rule.id, threadId, replied: hasReplied })
  await writeLedger(tx, identity, effects, { status: 200, record: null })
  return {
    outcome: 'APPLIED',
    changes: { before: result.before, after: result.after },
    actions: toOutcomes(rule, expanded, (i) => (result.actions[i]?.outcome === 'DONE' ? (onHold.has(i) ? 'HELD' : 'DONE') : 'NO_EFFECT')),
    causedAfter: past.sequence,
  }
}

/** Counts a run's mails for the customer and the inbox. Throws if one of them has reached its limit. */
async function countMails(
  tx: Queryable,
  config: RunServices['config'],
  { tenantId, mailsPerDay }: RunTenant,
  { thread, written }: PreparedActions,
): Promise<void> {
  const mails = written.flatMap(({ messageId, mail }) => (mail === null ? [] : [{ messageId, mail }]))
  if (mails.length === 0) return
  const counted = await tx.first(countMail, { tenantId, customerId: thread.customerId, mails: mails.length })
  const isOver = (counted?.mails ?? 0) > mailsPerDay
  for (const { messageId, mail } of mails) {
    const { inboxId } = mail
    if (isOver || (await hasReachedMailLimit(tx, config, { tenantId, inboxId })))
      throw new RunStopped('LIMITED', { guard: 'MAILS_PER_DAY' })
    await recordAutomaticMail(tx, { tenantId, messageId, threadId: thread.id, inboxId, address: getAddress(mail), source: 'RULE' })
  }
}

/** Outcomes that a rule's action inherits from the actions that it expands to, most important first. */
const outcomes = ['HELD', 'DONE'] as const

/**
 * Returns the outcome of each of the rule's actions. An action that expands to several is held if one of them is held, otherwise done if
 * one of them was done.
 */
function toOutcomes(rule: RunningRule, { origins }: Expanded, find: (expanded: number) => RunAction['outcome']): RunAction[] {
  return rule.actions.map(({ type }, i) => {
    const own = new Set(origins.flatMap((origin, n) => (origin === i ? [find(n)] : [])))
    return { type, outcome: outcomes.find((outcome) => own.has(outcome)) ?? 'NO_EFFECT', error: null }
  })
}

/** Turns the error of a rejected action into a failed run that names the action. Rethrows all other errors. */
async function refuseByName<Result>(work: () => Promise<Result>, rule: RunningRule, expanded?: Expanded): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.declaration.status >= 500 || error.declaration === systemUnavailable) throw error
    const [detail] = error.details ?? []
    const place = /^actions\[(\d+)\]/.exec(detail?.field ?? '')?.[1]
    const index = place === undefined ? null : (expanded?.origins[Number(place)] ?? Number(place))
    const message = detail ? `${detail.field ? `${detail.field} ` : ''}${detail.message}` : error.message
    const actions = rule.actions.map(
      ({ type }, i): RunAction => ({ type, outcome: i === index ? 'FAILED' : 'SKIPPED', error: i === index ? message : null }),
    )
    throw new RunStopped('FAILED', { error: `${error.declaration.code}: ${message}`.slice(0, 1000), actions })
  }
}
