/** Rebuilds facts from events, and daily sums from facts, and reports differences. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { threadCreated } from '../../threads/index.ts'
import { findThreadId, isMeasured } from './happening.ts'
import { ensureTenant } from './queries.ts'
import { countFromRows, eventsOfMeasures, readMeasures } from './read-measures.ts'
import {
  allowLongStatements,
  changeZone,
  clearRebuilt,
  compareFacts,
  dropReplacedFacts,
  findEventsBetween,
  findHead,
  findReserved,
  findThreadsInRange,
  findUncounted,
  holdReader,
  reserveRebuilt,
  type RebuiltRange,
  takeRebuiltFacts,
  takeRebuiltStates,
} from './rebuild-queries.ts'
import { comparePercentiles, keepAllPercentiles } from './percentiles-queries.ts'
import { compareSums, deleteSums, insertSums, type SumsSince } from './sums-queries.ts'

/** `compared` is the number of rebuilt facts or sums; `different` has the first ones that changed. `kept` threads stay unchanged. */
export type Rebuilt = { compared: number; different: object[]; kept: number }

const maxDifferences = 100
/** Maximum number of events per transaction. */
const eventsPerChunk = 1_000

/**
 * Rebuilds the daily sums since `from`, or all of them, in the time zone of the tenant's reports. Reports show the old sums until the
 * commit. After a change of the zone, rebuilds all sums.
 */
export async function rebuildSums(tx: Queryable, tenantId: Uuid, from: string | null = null): Promise<Rebuilt> {
  await tx.rows(allowLongStatements, {})
  await tx.rows(holdReader, { tenantId })
  await tx.rows(ensureTenant, { tenantId })
  // In another time zone, every day is different.
  const isMoved = (await tx.first(changeZone, { tenantId })) !== null
  const since = { tenantId, from: isMoved ? null : from }
  const found = isMoved ? { compared: 0, different: [], kept: 0 } : await compareSumsSince(tx, since)
  if (isMoved || found.different.length > 0) {
    await tx.rows(deleteSums, since)
    await tx.rows(insertSums, since)
  }
  await tx.rows(keepAllPercentiles, { tenantId })
  return found
}

/** Compares the sums without changing anything. */
export async function checkSums(tx: Queryable, tenantId: Uuid, from: string | null = null): Promise<Rebuilt> {
  await tx.rows(allowLongStatements, {})
  await tx.rows(holdReader, { tenantId })
  return compareSumsSince(tx, { tenantId, from })
}

async function compareSumsSince(tx: Queryable, since: SumsSince): Promise<Rebuilt> {
  const { compared, different } = await fetchOne(tx, compareSums, { ...since, limit: maxDifferences })
  const percentiles = await fetchOne(tx, comparePercentiles, { ...since, limit: maxDifferences })
  return { compared, different: [...different, ...percentiles.different].slice(0, maxDifferences), kept: 0 }
}

/** A fact rebuild in progress. */
export type Rebuild = RebuiltRange & { id: Uuid }

/** Prepares a fact rebuild. An unfinished earlier one fails at its next chunk. */
export async function beginRebuild(tx: Queryable, tenantId: Uuid, rebuildId: Uuid): Promise<void> {
  await tx.rows(ensureTenant, { tenantId })
  await tx.rows(reserveRebuilt, { tenantId, rebuildId })
  await tx.rows(clearRebuilt, { tenantId })
}

/** Returns the last event of a tenant, the `head` of a new rebuild. */
export async function readHead(tx: Queryable, tenantId: Uuid): Promise<number> {
  return (await fetchOne(tx, findHead, { tenantId })).sequence
}

/**
 * Rebuilds the facts of the events after `sequence`, alongside the live facts. Returns the sequence reached; null when it has caught up
 * with the reader, which it then blocks until the commit; `REPLACED` when another rebuild has started.
 */
export async function rebuildFacts(tx: Queryable, tenantId: Uuid, rebuild: Rebuild, sequence: number): Promise<number | null | 'REPLACED'> {
  await tx.rows(allowLongStatements, {})
  const end = (await tx.first(holdReader, { tenantId }))?.sequence ?? 0
  if (!(await tx.first(findReserved, { tenantId, rebuildId: rebuild.id }))) return 'REPLACED'
  const through = Math.min(end, sequence + eventsPerChunk)
  const events = await tx.rows(findEventsBetween, { tenantId, after: sequence, through, types: eventsOfMeasures.map(({ type }) => type) })
  await readMeasures(tx, tenantId, rebuild.from === null ? events : await leaveOutEarlier(tx, tenantId, rebuild, events), 'rebuilt')
  return through < end ? through : null
}

/** Drops the events of threads without any happening since the rebuild's date. */
async function leaveOutEarlier(tx: Queryable, tenantId: Uuid, { from, head }: Rebuild, events: readonly EventRow[]): Promise<EventRow[]> {
  const measured = events.filter(isMeasured).map((event) => ({ event, threadId: findThreadId(event) }))
  const threadIds = [...new Set(measured.map(({ threadId }) => threadId))]
  const createdIds = measured.flatMap(({ event, threadId }) => (event.type === threadCreated.type ? [threadId] : []))
  const found = threadIds.length > 0 ? await tx.rows(findThreadsInRange, { tenantId, from, head, threadIds, createdIds }) : []
  const inRange = new Set(found.map(({ id }) => id))
  return events.filter((event) => !isMeasured(event) || inRange.has(findThreadId(event)))
}

const threadsPerChunk = 100

/** Counts the next threads whose events were all deleted before facts existed. Returns whether there may be more. */
export async function countEarlierThreads(tx: Queryable, tenantId: Uuid): Promise<boolean> {
  await tx.rows(holdReader, { tenantId })
  const threads = await tx.rows(findUncounted, { tenantId, limit: threadsPerChunk })
  if (threads.length > 0)
    await countFromRows(
      tx,
      tenantId,
      threads.map(({ id }) => id),
    )
  return threads.length === threadsPerChunk
}

/** Replaces the live facts with the rebuilt ones, unless all are equal or `dryRun`. Call it when `rebuildFacts` returns null. */
export async function switchFacts(
  tx: Queryable,
  tenantId: Uuid,
  { from, head }: Rebuild,
  { dryRun }: { dryRun: boolean },
): Promise<Rebuilt> {
  const { different, ...counts } = await fetchOne(tx, compareFacts, { tenantId, from, head, limit: maxDifferences })
  if (!dryRun) {
    if (different.length > 0) {
      await tx.rows(dropReplacedFacts, { tenantId })
      await tx.rows(takeRebuiltFacts, { tenantId })
      await rebuildSums(tx, tenantId)
    }
    await tx.rows(takeRebuiltStates, { tenantId })
  }
  await tx.rows(clearRebuilt, { tenantId })
  await tx.rows(reserveRebuilt, { tenantId, rebuildId: null })
  return { ...counts, different: different.map(({ threadId, ...fact }) => Object.assign(fact, { threadId: toTypeId('thr', threadId) })) }
}
