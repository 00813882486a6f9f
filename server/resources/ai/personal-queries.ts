/** Finds and erases customers' words in runs. */
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { runTable } from './queries.ts'
import type { RunRecord } from './run.ts'

/** SQL: runs that quote these threads: runs of the threads themselves, and runs of other threads. */
const theirs = `theirs as materialized (
  select distinct run_id as id from ai_run_threads where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]))`
type OfThreads = { tenantId: Uuid; threadIds: readonly Uuid[] }

export const countRunsOf = statement<OfThreads, { found: number }>(`with ${theirs}
  select count(*) as found from theirs join ai_runs r on r.tenant_id = :tenantId::uuid and r.id = theirs.id and r.status <> 'ERASED'`)

/** `empty` is the output of an erased run. */
export const blankRuns = statement<OfThreads & { empty: object }, object>(`with ${theirs}
  update ai_runs r set status = 'ERASED', output = :empty::jsonb, citations = '[]'::jsonb, failure = null, version = version + 1,
    feedback = case when r.feedback is not null then r.feedback || '{"comment": null}'::jsonb end
  from theirs where r.tenant_id = :tenantId::uuid and r.id = theirs.id and r.status <> 'ERASED'`)

export const deleteRuns = statement<OfThreads, object>(`with ${theirs},
noted as (
  delete from ai_run_threads n using theirs where n.tenant_id = :tenantId::uuid and n.run_id = theirs.id)
delete from ai_runs r using theirs where r.tenant_id = :tenantId::uuid and r.id = theirs.id`)

export const runsOfCustomers = statement<{ tenantId: Uuid; customerIds: readonly Uuid[]; after: Uuid | null; limit: number }, RunRecord>(`
  select ${runTable.columns} from ai_runs r join threads t on t.tenant_id = :tenantId::uuid and t.id = r.thread_id and t.customer_id = any(:customerIds::uuid[])
  where r.tenant_id = :tenantId::uuid and r.id > coalesce(:after::uuid, ${lowestIdSql}) order by r.id limit :limit::int`)
