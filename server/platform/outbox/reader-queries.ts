/** The statements of the readers of the outbox. Finding work reads across tenants, without locks; all others concern one tenant. */
import { statement } from '../db.ts'
import type { EventRow } from './event-payload.ts'
import type { Uuid } from '../ids.ts'

type Key = { tenantId: Uuid; reader: string }

/** Changes with every event of any tenant. It costs a tenth of `findUnread`, so it is looked at first while nothing happens. */
export const sumSequences = statement<object, { total: number }>(`/* across tenants: the worker serves all of them */
  select coalesce(sum(event_sequence), 0)::bigint as total from tenant_counters`)

/** SQL: whether a reader reads a tenant. One on demand reads only tenants with a position. */
const isReadSql = '(c.reader is not null or r.reader <> all(:onDemand::text[]))'

/**
 * Finds tenants with events that a reader has not read, at most `limit`. The order is random, so that no tenant waits for as long as others write.
 */
export const findUnread = statement<
  { readers: string[]; onDemand: string[]; suspended: Uuid[]; tenantsUnderWay: Uuid[]; readersUnderWay: string[]; limit: number },
  { tenantId: Uuid; reader: string }
>(`/* across tenants: the worker serves all of them */
  select k.tenant_id as "tenantId", r.reader from tenant_counters k cross join unnest(:readers::text[]) as r(reader)
    left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = r.reader
  where k.event_sequence > coalesce(c.sequence, 0) and ${isReadSql} and (c.retry_at is null or c.retry_at <= now()) and k.tenant_id <> all(:suspended::uuid[])
    and not exists (select 1 from unnest(:tenantsUnderWay::uuid[], :readersUnderWay::text[]) as u(tenant_id, reader) where u.tenant_id = k.tenant_id and u.reader = r.reader)
  order by random() limit :limit::int`)

/** The same for readers on demand. It begins with their positions, of which there are few. */
export const findUnreadOnDemand = statement<
  { onDemand: string[]; suspended: Uuid[]; limit: number },
  { tenantId: Uuid; reader: string }
>(`/* across tenants: the worker serves all of them */
  select c.tenant_id as "tenantId", c.reader from reader_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where c.reader = any(:onDemand::text[]) and k.event_sequence > c.sequence and (c.retry_at is null or c.retry_at <= now())
    and c.tenant_id <> all(:suspended::uuid[])
  order by random() limit :limit::int`)

/** A reader begins with the oldest event that still exists. */
export const insertCursor = statement<Key, object>(`
  insert into reader_cursors (tenant_id, reader, sequence)
  select :tenantId::uuid, :reader, coalesce(min(sequence) - 1, 0) from events where tenant_id = :tenantId::uuid
  on conflict do nothing`)

/**
 * Creates a position at the present. Locks the counters first: the events before are then exactly those that are committed, and a reader that is
 * about to delete the position has either done so, or sees that the tenant wants it.
 */
export const startCursor = statement<Key, object>(`with
present as materialized (
  select event_sequence from tenant_counters where tenant_id = :tenantId::uuid for no key update)
insert into reader_cursors (tenant_id, reader, sequence) select :tenantId::uuid, :reader, event_sequence from present
  on conflict (tenant_id, reader) do nothing`)

/** Waits for transactions that are creating positions, see `startCursor`. */
export const lockPresent = statement<{ tenantId: Uuid }, object>(
  'select from tenant_counters where tenant_id = :tenantId::uuid for no key update',
)

export const deleteCursor = statement<Key, object>('delete from reader_cursors where tenant_id = :tenantId::uuid and reader = :reader')

/** Locks the position; returns no row when there is none, or another worker reads these events. `lease` is the caller's own, if any. */
export const lockReaderCursor = statement<
  Key & { lease: string | null },
  { sequence: number; aloneThrough: number; failures: number; error: string | null }
>(`
  select sequence, alone_through as "aloneThrough", failures, error from reader_cursors
  where tenant_id = :tenantId::uuid and reader = :reader and (retry_at is null or retry_at <= now() or retry_at = :lease::timestamptz) for update skip locked`)

/** Keeps other workers from a locked position without a transaction. */
export const leaseCursor = statement<Key & { seconds: number }, { lease: string }>(`
  update reader_cursors set retry_at = now() + make_interval(secs => :seconds::double precision)
  where tenant_id = :tenantId::uuid and reader = :reader returning retry_at as lease`)

