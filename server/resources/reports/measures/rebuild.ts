/** Makes facts again from events, and day sums from facts, and says what was different. */
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

/** `compared` facts or sums were made again, and `different` has the first of those that were not as before. `kept` threads stay as they are. */
export type Rebuilt = { compared: number; different: object[]; kept: number }

const maxDifferences = 100
/** Events per transaction. */
const eventsPerChunk = 1_000

/**
 * Makes the day sums since `from` again, or all of them, in the zone of the tenant's reports. Readers of reports see the old ones until the
 * commit. After a change of the zone, all sums are made again.
 */
export async function rebuildSums(tx: Queryable, tenantId: Uuid, from: string | null = null): Promise<Rebuilt> {
  await tx.rows(allowLongStatements, {})
  await tx.rows(holdReader, { tenantId })
  await tx.rows(ensureTenant, { tenantId })
  // In another zone, all days are different.
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

/** A rebuild of facts that has begun. */
export type Rebuild = RebuiltRange & { id: Uuid }

/** Prepares a rebuild of facts. Another one that has not ended fails with its next chunk. */
export async function beginRebuild(tx: Queryable, tenantId: Uuid, rebuildId: Uuid): Promise<void> {
  await tx.rows(ensureTenant, { tenantId })
  await tx.rows(reserveRebuilt, { tenantId, rebuildId })
  await tx.rows(clearRebuilt, { tenantId })
}

/** Returns the last event of a tenant, the `head` of a rebuild that begins now. */
export async function readHead(tx: Queryable, tenantId: Uuid): Promise<number> {
  return (await fetchOne(tx, findHead, { tenantId })).sequence
}

/**
 * Makes facts of the events after `sequence`, beside those that reports count. Returns the sequence up to which it has come; null when it has
 * reached the reader, which it then holds until the commit; `REPLACED` when another rebuild has begun.
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

/** Leaves out the events of threads to which nothing has happened since the date of the rebuild. */
async function leaveOutEarlier(tx: Queryable, tenantId: Uuid, { from, head }: Rebuild, events: readonly EventRow[]): Promise<EventRow[]> {
  const measured = events.filter(isMeasured).map((event) => ({ event, threadId: findThreadId(event) }))
  const threadIds = [...new Set(measured.map(({ threadId }) => threadId))]
  const createdIds = measured.flatMap(({ event, threadId }) => (event.type === threadCreated.type ? [threadId] : []))
  const found = threadIds.length > 0 ? await tx.rows(findThreadsInRange, { tenantId, from, head, threadIds, createdIds }) : []
  const inRange = new Set(found.map(({ id }) => id))
  return events.filter((event) => !isMeasured(event) || inRange.has(findThreadId(event)))
}

const threadsPerChunk = 100

/** Counts the next threads of which all events were deleted before there were facts. Returns whether there may be more. */
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

/** Puts the facts that were made again in the place of the others, unless all are the same or `dryRun`. Call it when `rebuildFacts` returns null. */
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
