/** The queue that hands events to their readers. Each tenant and reader is a lane, and a lock on the reader's cursor replaces a lease. */
import { isBusy } from '../errors.ts'
import type { Queryable } from '../db.ts'
import { CollectedEffects, writeLedger } from './ledger.ts'
import { systemIdentity } from './write-identity.ts'
import { queue, type Full, type Lane, type OpenQueue, type Queue, type WorkerServices } from '../jobs/job.ts'
import type { EventRow } from './event-payload.ts'
import type { Uuid } from '../ids.ts'
import { declaredReaders, readerNames, type Reader } from './readers.ts'
import {
  advanceCursor,
  findNextEvents,
  findAllLags,
  findLags,
  findUnread,
  findUnreadOnDemand,
  advanceLeased,
  deleteCursor,
  endLease,
  leaseCursor,
  insertCursor,
  lockPresent,
  lockReaderCursor,
  recordFailure,
  sumSequences,
} from './reader-queries.ts'

/** Number of consecutive failures after which a reader skips an event. */
export const maxFailures = 10
/**
 * Minimum milliseconds between searches for unread events. A search reads the counters of all tenants, so it does not follow every write.
 * Readers then also get more events per batch, which is cheaper. A reader lags by this time and by its own work.
 */
const minLookGapMs = 200
/**
 * Milliseconds between searches for readers on demand. Few tenants have cursors of such readers: with 5,000 tenants this search takes 0.3
 * ms, `findUnread` 12 ms. It stops some time after the last find, so that it costs nothing when no tenant uses such a reader.
 */
const onDemandLookGapMs = 50
const onDemandLooksForMs = 10_000
/** Maximum milliseconds between searches. Only a search finds readers whose retry is due, so it also runs when no event was written. */
const maxLookGapMs = 2_000
const longestRetrySeconds = 5
/** Milliseconds after which a reader that works outside the transaction stops, so that others get their turn. */
const maxApartMs = 2_000
/** Lease of the cursor in seconds. After a kill, another worker continues when the lease expires. */
const leaseSeconds = 10

type Services = Pick<WorkerServices, 'db' | 'config' | 'log' | 'secrets'>
/** Events that are handled after the cursor's transaction, under a lease. */
type Leased = { lease: string; events: EventRow[]; after: number; end: number; isLastAttempt: boolean }

/** Reads a tenant's next events. Returns false when there were none, another worker reads them, or the reader failed. Never throws. */
export async function readNext(services: Services, reader: Reader, tenantId: Uuid): Promise<boolean> {
  return (await attemptToRead(services, reader, tenantId)) === 'succeeded'
}

/** Returns null when there was nothing to read or the attempt was only interrupted. */
async function attemptToRead(services: Services, reader: Reader, tenantId: Uuid): Promise<'succeeded' | 'failed' | null> {
  const { db, log } = services
  const key = { tenantId, reader: reader.name }
  let through: number | null = null
  let alone = false
  let leased: Leased | null = null
  try {
    const outcome = await db.background(tenantId, async (tx) => {
      const cursor = await tx.first(lockReaderCursor, { ...key, lease: null })
      if (!cursor) return reader.isWanted || (await tx.rows(insertCursor, key)), null
      if (!(await isStillWanted(tx, reader, tenantId))) return await tx.rows(deleteCursor, key), null
      alone = cursor.sequence < cursor.aloneThrough
      const { batch, types } = reader
      const range = { tenantId, after: cursor.sequence, batch, types: types.map(({ type }) => type), limit: alone ? 1 : batch }
      const found = await tx.rows(findNextEvents, range)
      const events = found.flatMap(({ event }) => event ?? [])
      const end = (alone ? events[0]?.sequence : undefined) ?? found[0]?.through ?? cursor.sequence
      if (end <= cursor.sequence) return null
      through = end
      const effects = new CollectedEffects()
      const context = { tx, effects, tenantId, services }
      const [only] = events
      if (cursor.failures >= maxFailures && only) await reader.onStuck?.({ ...context, event: only, error: cursor.error ?? 'unknown' })
      else if ('runApart' in reader && events.length > 0) {
        const { lease } = await fetchLease(tx, key)
        leased = { lease, events, after: cursor.sequence, end, isLastAttempt: cursor.failures + 1 >= maxFailures }
        return 'succeeded'
      } else if ('run' in reader && events.length > 0) await reader.run({ ...context, events })
      await tx.rows(advanceCursor, { ...key, sequence: end })
      if (!effects.empty) await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
      return 'succeeded'
    })
    if (leased) await readApart(services, reader, tenantId, leased)
    return outcome
  } catch (error) {
    return settle(services, reader, { tenantId, through, lease: getLease(leased), error }).catch((failure: unknown) => {
      // The database is unavailable. The cursor has not moved, so the events will be read again.
      log.debug({ error: failure, reader: reader.name, tenantId }, 'the failure of a reader was not recorded')
      return null
    })
  }
}

