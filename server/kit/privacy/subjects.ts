/**
 * Stores the objects that a request concerns, as rows of `privacy_subjects`. They are inserted first, so that copies of objects are still
 * found after the objects are gone.
 */
import { statement, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EraseContext, EraseStep, Erasure, EraseBatch, StepNames } from './holding.ts'

/**
 * SQL: the smallest id, at which the first batch starts. A condition `:after is null or …` would make PostgreSQL read all earlier rows
 * again for each batch.
 */
export const lowestIdSql = "'00000000-0000-0000-0000-000000000000'::uuid"

/** SQL: the time and the id in the text `:after`, for a comparison with `(created_at, id)`. Sorts before every row if `:after` is null. */
export const afterTimeAndIdSql = (['timestamptz', 'uuid'] as const)
  .map((type, i) => `split_part(coalesce(:after::text, '-infinity 00000000-0000-0000-0000-000000000000'), ' ', ${i + 1})::${type}`)
  .join(', ')

export type SubjectKind = 'CUSTOMER' | 'THREAD' | 'ELSEWHERE' | 'FILE' | 'MEETING' | 'MAIL' | 'RATING'
type RequestKey = { tenantId: Uuid; requestId: Uuid }

export const insertSubjects = statement<RequestKey & { kind: SubjectKind; ids: readonly Uuid[] }, object>(`
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select :tenantId::uuid, :requestId::uuid, noted.id, :kind::text from unnest(:ids::uuid[]) as noted(id)
  on conflict (tenant_id, request_id, object_id) do nothing`)

export const updateAddressHashes = statement<RequestKey & { hashes: readonly string[] }, object>(
  'update privacy_requests set address_hashes = :hashes::text[] where tenant_id = :tenantId::uuid and id = :requestId::uuid',
)

/**
 * Copies the subjects of earlier requests about these customers, because an earlier request may have deleted objects and then failed to
 * erase their copies. Returns the hashes of the addresses that those requests erased.
 */
export const inheritSubjects = statement<RequestKey & { customerIds: readonly Uuid[] }, { hash: string }>(`with
earlier as materialized (
  select r.id, r.address_hashes from privacy_requests r where r.tenant_id = :tenantId::uuid and r.customer_id = any(:customerIds::uuid[])
    and r.id <> :requestId::uuid and r.type = 'ERASURE' and r.state in ('FAILED', 'DONE') and not r.dry_run),
inherited as (
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select :tenantId::uuid, :requestId::uuid, s.object_id, s.kind from earlier e
  join privacy_subjects s on s.tenant_id = :tenantId::uuid and s.request_id = e.id
  on conflict (tenant_id, request_id, object_id) do nothing)
select distinct each.hash from earlier e cross join lateral unnest(e.address_hashes) as each(hash)`)

const findNextSubjects = statement<RequestKey & { kinds: SubjectKind[]; after: Uuid | null; limit: number }, { id: Uuid }>(`
  select object_id as id from privacy_subjects where tenant_id = :tenantId::uuid and request_id = :requestId::uuid
    and kind = any(:kinds::text[]) and object_id > coalesce(:after::uuid, ${lowestIdSql}) order by object_id limit :limit::int`)

export const findRequestCustomers = statement<RequestKey, { id: Uuid }>(`
  select object_id as id from privacy_subjects where tenant_id = :tenantId::uuid and request_id = :requestId::uuid and kind = 'CUSTOMER' order by object_id`)

export const deleteSubjects = statement<RequestKey & { limit: number }, { id: Uuid }>(`
  delete from privacy_subjects s using (
    select object_id from privacy_subjects where tenant_id = :tenantId::uuid and request_id = :requestId::uuid limit :limit::int) gone
  where s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid and s.object_id = gone.object_id returning s.object_id as id`)

/**
 * Checks whether one of these objects is being erased, or was erased in the last few seconds. Lock the objects first: then either this
 * statement sees the erasure, or the erasure runs after the commit and finds the new rows. Allows ten more seconds, because a caller may
 * have read the objects before the erasure's commit was visible.
 */
export const findRecentErasure = statement<{ tenantId: Uuid; ids: readonly Uuid[]; seconds: number }, object>(`
  select from privacy_subjects s join privacy_requests r on r.tenant_id = :tenantId::uuid and r.id = s.request_id
  where s.tenant_id = :tenantId::uuid and s.object_id = any(:ids::uuid[]) and r.type <> 'EXPORT' and not r.dry_run
    and (r.state in ('QUEUED', 'RUNNING') or r.finished_at > now() - make_interval(secs => :seconds::double precision + 10)) limit 1`)

/**
 * SQL: whether one of these ids (expressions) belongs to the customer or to one of their threads. Needs `:tenantId` and `:requestId`.
 * `offset 0` is an optimisation fence: PostgreSQL looks up the ids for each row. Without it, PostgreSQL may join the rows with all objects
 * of the request and compare every pair.
 */
export const isSubjectSql = (...ids: string[]): string => `exists (
  select 1 from privacy_subjects s where s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid
    and s.object_id = any(array[${ids.join(', ')}]::uuid[]) and s.kind <> 'ELSEWHERE' offset 0)`

/** SQL: the ids in a text (an expression) that belong to the customer or to one of their threads. */
export const subjectsInSql = (text: string): string => `(
  select array_agg(distinct s.object_id) from regexp_matches(${text}, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as m(id)
  join privacy_subjects s on s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid and s.object_id = m.id[1]::uuid and s.kind <> 'ELSEWHERE')`

export function toRequestKey({ tenantId, requestId }: Erasure): RequestKey {
  return { tenantId, requestId }
}

/** Returns the request's next threads by id, which is the lock order of all writers. */
export async function findThreadsAfter(
  { db, erasure }: { db: Queryable; erasure: Erasure },
  position: string | null,
  limit: number,
  kinds: SubjectKind[] = ['THREAD'],
): Promise<Uuid[]> {
  return (await db.rows(findNextSubjects, { ...toRequestKey(erasure), kinds, after: position, limit })).map(({ id }) => id)
}

/** Creates a step that processes the request's threads in batches. */
export function createThreadsStep(
  step: StepNames,
  { size = 100, kinds = ['THREAD'] }: { size?: number; kinds?: SubjectKind[] },
  work: (context: EraseContext, threadIds: Uuid[]) => Promise<number>,
): EraseStep {
  return {
    ...step,
    async erase(context, position): Promise<EraseBatch> {
      const threadIds = await findThreadsAfter(context, position, size, kinds)
      const found = threadIds.length > 0 ? await work(context, threadIds) : 0
      return { found, next: threadIds.length === size ? (threadIds.at(-1) ?? null) : null }
    },
  }
}
