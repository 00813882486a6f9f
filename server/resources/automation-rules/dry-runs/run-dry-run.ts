/** Runs a dry run: reads stored events in chunks, and stores what a rule would have done. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import { messageCreated } from '../../threads/index.ts'
import { findThreadToChange, snapshotTypes } from '../conditions/thread-of-event.ts'
import type { RuleDefinition } from '../schema.ts'
import {
  deleteOldDryRuns,
  type DryRunRow,
  findEventRange,
  findEvents,
  insertMatches,
  findEventTime,
  findTenant,
  isBefore,
  lockDryRun,
  noteThreads,
  updateDryRun,
} from './dry-run-queries.ts'
import { repliesToCustomer } from './guards.ts'
import { evaluatePoints, type PointInTime } from './evaluate-events.ts'
import { findPastTimes } from './past-times.ts'

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/**
 * Maximum number of events per transaction. With 400, other requests of the process waited twice as long while the rows were decoded; with
 * 150, a dry run takes a quarter more processor time. Earlier events, which only show threads, take a tenth of the time.
 */
const eventsPerChunk = 150
const earlierPerChunk = 4_000
const keptDays = 7

/** Processes the next chunk. Stores its matches and the progress in the same transaction. */
export async function runDryRun({ tx, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const stored = await tx.first(lockDryRun, { tenantId, id })
  if (!stored || stored.state === 'DONE' || stored.state === 'FAILED') return undefined
  const run = stored.state === 'QUEUED' ? await begin(tx, tenantId, stored) : stored
  const next = run.sequence < run.fromSequence - 1 ? await noteEarlier(tx, tenantId, run) : await readChunk(tx, tenantId, run)
  const isEvaluated = run.rule.trigger.type === 'EVENT' || (next.evaluatedUntil !== null && toMs(next.evaluatedUntil) >= toMs(run.to))
  const isDone = next.sequence >= run.endSequence && isEvaluated
  await tx.rows(updateDryRun, { tenantId, ...next, state: isDone ? 'DONE' : 'RUNNING' })
  return isDone ? undefined : { againInSeconds: 0 }
}

/** True when the rule's trigger events do not contain the whole thread. */
function needsPast({ trigger: { events = [] } }: RuleDefinition): boolean {
  return events.length === 0 || events.some((type) => !snapshotTypes.includes(type))
}

/** Finds the range of events of the period. */
async function begin(tx: Queryable, tenantId: Uuid, run: DryRunRow): Promise<DryRunRow> {
  const { first, last } = await fetchOne(tx, findEventRange, { tenantId })
  const start = first ?? last + 1
  const fromSequence = await findFirstSince(tx, tenantId, run.from, { first: start, last })
  const endSequence = (await findFirstSince(tx, tenantId, run.to, { first: start, last })) - 1
  return { ...run, fromSequence, endSequence, sequence: needsPast(run.rule) ? start - 1 : fromSequence - 1 }
}

/** Returns the sequence of the first event written at or after a time, by binary search, since event times increase. */
async function findFirstSince(
  tx: Queryable,
  tenantId: Uuid,
  at: string,
  { first, last }: { first: number; last: number },
): Promise<number> {
  let [low, high] = [first, last + 1]
  while (low < high) {
    const sequence = Math.floor((low + high) / 2)
    if ((await tx.first(isBefore, { tenantId, sequence, at }))?.before) low = sequence + 1
    else high = sequence
  }
  return low
}

async function noteEarlier(tx: Queryable, tenantId: Uuid, run: DryRunRow): Promise<DryRunRow> {
  const through = Math.min(run.fromSequence - 1, run.sequence + earlierPerChunk)
  await tx.rows(noteThreads, { tenantId, dryRunId: run.id, after: run.sequence, through, types: [...snapshotTypes] })
  return { ...run, sequence: through }
}

/** Input of a chunk: the events through `sequence` and, for a TIME rule, the points until `evaluatedUntil`. */
type Chunk = { events: EventRow[]; points: PointInTime[]; sequence: number; evaluatedUntil: string | null }

async function readChunk(tx: Queryable, tenantId: Uuid, run: DryRunRow): Promise<DryRunRow> {
  const { id: dryRunId, ruleId, rule } = run
  const tenant = { tenantId, ...(await fetchOne(tx, findTenant, { tenantId })) }
  const { events, points, ...reached } = await (rule.trigger.type === 'TIME' ? readTimes : readEvents)(tx, tenantId, run)
  const { matches, asOfNow } = await evaluatePoints(tx, tenant, { dryRunId, ruleId, rule }, { events, points })
  if (matches.length > 0) await tx.rows(insertMatches, { tenantId, dryRunId, rows: matches })
  const count = (outcome: (typeof matches)[number]['outcome']): number => matches.filter((match) => match.outcome === outcome).length
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: tenant.timezone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const byDay = { ...run.byDay }
  for (const { at } of matches) byDay[days.format(Date.parse(at))] = (byDay[days.format(Date.parse(at))] ?? 0) + 1
  return {
    ...run,
    ...reached,
    eventsRead: run.eventsRead + (rule.trigger.type === 'TIME' ? events.length : points.length),
    matched: run.matched + matches.length,
    wouldChange: run.wouldChange + count('WOULD_CHANGE'),
    noEffect: run.noEffect + count('NO_EFFECT'),
    guarded: run.guarded + count('GUARDED'),
    wouldFail: run.wouldFail + count('WOULD_FAIL'),
    asOfNow: [...new Set([...run.asOfNow, ...asOfNow])],
    byDay,
  }
}

async function readEvents(tx: Queryable, tenantId: Uuid, run: DryRunRow): Promise<Chunk> {
  const { rule } = run
  const own: readonly string[] = rule.trigger.events ?? []
  const others = needsPast(rule) ? pastTypes : repliesToCustomer(rule) ? [messageCreated.type] : []
  const sequence = Math.min(run.endSequence, run.sequence + eventsPerChunk)
  const events = await tx.rows(findEvents, { tenantId, after: run.sequence, through: sequence, types: [...new Set([...own, ...others])] })
  return {
    events,
    points: events.flatMap((event) => (own.includes(event.type) ? toPointsInTime(event) : [])),
    sequence,
    evaluatedUntil: null,
  }
}

async function readTimes(tx: Queryable, tenantId: Uuid, run: DryRunRow): Promise<Chunk> {
  const [from, end] = [toMs(run.evaluatedUntil ?? run.from), toMs(run.to)]
  const most = Math.min(run.endSequence, run.sequence + eventsPerChunk)
  const last = most < run.endSequence ? await tx.first(findEventTime, { tenantId, sequence: most }) : null
  const to = Math.max(from, last ? Math.min(end, toMs(last.createdAt)) : end)
  const { times, until } = await findPastTimes(tx, tenantId, run.rule.trigger, { from, to })
  const evaluatedUntil = new Date(until).toISOString()
  const isAll = until === to
  const bounds = { first: run.sequence + 1, last: most }
  const sequence = isAll ? most : (await findFirstSince(tx, tenantId, evaluatedUntil, bounds)) - 1
  const events = await tx.rows(findEvents, { tenantId, after: run.sequence, through: sequence, types: pastTypes })
  const points = times.flatMap(({ threadId, at }) => (at > from && at <= until ? [{ threadId, at, event: null }] : []))
  return { events, points, sequence, evaluatedUntil }
}

const pastTypes = [...snapshotTypes, messageCreated.type]

function toMs(time: string): number {
  return Date.parse(isoTime(time))
}

function toPointsInTime(event: EventRow): PointInTime[] {
  const threadId = findThreadToChange(event)
  return threadId === null ? [] : [{ threadId, at: toMs(event.createdAt), event }]
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the dry run. */
    'dry-run-rule': NoInput
  }
}

export const dryRunRule = job({
  name: 'dry-run-rule',
  description: 'Reads stored events for the dry run of an automation rule, in chunks.',
  leaseSeconds: 20,
  atOnce: 1,
  run: runDryRun,
  async onDead({ tx, tenantId, key: id }) {
    const run = await tx.first(lockDryRun, { tenantId, id })
    if (run) await tx.rows(updateDryRun, { tenantId, ...run, state: 'FAILED' })
  },
})

export const forgetDryRuns = job({
  name: 'forget-dry-runs',
  description: 'Deletes dry runs of automation rules after seven days.',
  every: { seconds: 3_600, for: 'tenant' },
  run: async ({ tx, tenantId }) => void (await tx.rows(deleteOldDryRuns, { tenantId, days: keptDays })),
})
