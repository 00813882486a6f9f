/** Statements on the threads that a batch by filter has not changed yet. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import { threadList } from '../list/list-queries.ts'

/** Stores and counts the ids of the threads that match now, at most `limit`. */
export const noteMatching = threadList.createMatchStatement<{ jobId: Uuid; limit: number }, { total: number }>(
  (ids) => `with
matching as materialized (select id from (${ids}) as every limit :limit::int),
noted as (insert into thread_batch_items (tenant_id, job_id, thread_id) select :tenantId::uuid, :jobId::uuid, id from matching)
select count(*) as total from matching`,
)

type OfJob = { tenantId: Uuid; jobId: Uuid }

/** Removes and returns the next threads of the list. The same transaction changes them. */
export const takeItems = statement<OfJob & { limit: number }, { threadId: Uuid }>(`with
next as materialized (
  select thread_id from thread_batch_items where tenant_id = :tenantId::uuid and job_id = :jobId::uuid order by thread_id limit :limit::int)
delete from thread_batch_items i using next where i.tenant_id = :tenantId::uuid and i.job_id = :jobId::uuid and i.thread_id = next.thread_id
returning i.thread_id as "threadId"`)

/** Returns the next threads of the list, for a job that changes each in its own transaction. */
export const findItems = statement<OfJob & { limit: number }, { threadId: Uuid }>(`
  select thread_id as "threadId" from thread_batch_items where tenant_id = :tenantId::uuid and job_id = :jobId::uuid order by thread_id limit :limit::int`)

/** Removes threads from the list. */
export const removeItems = statement<OfJob & { threadIds: Uuid[] }, object>(`
  delete from thread_batch_items where tenant_id = :tenantId::uuid and job_id = :jobId::uuid and thread_id = any(:threadIds::uuid[])`)

export const dropItems = statement<OfJob, object>(
  'delete from thread_batch_items where tenant_id = :tenantId::uuid and job_id = :jobId::uuid',
)

/** Reads the user on whose behalf a batch applies a canned response, with the tenant's name. */
export const findBatchAgent = statement<
  { tenantId: Uuid; id: Uuid },
  Pick<Principal['user'], 'id' | 'name' | 'email' | 'kind'> & { tenantName: string }
>(`select u.id, u.name, u.email, u.kind, t.name as "tenantName" from users u join tenants t on t.tenant_id = :tenantId::uuid
  where u.tenant_id = :tenantId::uuid and u.id = :id::uuid`)
