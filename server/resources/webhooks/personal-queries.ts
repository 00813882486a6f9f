/** Erases endpoints' responses to events about a customer. */
import { afterTimeAndIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { concernsSubjectSql } from '../events/index.ts'

/**
 * Erases responses in the next deliveries, in list order. A response may echo the event. If the event has been deleted, its subject is
 * unknown, so its responses are erased, too.
 */
export const eraseResponses = statement<
  { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number; dryRun: boolean },
  { found: number; next: string | null }
>(`with
chunk as materialized (
  select id, created_at, event_sequence, response_body is not null or failed_attempts is not null or error is not null as holds from webhook_deliveries
  where tenant_id = :tenantId::uuid
    and (created_at, id) > (${afterTimeAndIdSql})
  order by created_at, id limit :limit::int),
theirs as materialized (
  select p.id from chunk p left join events e on e.tenant_id = :tenantId::uuid and e.sequence = p.event_sequence
  where p.holds and (e.id is null or (${concernsSubjectSql}))),
forgotten as (
  update webhook_deliveries d set response_body = null, failed_attempts = null, error = null
  where d.tenant_id = :tenantId::uuid and d.id = any(array(select id from theirs where not :dryRun::boolean)))
select (select count(*) from theirs) as found, case when (select count(*) from chunk) = :limit::int then (
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || id from chunk order by created_at desc, id desc limit 1) end as next`)
