/**
 * Turns events into facts: a reader of the outbox. A tenant's events arrive in order and once each, and all their facts commit together.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { reader } from '#platform/outbox/readers.ts'
import { findRatingRows } from '../../satisfaction/index.ts'
import { deletions, keepDeletedNames } from './deleted-names.ts'
import type { Fact } from './fact.ts'
import { isMeasured, measuredEvents, toHappenings, type Happening } from './happening.ts'
import { measure, measureAll } from './measure.ts'
import {
  ensureTenant,
  findMessageRows,
  findThreadRows,
  markForRecount,
  statements,
  toFact,
  toRow,
  type Place,
  type StoredState,
} from './queries.ts'
import { readBack } from './read-back.ts'
import { fromRows } from './from-rows.ts'
import { keepPercentiles } from './percentiles-queries.ts'
import { addToSums } from './sums-queries.ts'
import type { Measured, ThreadState, WorkingTimes } from './thread-state.ts'
import { hoursEvents, readWorkingTimes } from './working-times.ts'

/** Events that the reader reads. */
export const eventsOfMeasures = [...new Set([...measuredEvents, ...hoursEvents, ...deletions])]

export const measures = reader({
  name: 'measures',
  description: 'Makes the facts that reports count.',
  types: eventsOfMeasures,
  batch: 400,
  run: ({ tx, tenantId, events }) => readMeasures(tx, tenantId, events, 'facts'),
  async onStuck({ tx, tenantId, event }) {
    for (const threadId of new Set(toHappenings(event).map((happening) => happening.threadId)))
      if (await tx.first(markForRecount, { tenantId, threadId, sequence: event.sequence }))
        await enqueue(tx, 'count-thread-again', { tenantId, key: threadId, inSeconds: 60 })
  },
})

/** Changes that events make to a thread's facts. */
type Change = { threadId: Uuid; sequence: number; added: Fact[]; gone: Fact[]; fromRows: boolean; state: ThreadState }

/** Creates the facts of the next events. */
export async function readMeasures(tx: Queryable, tenantId: Uuid, events: readonly EventRow[], place: Place): Promise<void> {
  const { findStates } = statements[place]
  await keepDeletedNames(tx, tenantId, events)
  const happenings = Map.groupBy(events.filter(isMeasured).flatMap(toHappenings), ({ threadId }) => threadId)
  const threadIds = [...happenings.keys()]
  const stored = threadIds.length > 0 ? await tx.rows(findStates, { tenantId, threadIds }) : []
  const states = new Map(stored.map((row) => [row.threadId, row]))
  const termsIds = [...stored.map(({ state }) => state.termsId), ...[...happenings.values()].flat().map(({ termsId }) => termsId)]
  const times = await readWorkingTimes(
    tx,
    tenantId,
    events,
    termsIds.flatMap((id) => id ?? []),
  )
  const changes: Change[] = []
  const unordered: Uuid[] = []
  for (const [threadId, happened] of happenings) {
    const change = follow(threadId, states.get(threadId), happened, times)
    if (change) changes.push(change)
    else unordered.push(threadId)
  }
  if (unordered.length > 0) changes.push(...(await countAgain(tx, tenantId, unordered, happenings, states, place)))
  await writeChanges(tx, tenantId, changes, place)
}

/** Measures the happenings in order. Returns null when the thread must be recounted. */
function follow(threadId: Uuid, stored: StoredState | undefined, happened: readonly Happening[], times: WorkingTimes): Change | null {
  let state = stored?.state ?? null
  const added: Fact[] = []
  let sequence = 0
  for (const happening of happened) {
    const measured: Measured | null = measure(state, happening, times)
    if (!measured) return null
    state = measured.state
    added.push(...measured.facts)
    sequence = happening.sequence
  }
  return state && { threadId, sequence, added, gone: [], fromRows: stored?.fromRows ?? false, state }
}

/**
 * Recounts threads from everything that happened: from their facts or, if their first events were deleted, from their rows. Unchanged facts
 * are not written.
 */
