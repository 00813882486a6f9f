/** Statements of the outbox readers. Finding work reads across tenants, without locks; all others concern one tenant. */
import { statement } from '../db.ts'
import type { EventRow } from './event-payload.ts'
import type { Uuid } from '../ids.ts'

type Key = { tenantId: Uuid; reader: string }

/** Returns a number that changes with every event of any tenant. Costs a tenth of `findUnread`, so an idle worker checks it first. */
export const sumSequences = statement<object, { total: number }>(`/* across tenants: the worker serves all of them */
  select coalesce(sum(event_sequence), 0)::bigint as total from tenant_counters`)

/** SQL: whether a reader covers a tenant. A reader on demand only covers tenants with a cursor. */
const isReadSql = '(c.reader is not null or r.reader <> all(:onDemand::text[]))'

/**
 * Finds at most `limit` tenants with events that a reader has not read, in random order, so that a tenant does not starve while others keep
 * writing.
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

/** Works like `findUnread` for readers on demand. Starts from their cursors, of which there are few. */
export const findUnreadOnDemand = statement<
  { onDemand: string[]; suspended: Uuid[]; limit: number },
  { tenantId: Uuid; reader: string }
>(`/* across tenants: the worker serves all of them */
  select c.tenant_id as "tenantId", c.reader from reader_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where c.reader = any(:onDemand::text[]) and k.event_sequence > c.sequence and (c.retry_at is null or c.retry_at <= now())
    and c.tenant_id <> all(:suspended::uuid[])
  order by random() limit :limit::int`)

/** Creates a reader's cursor at the oldest event that still exists. */
export const insertCursor = statement<Key, object>(`
  insert into reader_cursors (tenant_id, reader, sequence)
  select :tenantId::uuid, :reader, coalesce(min(sequence) - 1, 0) from events where tenant_id = :tenantId::uuid
  on conflict do nothing`)

/**
 * Creates a cursor at the tenant's latest event. Locks the counters first: the events before the cursor are then exactly the committed
 * ones, and a reader that is about to delete the cursor has either done so, or sees that the tenant needs it.
 */
export const startCursor = statement<Key, object>(`with
present as materialized (
  select event_sequence from tenant_counters where tenant_id = :tenantId::uuid for no key update)
insert into reader_cursors (tenant_id, reader, sequence) select :tenantId::uuid, :reader, event_sequence from present
  on conflict (tenant_id, reader) do nothing`)

/** Waits for transactions that are creating cursors (see `startCursor`). */
export const lockPresent = statement<{ tenantId: Uuid }, object>(
  'select from tenant_counters where tenant_id = :tenantId::uuid for no key update',
)

export const deleteCursor = statement<Key, object>('delete from reader_cursors where tenant_id = :tenantId::uuid and reader = :reader')

/**
 * Locks the cursor. Returns no row when it does not exist, or another worker is reading these events. `lease` is the caller's own lease, if
 * any.
 */
export const lockReaderCursor = statement<
  Key & { lease: string | null },
  { sequence: number; aloneThrough: number; failures: number; error: string | null }
>(`
  select sequence, alone_through as "aloneThrough", failures, error from reader_cursors
  where tenant_id = :tenantId::uuid and reader = :reader and (retry_at is null or retry_at <= now() or retry_at = :lease::timestamptz) for update skip locked`)

/** Takes a lease on a locked cursor, which keeps other workers away without a transaction. */
export const leaseCursor = statement<Key & { seconds: number }, { lease: string }>(`
  update reader_cursors set retry_at = now() + make_interval(secs => :seconds::double precision)
  where tenant_id = :tenantId::uuid and reader = :reader returning retry_at as lease`)

/** Ends a lease early, after the work was interrupted. */
export const endLease = statement<Key & { lease: string }, object>(`
  update reader_cursors set retry_at = now() + interval '50 milliseconds'
  where tenant_id = :tenantId::uuid and reader = :reader and retry_at = :lease::timestamptz`)

/** Advances a leased cursor and ends the lease. Does nothing when the lease has expired and another worker has taken over. */
export const advanceLeased = statement<Key & { sequence: number; lease: string }, object>(`
  update reader_cursors set sequence = :sequence::bigint, failures = 0, retry_at = null, error = null
  where tenant_id = :tenantId::uuid and reader = :reader and retry_at = :lease::timestamptz`)

/**
 * Returns the events of some types in the range after the cursor, and `through`, the end of that range. Events commit in sequence order, so
 * none can appear in the range later. Returns one row without an event if the range has none of these types.
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

/** Records that handling the events up to `through` failed, so that they are retried one at a time. */
export const recordFailure = statement<Key & { through: number; inSeconds: number; error: string }, { failures: number }>(`
  update reader_cursors set failures = failures + 1, alone_through = greatest(alone_through, :through::bigint), error = :error,
    retry_at = now() + make_interval(secs => :inSeconds::double precision)
  where tenant_id = :tenantId::uuid and reader = :reader returning failures`)

/**
 * Lag of the readers. The age of the oldest unread event is the lag in seconds. `owned` restricts a table to one tenant. The CTE has no row
 * for readers without a lag: Citus refuses an outer join of each reader with its tenants.
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

/** The low-water mark: the sequence up to which all readers have read the tenant's events. Takes the parameters of `readerNames`. */
export const readThroughSql = `(select coalesce(min(coalesce(c.sequence, 0)), 9223372036854775807) from unnest(:readers::text[]) as r(reader)
  left join reader_cursors c on c.tenant_id = :tenantId::uuid and c.reader = r.reader where ${isReadSql})`
