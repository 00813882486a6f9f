import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { AiRun, type Operation } from './schema.ts'

export const runTable = table({
  from: 'ai_runs r',
  shape: AiRun,
  filters: { threadId: 'r.thread_id = :threadId::uuid', operation: 'r.operation = :operation' },
})

/**
 * Stores the threads that a run quotes, by which an erasure finds the run. Locks the threads until the commit; `held` is the number that
 * still exist.
 */
export const noteThreads = statement<{ tenantId: Uuid; runId: Uuid; threadIds: readonly Uuid[] }, { held: number }>(`with
held as materialized (
  select id from threads where tenant_id = :tenantId::uuid and id = any(:threadIds::uuid[]) order by id for share),
noted as (
  insert into ai_run_threads (tenant_id, thread_id, run_id)
  select :tenantId::uuid, each.id, :runId::uuid from unnest(:threadIds::uuid[]) as each(id) on conflict do nothing)
select count(*) as held from held`)

/** Cost of one run. `runs` and `failed` are 1 or 0. */
type Cost = { tenantId: Uuid; operation: Operation; runs: number; failed: number; inputTokens: number; outputTokens: number }
export const addUsage = statement<Cost, object>(`
  insert into ai_usage as u (tenant_id, day, operation, runs, failed, input_tokens, output_tokens)
  values (:tenantId::uuid, (now() at time zone 'UTC')::date, :operation, :runs::int, :failed::int, :inputTokens::int, :outputTokens::int)
  on conflict (tenant_id, day, operation) do update set runs = u.runs + excluded.runs, failed = u.failed + excluded.failed,
    input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`)

export const usageOfDays = statement<
  { tenantId: Uuid; days: number },
  { day: string; operation: Operation; runs: number; failed: number; inputTokens: number; outputTokens: number }
>(`
  select day::text as day, operation, runs, failed, input_tokens as "inputTokens", output_tokens as "outputTokens" from ai_usage
  where tenant_id = :tenantId::uuid and day > (now() at time zone 'UTC')::date - :days::int order by day desc, operation`)

export const tokensToday = statement<{ tenantId: Uuid }, { tokens: number }>(`
  select coalesce(sum(input_tokens + output_tokens), 0)::bigint as tokens from ai_usage
  where tenant_id = :tenantId::uuid and day = (now() at time zone 'UTC')::date`)

/** Deletes a batch of old runs. */
export const forgetRuns = statement<{ tenantId: Uuid; days: number; limit: number }, { id: Uuid }>(`with
old as materialized (
  select id from ai_runs where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int) order by created_at, id limit :limit::int),
noted as (
  delete from ai_run_threads n using old where n.tenant_id = :tenantId::uuid and n.run_id = old.id)
delete from ai_runs r using old where r.tenant_id = :tenantId::uuid and r.id = old.id returning r.id`)