async function countAgain(
  tx: Queryable,
  tenantId: Uuid,
  threadIds: readonly Uuid[],
  happenings: ReadonlyMap<Uuid, readonly Happening[]>,
  states: ReadonlyMap<Uuid, StoredState>,
  place: Place,
): Promise<Change[]> {
  const known = threadIds.filter((threadId) => states.has(threadId))
  const facts = known.length > 0 ? (await tx.rows(statements[place].findFacts, { tenantId, threadIds: known })).map(toFact) : []
  const stored = Map.groupBy(facts, ({ threadId }) => threadId)
  const rows = await readRows(
    tx,
    tenantId,
    threadIds.filter((threadId) => !states.has(threadId)),
    happenings,
  )
  const told = threadIds.map((threadId) => ({
    threadId,
    happened: [...readBack(stored.get(threadId) ?? []), ...(rows.get(threadId) ?? []), ...(happenings.get(threadId) ?? [])],
  }))
  const termsIds = told.flatMap(({ happened }) => happened.flatMap(({ termsId }) => termsId ?? []))
  const times = await readWorkingTimes(tx, tenantId, [], termsIds)
  return told.flatMap(({ threadId, happened }): Change[] => {
    // Nothing is known about a thread that was deleted together with its first events.
    if (!happened.some(({ type }) => type === 'created')) return []
    const measured = measureAll(happened, times)
    if (!measured) throw new Error('A thread could not be counted again')
    const before = new Map((stored.get(threadId) ?? []).map((fact) => [toContent(fact), fact]))
    const after = new Set(measured.facts.map(toContent))
    const added = measured.facts.filter((fact) => !before.has(toContent(fact)))
    const gone = [...before].flatMap(([content, fact]) => (after.has(content) ? [] : [fact]))
    const sequence = Math.max(...happened.map((happening) => happening.sequence))
    const isFromRows = states.get(threadId)?.fromRows ?? rows.has(threadId)
    return [{ threadId, sequence, added, gone, fromRows: isFromRows, state: measured.state }]
  })
}

const toContent = (fact: Fact): string => JSON.stringify(toRow(fact))

/** Returns the happenings of threads whose first event is gone, as far as their rows show. */
async function readRows(
  tx: Queryable,
  tenantId: Uuid,
  threadIds: readonly Uuid[],
  happenings: ReadonlyMap<Uuid, readonly Happening[]>,
): Promise<Map<Uuid, Happening[]>> {
  const ids = threadIds.filter((threadId) => !happenings.get(threadId)?.some(({ type }) => type === 'created'))
  if (ids.length === 0) return new Map()
  const [threads, messages, ratings] = await Promise.all([
    tx.rows(findThreadRows, { tenantId, threadIds: ids }),
    tx.rows(findMessageRows, { tenantId, threadIds: ids }),
    tx.rows(findRatingRows, { tenantId, threadIds: ids }),
  ])
  const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
  const rated = Map.groupBy(ratings, ({ threadId }) => threadId)
  return new Map(
    threads.map((row) => {
      const next = happenings.get(row.id)?.[0] ?? null
      return [row.id, fromRows(row, { messages: byThread.get(row.id) ?? [], ratings: rated.get(row.id) ?? [] }, next)]
    }),
  )
}

/** Counts threads without any remaining event, from their rows. */
export async function countFromRows(tx: Queryable, tenantId: Uuid, threadIds: readonly Uuid[]): Promise<void> {
  await writeChanges(tx, tenantId, await countAgain(tx, tenantId, threadIds, new Map(), new Map(), 'facts'), 'facts')
}

/** Counts a thread including the events that the reader had to skip. */
export async function countWithEvents(tx: Queryable, tenantId: Uuid, threadId: Uuid, events: readonly EventRow[]): Promise<void> {
  const stored = await tx.rows(statements.facts.findStates, { tenantId, threadIds: [threadId] })
  // A thread that was counted from its rows already includes them.
  if (stored.some(({ fromRows: isFromRows }) => isFromRows)) return
  const happened = events.flatMap(toHappenings).filter((happening) => happening.threadId === threadId)
  const states = new Map(stored.map((row) => [row.threadId, row]))
  await writeChanges(tx, tenantId, await countAgain(tx, tenantId, [threadId], new Map([[threadId, happened]]), states, 'facts'), 'facts')
}

async function writeChanges(tx: Queryable, tenantId: Uuid, changes: readonly Change[], place: Place): Promise<void> {
  if (changes.length === 0) return
  const { deleteFacts, insertFacts, writeStates } = statements[place]
  const gone = changes.flatMap((change) => change.gone).map(toRow)
  const facts = changes.flatMap((change) => change.added).map(toRow)
  const states = changes.map(({ threadId, sequence, fromRows: isFromRows, state }) => ({ threadId, sequence, fromRows: isFromRows, state }))
  if (gone.length > 0) await tx.rows(deleteFacts, { tenantId, gone })
  if (facts.length > 0) await tx.rows(insertFacts, { tenantId, facts })
  await tx.rows(writeStates, { tenantId, states })
  if (place === 'rebuilt' || gone.length + facts.length === 0) return
  await tx.rows(ensureTenant, { tenantId })
  await tx.rows(addToSums, { tenantId, gone, facts })
  const changed = changes.flatMap((change) => [...change.gone, ...change.added])
  const times = changed.flatMap(({ at, value }) => (value ? [new Date(at).toISOString()] : []))
  if (times.length > 0) await tx.rows(keepPercentiles, { tenantId, times })
}
