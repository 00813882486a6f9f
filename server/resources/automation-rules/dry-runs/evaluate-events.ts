/** Evaluates stored events as a running rule evaluates new ones, against the threads as the events describe them. */
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import { createPauser } from '#platform/turns.ts'
import { findFieldTypes, findSurroundings, type ThreadRecord, type ThreadSnapshot } from '../../threads/index.ts'
import type { RuleFilter, ThreadFilter } from '../condition-schema.ts'
import { allHold } from '../conditions/evaluation.ts'
import { evaluateEvent, needsMessageFacts } from '../conditions/match-event.ts'
import { matchesThread, surroundingFields } from '../conditions/match-thread.ts'
import { loadMessageFacts } from '../conditions/message-facts.ts'
import { readThreadOf } from '../conditions/thread-of-event.ts'
import { previewRule } from '../preview-rule.ts'
import type { RuleDefinition } from '../schema.ts'
import type { MatchRow } from './dry-run-queries.ts'
import { findPastGuard } from './guards.ts'
import { findThreadIds, PastThreads } from './past-threads.ts'
import { rememberReads } from './remember-reads.ts'

export type TriedRule = { dryRunId: Uuid; ruleId: Uuid | null; rule: RuleDefinition }

/** A point in time at which the rule may run: an event, or a thread's due time. */
export type PointInTime = { threadId: Uuid; at: number; event: EventRow | null }
type EvaluatedPoint = PointInTime & { thread: ThreadRecord; askedAt: number | undefined }

export type Evaluated = { matches: MatchRow[]; asOfNow: string[] }

/**
 * Evaluates a chunk of a dry run. `events` includes events that only show the state of threads. Both `events` and `points` are in
 * chronological order.
 */
export async function evaluatePoints(
  tx: Queryable,
  tenant: { tenantId: Uuid; name: string },
  tried: TriedRule,
  { events, points }: { events: readonly EventRow[]; points: readonly PointInTime[] },
): Promise<Evaluated> {
  const { tenantId } = tenant
  const { rule, dryRunId } = tried
  const threads = new PastThreads(tx, { tenantId, dryRunId })
  await threads.load([...new Set([...points.map(({ threadId }) => threadId), ...findThreadIds(events)])])
  const fitting = await findFitting(tx, tenantId, rule, points, threads)
  await threads.loadRecords(fitting.flatMap(({ threadId, event }) => (event && readThreadOf(event)?.id === threadId ? [] : [threadId])))
  const evaluated: EvaluatedPoint[] = []
  const pauser = createPauser()
  const remaining = events.values()
  let next = remaining.next()
  for (const point of fitting) {
    await pauser.pause()
    // The event of the point itself is part of the state that the rule sees.
    for (; !next.done && isUntil(next.value, point); next = remaining.next()) threads.follow(next.value)
    const thread = threads.read(point.threadId)
    if (thread) evaluated.push({ ...point, thread, askedAt: threads.memoryOf(point.threadId).askedAt })
  }
  for (; !next.done; next = remaining.next()) threads.follow(next.value)
  const surroundings = await readSurroundings(tx, tenantId, rule.filter, evaluated)
  const matching: EvaluatedPoint[] = []
  for (const point of evaluated) {
    await pauser.pause()
    if (matchesThread(rule.filter, { thread: point.thread, ...surroundings.of(point.thread) })) matching.push(point)
  }
  const matches = await previewMatches(tx, tenant, tried, matching, threads)
  await threads.store()
  return { matches, asOfNow: [...surroundings.fields, ...(threads.areAsOfNow ? ['thread'] : [])] }
}

function isUntil(event: EventRow, { event: own, at }: PointInTime): boolean {
  return own ? event.sequence <= own.sequence : toMs(event.createdAt) <= at
}

const toMs = (time: string): number => Date.parse(isoTime(time))

/** Returns the points whose events match the rule. */
async function findFitting(
  tx: Queryable,
  tenantId: Uuid,
  rule: RuleDefinition,
  points: readonly PointInTime[],
  threads: PastThreads,
): Promise<PointInTime[]> {
  const withFacts = points.flatMap(({ event }) => (event && needsMessageFacts(rule, event) ? [event] : []))
  // A thread's customer rarely changes, so the record before the chunk is good enough for the sender's address.
  if (rule.message?.fromDomains) await threads.loadRecords(points.map(({ threadId }) => threadId))
  const facts = await loadMessageFacts(tx, tenantId, withFacts, (threadId) => threads.findEmail(threadId))
  return points.filter(({ event }) => !event || allHold(evaluateEvent(rule, event, facts.get(String(event.object['id'])) ?? null)))
}

type Surroundings = { fields: string[]; of: (thread: ThreadRecord) => Omit<ThreadSnapshot, 'thread'> }

/** Reads the filter values that events do not contain. `fields` are the fields that this filter uses. */
async function readSurroundings(
  tx: Queryable,
  tenantId: Uuid,
  filter: RuleFilter,
  evaluated: readonly EvaluatedPoint[],
): Promise<Surroundings> {
  const filters: ThreadFilter[] = Object.values(filter).flat()
  const has = (field: keyof ThreadFilter): boolean => filters.some((each) => each[field] !== undefined)
  const fields = surroundingFields.filter(has)
  const { fieldTypes } = (has('customFields') && (await tx.first(findFieldTypes, { tenantId }))) || { fieldTypes: {} }
  const pairs = new Map(evaluated.map(({ thread }) => [`${thread.id} ${thread.customerId}`, thread]))
  const rows =
    fields.length === 0 || pairs.size === 0
      ? []
      : await tx.rows(findSurroundings, {
          tenantId,
          threadIds: [...pairs.values()].map(({ id }) => id),
          customerIds: [...pairs.values()].map(({ customerId }) => customerId),
        })
  const found = new Map(rows.map((row) => [`${row.threadId} ${row.customerId}`, row]))
  const none = { followerIds: [], customerIds: [], customerFields: {} }
  return { fields, of: (thread) => ({ ...(found.get(`${thread.id} ${thread.customerId}`) ?? none), fieldTypes }) }
}

/** Previews the effect of the actions on each match. */
async function previewMatches(
  tx: Queryable,
  tenant: { tenantId: Uuid; name: string },
  { ruleId, rule }: TriedRule,
  matching: readonly EvaluatedPoint[],
  threads: PastThreads,
): Promise<Evaluated['matches']> {
  if (matching.length === 0) return []
  const reads = rememberReads(tx)
  const matches: Evaluated['matches'] = []
  const pauser = createPauser()
  for (const { threadId, at, event, thread, askedAt } of matching) {
    await pauser.pause()
    const memory = { ...threads.memoryOf(threadId), ...(askedAt === undefined ? {} : { askedAt }) }
    if (rule.oncePerThread && memory.applied) continue
    const guard = findPastGuard({ ruleId, rule }, { event, at, memory, thread })
    const base = { id: newId(), threadId, eventId: event?.id ?? null, at: new Date(at).toISOString(), guard, error: null }
    if (guard) {
      matches.push({ ...base, outcome: 'GUARDED', changes: { before: {}, after: {} }, actions: [] })
      continue
    }
    const preview = await previewRule(reads, tenant, rule, thread)
    if (preview.outcome === 'WOULD_CHANGE') threads.rememberMatch(threadId, rule, at)
    matches.push({ ...base, ...preview })
  }
  return matches
}