function getLease(leased: Leased | null): string | null {
  return leased?.lease ?? null
}

async function fetchLease(tx: Queryable, key: { tenantId: Uuid; reader: string }): Promise<{ lease: string }> {
  const leased = await tx.first(leaseCursor, { ...key, seconds: leaseSeconds })
  if (!leased) throw new Error('A locked position is gone')
  return leased
}

async function readApart(services: Services, reader: Reader, tenantId: Uuid, leased: Leased): Promise<void> {
  if (!('runApart' in reader)) return
  const { lease, events, after, end, isLastAttempt } = leased
  const lateAt = performance.now() + maxApartMs
  const isLate = () => performance.now() > lateAt
  const reached = await reader.runApart({ db: services.db, tenantId, services, events, isLate, isLastAttempt })
  const isDone = reached >= (events.at(-1)?.sequence ?? end)
  await services.db.rows(advanceLeased, { tenantId, reader: reader.name, sequence: isDone ? end : Math.max(reached, after), lease })
}

/**
 * Checks whether a reader on demand is still needed. Locks the counters before it returns false, so that no other transaction can start the
 * reader at the same time.
 */
async function isStillWanted(tx: Queryable, { isWanted }: Reader, tenantId: Uuid): Promise<boolean> {
  if (!isWanted || (await isWanted(tx, tenantId))) return true
  await tx.rows(lockPresent, { tenantId })
  return isWanted(tx, tenantId)
}

/** Records a failure. Skips an event for which even `onStuck` failed. Returns null when the reader was only interrupted. */
async function settle(
  { db, log }: Pick<WorkerServices, 'db' | 'log'>,
  { name }: Reader,
  { tenantId, through, lease, error }: { tenantId: Uuid; through: number | null; lease: string | null; error: unknown },
): Promise<'failed' | null> {
  const about = { error, reader: name, tenantId, through }
  const key = { tenantId, reader: name }
  if (isBusy(error) || through === null) {
    log.debug(about, 'a reader was interrupted and reads again')
    if (lease !== null) await db.rows(endLease, { ...key, lease })
    return null
  }
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await db.background(tenantId, async (tx) => {
    const cursor = await tx.first(lockReaderCursor, { ...key, lease })
    if (!cursor || cursor.sequence >= through) return
    if (cursor.failures >= maxFailures) {
      log.error(about, 'a reader goes on without an event')
      await tx.rows(advanceCursor, { ...key, sequence: through })
      return
    }
    const inSeconds = Math.min(longestRetrySeconds, 0.05 * 2 ** cursor.failures)
    await tx.rows(recordFailure, { ...key, through, inSeconds, error: text })
    log.warn(about, 'a reader failed on an event and tries again')
  })
  return 'failed'
}