/** Ends a lease before its time, after the work was interrupted. */
export const endLease = statement<Key & { lease: string }, object>(`
  update reader_cursors set retry_at = now() + interval '50 milliseconds'
  where tenant_id = :tenantId::uuid and reader = :reader and retry_at = :lease::timestamptz`)

/** Moves a leased position and ends the lease; does nothing when the lease has expired and another worker has taken over. */
export const advanceLeased = statement<Key & { sequence: number; lease: string }, object>(`
  update reader_cursors set sequence = :sequence::bigint, failures = 0, retry_at = null, error = null
  where tenant_id = :tenantId::uuid and reader = :reader and retry_at = :lease::timestamptz`)

/**
 * The events of some types in the range after a position, and `through`, the end of that range. Events commit in the order of their sequences,
 * so none can appear in the range later. There is one row without an event if the range has none of these types.
 */
export const findNextEvents = statement<
  { tenantId: Uuid; after: number; batch: number; types: string[]; limit: number },
  { through: number; event: EventRow | null }
>(`with
range as materialized (
  select least(event_sequence, :after::bigint + :batch::bigint) as through from tenant_counters where tenant_id = :tenantId::uuid)
select r.through, case when e.id is not null then json_build_object('tenantId', :tenantId::uuid, 'id', e.id, 'sequence', e.sequence, 'type', e.type,
  'object', e.object, 'previous', e.previous, 'actor', e.actor, 'cause', e.cause, 'createdAt', e.created_at) end as event
from range r left join lateral (
  select * from events where tenant_id = :tenantId::uuid and sequence > :after::bigint and sequence <= r.through and type = any(:types::text[])
  order by sequence limit :limit::int) e on true
order by e.sequence`)

export const advanceCursor = statement<Key & { sequence: number }, object>(`
  update reader_cursors set sequence = :sequence::bigint, failures = 0, retry_at = null, error = null
  where tenant_id = :tenantId::uuid and reader = :reader`)

/** Records that the events up to `through` could not be handled, so that they come again one at a time. */
export const recordFailure = statement<Key & { through: number; inSeconds: number; error: string }, { failures: number }>(`
  update reader_cursors set failures = failures + 1, alone_through = greatest(alone_through, :through::bigint), error = :error,
    retry_at = now() + make_interval(secs => :inSeconds::double precision)
  where tenant_id = :tenantId::uuid and reader = :reader returning failures`)

/**
 * How far the readers are behind. The age of the oldest unread event is the lag in seconds. `owned` restricts a table to one tenant. The
 * CTE has no row for readers that are not behind: Citus refuses an outer join of each reader with its tenants.
 */
const lagsSql = (owned: (alias: string) => string): string => `with
behind as materialized (
  select r.reader, sum(k.event_sequence - coalesce(c.sequence, 0)) as events, min(e.created_at) as oldest, count(*) filter (where c.failures > 0) as failing
  from tenant_counters k cross join unnest(:readers::text[]) as r(reader)
    left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = r.reader${owned('c')}
    left join events e on e.tenant_id = k.tenant_id and e.sequence = coalesce(c.sequence, 0) + 1${owned('e')}
  where k.event_sequence > coalesce(c.sequence, 0) and ${isReadSql}${owned('k')}
  group by r.reader)
select r.reader, coalesce(b.events, 0)::bigint as events, extract(epoch from now() - b.oldest)::double precision as "oldestSeconds",
  coalesce(b.failing, 0) as failing
from unnest(:readers::text[]) as r(reader) left join behind b on b.reader = r.reader order by r.reader`

type Lag = { reader: string; events: number; oldestSeconds: number | null; failing: number }

type Readers = { readers: string[]; onDemand: string[] }

export const findAllLags = statement<Readers, Lag>(`/* across tenants: operators see all of them */ ${lagsSql(() => '')}`)
export const findLags = statement<Readers & { tenantId: Uuid }, Lag>(lagsSql((alias) => ` and ${alias}.tenant_id = :tenantId::uuid`))

/** The sequence up to which all readers have read the tenant's events. Takes the parameters of `readerNames`. */
export const readThroughSql = `(select coalesce(min(coalesce(c.sequence, 0)), 9223372036854775807) from unnest(:readers::text[]) as r(reader)
  left join reader_cursors c on c.tenant_id = :tenantId::uuid and c.reader = r.reader where ${isReadSql})`
