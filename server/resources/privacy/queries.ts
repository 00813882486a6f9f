import { keysetList } from '#kit/list.ts'
import type { Copies, Copy } from '#kit/privacy/copies.ts'
import { subjectsInSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { PrivacyRequest } from './schema.ts'

type Wire = Static<typeof PrivacyRequest>

/** Number of rows found, by place. */
export type Found = Readonly<Record<string, number>>
/** Size and hash of an export's file. `exportName` derives its name from the request's id. */
export type ExportFile = { size: number; sha256: string }

/** A request as the database stores it. */
export type RequestRecord = Pick<Wire, 'type' | 'mode' | 'dryRun' | 'keepSubjects' | 'state' | 'receipt' | 'error'> & {
  id: Uuid
  customerId: Uuid | null
  requestedBy: Uuid | null
  found: Found
  file: ExportFile | null
  expiresAt: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}
type Key = { tenantId: Uuid; id: Uuid }

const columns = `r.id, r.type, r.mode, r.dry_run as "dryRun", r.keep_subjects as "keepSubjects", r.customer_id as "customerId",
  r.requested_by as "requestedBy", r.state, r.receipt, r.error, r.found, r.file, r.expires_at as "expiresAt", r.created_at as "createdAt",
  r.started_at as "startedAt", r.finished_at as "finishedAt"`

export const requestList = keysetList<RequestRecord>({
  from: 'privacy_requests r',
  alias: 'r',
  columns,
  filters: { customerId: 'r.customer_id = :customerId::uuid' },
})

export const findRequest = statement<Key, RequestRecord>(
  `select ${columns} from privacy_requests r where r.tenant_id = :tenantId::uuid and r.id = :id::uuid`,
)

export type NewRequest = Key & Pick<RequestRecord, 'type' | 'mode' | 'dryRun' | 'keepSubjects' | 'customerId' | 'requestedBy'>
export const insertRequest = statement<NewRequest, RequestRecord>(`
  insert into privacy_requests as r (tenant_id, id, type, mode, dry_run, keep_subjects, customer_id, requested_by)
  values (:tenantId::uuid, :id::uuid, :type, :mode::text, :dryRun::boolean, :keepSubjects::boolean, :customerId::uuid, :requestedBy::uuid)
  returning ${columns}`)

// --- The work -------------------------------------------------------------------------------------------------------

/** A request with its progress. */
export type Work = RequestRecord & { place: string | null; position: string | null; addressHashes: string[] }

const workColumns = `${columns}, r.place, r.position, r.address_hashes as "addressHashes"`
export const findWork = statement<Key, Work>(
  `select ${workColumns} from privacy_requests r where r.tenant_id = :tenantId::uuid and r.id = :id::uuid`,
)
export const lockWork = statement<Key, Work>(
  `select ${workColumns} from privacy_requests r where r.tenant_id = :tenantId::uuid and r.id = :id::uuid for update`,
)

/** Stores the progress after a chunk. */
export const advance = statement<Key & { state: Wire['state']; place: string | null; position: string | null; found: Found }, object>(`
  with clock as materialized (select now() as now)
  update privacy_requests r set state = :state::text, place = :place::text, position = :position::text, found = :found::jsonb,
    started_at = case when r.started_at is null then clock.now else r.started_at end
  from clock where r.tenant_id = :tenantId::uuid and r.id = :id::uuid`)

/** Marks a request as done. Deletes the hashes of the customer's addresses, unless the second pass still needs them. */
export const finish = statement<Key & { receipt: object | null; keepHashes: boolean }, RequestRecord>(`
  with clock as materialized (select now() as now)
  update privacy_requests r set state = 'DONE', place = null, position = null, receipt = :receipt::jsonb,
    finished_at = case when r.finished_at is null then clock.now else r.finished_at end,
    address_hashes = case when :keepHashes::boolean then r.address_hashes else '{}'::text[] end
  from clock where r.tenant_id = :tenantId::uuid and r.id = :id::uuid returning ${columns}`)

export const giveUp = statement<Key & { error: string }, RequestRecord>(`
  with clock as materialized (select now() as now)
  update privacy_requests r set state = 'FAILED', error = :error, finished_at = clock.now
  from clock where r.tenant_id = :tenantId::uuid and r.id = :id::uuid and r.state in ('QUEUED', 'RUNNING') returning ${columns}`)

export const now = statement<object, { now: string }>('select now()::timestamptz(3) as now')

/** Returns a row if the tenant has a queued or running retention request. */
export const findRunningRetention = statement<{ tenantId: Uuid }, object>(`
  select from privacy_requests where tenant_id = :tenantId::uuid and type = 'RETENTION' and state in ('QUEUED', 'RUNNING') limit 1`)

// --- Exports --------------------------------------------------------------------------------------------------------

export const finishExport = statement<Key & { file: ExportFile; lifetimeSeconds: number }, RequestRecord>(`
  with clock as materialized (select now() as now, now() + make_interval(secs => :lifetimeSeconds::double precision) as over)
  update privacy_requests r set state = 'DONE', file = :file::jsonb, finished_at = clock.now, expires_at = clock.over
  from clock where r.tenant_id = :tenantId::uuid and r.id = :id::uuid returning ${columns}`)

export const forgetFile = statement<Key, object>(
  'update privacy_requests set file = null where tenant_id = :tenantId::uuid and id = :id::uuid',
)

type OfCustomers = { tenantId: Uuid; customerIds: readonly Uuid[] }

/** Locks and returns the customers' exports, so that no export completes before the transaction ends. */
export const lockExports = statement<OfCustomers, RequestRecord>(`
  select ${columns} from privacy_requests r where r.tenant_id = :tenantId::uuid and r.type = 'EXPORT' and r.customer_id = any(:customerIds::uuid[])
  order by r.id for update`)

/** Drops the files of finished exports, marks running exports as failed, and returns those. */
export const cancelExports = statement<OfCustomers & { error: string }, RequestRecord>(`with
clock as materialized (select now() as now),
forgotten as (
  update privacy_requests r set file = null
  where r.tenant_id = :tenantId::uuid and r.type = 'EXPORT' and r.customer_id = any(:customerIds::uuid[]) and r.state in ('DONE', 'FAILED'))
update privacy_requests r set state = 'FAILED', error = :error::text, finished_at = clock.now
from clock where r.tenant_id = :tenantId::uuid and r.type = 'EXPORT' and r.customer_id = any(:customerIds::uuid[]) and r.state in ('QUEUED', 'RUNNING')
returning ${columns}`)

/** Parameters for reading a batch of stored responses of Idempotency-Keys. */
type Chunk = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

/** Reads the next stored responses by key hash. Returns those that contain an id of an object to erase. */
export const readStoredResponses = statement<Chunk, Copies<Copy<'record'>>>(`with
chunk as materialized (
  select encode(key_hash, 'hex') as key, record from idempotency_keys
  where tenant_id = :tenantId::uuid and key_hash > decode(coalesce(:after::text, ''), 'hex') order by key_hash limit :limit::int),
showing as materialized (select p.key, p.record, ${subjectsInSql('p.record::text')} as subjects from chunk p)
select case when (select count(*) from chunk) = :limit::int then (select max(key) from chunk) end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('key', key), 'subjects', subjects, 'record', record)), '[]') from showing where subjects is not null) as rows`)

export const writeStoredResponses = statement<{ tenantId: Uuid; rows: { record: unknown }[] }, object>(`
  update idempotency_keys k set record = r.record
  from json_to_recordset(:rows::json) as r(key text, record json) where k.tenant_id = :tenantId::uuid and k.key_hash = decode(r.key, 'hex')`)