function openReaders(services: WorkerServices): OpenQueue<Reader> {
  const { db, wake, observe } = services
  const readers = new Map(declaredReaders().map((each) => [each.name, each]))
  const { onDemand } = readerNames()
  let [askedAt, comparedAt] = [-Infinity, -Infinity]
  let [askedOnDemandAt, foundOnDemandAt] = [-Infinity, -Infinity]
  let foundSome = false
  let lastTotal: number | null = null
  /** Wakes the lanes of readers on demand. Keeps the waiting lanes of the last search. */
  const wakeOnDemand = async (now: number, { suspended, lanes }: Full, limit: number): Promise<void> => {
    if (now - foundOnDemandAt > onDemandLooksForMs || now - askedOnDemandAt < onDemandLookGapMs) return
    askedOnDemandAt = now
    const found = await db.rows(findUnreadOnDemand, { onDemand, suspended, limit })
    if (found.length > 0) foundOnDemandAt = now
    const isFull = (lane: Lane): boolean => lanes.some((full) => full.tenantId === lane.tenantId && full.lane === lane.lane)
    for (const lane of found.map(({ tenantId, reader }) => ({ tenantId, lane: reader }))) if (!isFull(lane)) wake(readOutbox, lane)
  }
  return {
    async due(full, limit) {
      const { suspended, lanes } = full
      const now = performance.now()
      if (readers.size === 0) return null
      if (now - askedAt < minLookGapMs) {
        await wakeOnDemand(now, full, limit)
        return null
      }
      askedAt = now
      const { total } = (await db.first(sumSequences, {})) ?? { total: null }
      if (!foundSome && total === lastTotal && now - comparedAt < maxLookGapMs) return null
      comparedAt = now
      lastTotal = total
      const found = await db.rows(findUnread, {
        ...readerNames(),
        suspended,
        tenantsUnderWay: lanes.map(({ tenantId }) => tenantId),
        readersUnderWay: lanes.map(({ lane }) => lane),
        limit,
      })
      foundSome = found.length > 0
      if (found.some(({ reader }) => onDemand.includes(reader))) foundOnDemandAt = now
      return found.map(({ tenantId, reader }) => ({ tenantId, lane: reader }))
    },
    claim: ({ lane }) => Promise.resolve({ items: [readers.get(lane)].flatMap((each) => each ?? []), more: false, prevented: false }),
    open: (lane) => async (each) => {
      const startedAt = performance.now()
      const outcome = await attemptToRead(services, each, lane.tenantId)
      if (outcome) observe(readOutbox, outcome, (performance.now() - startedAt) / 1000)
      if (outcome !== 'succeeded') return
      // Continue after this item has ended, because until then the lane is busy.
      setImmediate(() => wake(readOutbox, lane))
    },
    atOnce: () => 1,
  }
}

function readLags(db: Queryable, tenantId: Uuid | null) {
  const names = readerNames()
  return tenantId === null ? db.rows(findAllLags, names) : db.rows(findLags, { ...names, tenantId })
}

type ReaderLag = Awaited<ReturnType<typeof readLags>>[number]

/** Returns a figure for every declared reader, including readers that no tenant uses. */
function byReader(lags: readonly ReaderLag[], figure: (lag: ReaderLag) => number): ReadonlyMap<string, number> {
  const idle = readerNames().readers.map((name) => [name, 0] as const)
  return new Map([...idle, ...lags.map((lag) => [lag.reader, figure(lag)] as const)])
}

export const readOutbox: Queue = queue({
  name: 'read-outbox',
  description: 'Hands events to what follows from them: reports and notifications.',
  shares: { inAll: 4, perTenant: 2 },
  paced: false,
  open: openReaders,
  seen: {
    async look(db, tenantId) {
      const lags = await readLags(db, tenantId)
      const ages = lags.flatMap(({ oldestSeconds }) => oldestSeconds ?? [])
      const depth = lags.reduce((sum, { events }) => sum + events, 0)
      return { depth, oldestSeconds: ages.length > 0 ? Math.max(...ages) : null, dead: 0, lags }
    },
    says: ({ lags }) => lags.map(({ reader, events }) => `${events} events wait for ${reader}`).join(', '),
    attempts: 'outbox_reader',
    gauges: [
      {
        name: 'outbox_reader_events_waiting',
        help: 'Events that a reader of the outbox has not read yet, by reader',
        label: 'reader',
        values: ({ lags }) => byReader(lags, ({ events }) => events),
      },
      {
        name: 'outbox_reader_lag_seconds',
        help: 'Age of the oldest event that a reader of the outbox has not read yet, by reader',
        label: 'reader',
        values: ({ lags }) => byReader(lags, ({ oldestSeconds }) => oldestSeconds ?? 0),
      },
      {
        name: 'outbox_readers_failing',
        help: 'Positions of readers whose next event has failed before, by reader',
        label: 'reader',
        values: ({ lags }) => byReader(lags, ({ failing }) => failing),
      },
    ],
  },
})
