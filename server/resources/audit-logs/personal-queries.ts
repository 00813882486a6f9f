/** Audit rows of a customer. */
import { afterTimeAndId, type Copies, type Copy, isSubject, statement, type Uuid } from '../../kit/index.ts'
import { auditLogColumns, type AuditLogRecord } from './queries.ts'

type Portion = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

export const readAuditRows = statement<Portion, Copies<Copy<'before' | 'after'>>>(`with
portion as materialized (
  select * from audit_logs where tenant_id = :tenantId::uuid and (created_at, id) > (${afterTimeAndId})
  order by created_at, id limit :limit::int)
select case when (select count(*) from portion) = :limit::int then (
    select to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || l.id from portion l order by l.created_at desc, l.id desc limit 1) end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('at', l.created_at, 'id', l.id), 'subjects', array[l.target_id], 'before', l.before, 'after', l.after)), '[]')
    from portion l where (l.before is not null or l.after is not null)
      and ${isSubject('l.target_id', `(l.before ->> 'threadId')::uuid`, `(l.after ->> 'threadId')::uuid`)}) as rows`)

export const writeAuditRows = statement<{ tenantId: Uuid; rows: { before: unknown; after: unknown }[] }, object>(`
  update audit_logs l set before = r.before, after = r.after
  from json_to_recordset(:rows::json) as r(at timestamptz, id uuid, before json, after json)
  where l.tenant_id = :tenantId::uuid and l.created_at = r.at and l.id = r.id`)

/** What was done with objects, oldest first. */
export const auditRowsOf = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, AuditLogRecord>(`
  select ${auditLogColumns} from audit_logs l where l.tenant_id = :tenantId::uuid and l.target_id = any(:ids::uuid[]) order by l.created_at, l.id limit 10000`)
