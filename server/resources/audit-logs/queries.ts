import { keysetList } from '#kit/list.ts'
import type { Copies, Copy } from '#kit/privacy/copies.ts'
import { afterTimeAndIdSql, isSubjectSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import { presentFields, targetId } from './to-type-ids.ts'
import type { AuditLog } from './schema.ts'

/** An audit row as the ledger wrote it. */
export type AuditLogRecord = {
  id: Uuid
  actorType: Static<typeof AuditLog>['actor']['type']
  actorId: Uuid | null
  keyId: Uuid | null
  ip: string | null
  via: Static<typeof AuditLog>['via']
  action: string
  targetType: string
  targetId: Uuid
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
  createdAt: string
}

export function toAuditLog(record: AuditLogRecord): Static<typeof AuditLog> {
  const { id, actorType, actorId, keyId, ip, via, action, targetType, before, after, requestId, createdAt } = record
  return {
    id: toTypeId('aud', id),
    actor: { type: actorType, id: actorId && toTypeId('usr', actorId), keyId: keyId && toTypeId('key', keyId), ip },
    via,
    action,
    target: { type: targetType, id: targetId(targetType, record.targetId) },
    before: presentFields(targetType, before),
    after: presentFields(targetType, after),
    requestId,
    createdAt: isoTime(createdAt),
  }
}

export const auditLogColumns = `l.id, l.actor_type as "actorType", l.actor_id as "actorId", l.key_id as "keyId", l.ip, l.via, l.action, l.target_type as "targetType",
  l.target_id as "targetId", l.before, l.after, l.request_id as "requestId", l.created_at as "createdAt"`

export const auditLogList = keysetList<AuditLogRecord>({
  from: 'audit_logs l',
  alias: 'l',
  columns: auditLogColumns,
  filters: {
    action: 'l.action = :action::text',
    targetId: 'l.target_id = :targetId::uuid',
    actorId: 'l.actor_id = :actorId::uuid',
    createdAfter: 'l.created_at > :createdAfter::timestamptz',
    createdBefore: 'l.created_at < :createdBefore::timestamptz',
  },
  counted: { '': 'select audit_logs from tenant_counters where tenant_id = :tenantId::uuid' },
})

/**
 * Deletes the oldest rows and subtracts them from the total. Counts only rows that this statement deleted, because another worker may
 * delete the same rows.
 */
export const pruneRows = statement<{ tenantId: Uuid; days: number; batch: number }, { pruned: number }>(`with
old as materialized (
  select id from audit_logs where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int)
  order by created_at, id limit :batch::int),
gone as (
  delete from audit_logs l using old where l.tenant_id = :tenantId::uuid and l.id = old.id returning l.id),
counted as (
  update tenant_counters set audit_logs = audit_logs - (select count(*) from gone) where tenant_id = :tenantId::uuid and exists (select 1 from gone))
select count(*) as pruned from gone`)

/** Audit rows of a customer. */
type Chunk = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

export const readAuditRows = statement<Chunk, Copies<Copy<'before' | 'after'>>>(`with
chunk as materialized (
  select * from audit_logs where tenant_id = :tenantId::uuid and (created_at, id) > (${afterTimeAndIdSql})
  order by created_at, id limit :limit::int)
select case when (select count(*) from chunk) = :limit::int then (
    select to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || l.id from chunk l order by l.created_at desc, l.id desc limit 1) end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('at', l.created_at, 'id', l.id), 'subjects', array[l.target_id], 'before', l.before, 'after', l.after)), '[]')
    from chunk l where (l.before is not null or l.after is not null)
      and ${isSubjectSql('l.target_id', `(l.before ->> 'threadId')::uuid`, `(l.after ->> 'threadId')::uuid`)}) as rows`)

export const writeAuditRows = statement<{ tenantId: Uuid; rows: { before: unknown; after: unknown }[] }, object>(`
  update audit_logs l set before = r.before, after = r.after
  from json_to_recordset(:rows::json) as r(at timestamptz, id uuid, before json, after json)
  where l.tenant_id = :tenantId::uuid and l.created_at = r.at and l.id = r.id`)

/** Returns the audit rows of objects, oldest first. */
export const auditRowsOf = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, AuditLogRecord>(`
  select ${auditLogColumns} from audit_logs l where l.tenant_id = :tenantId::uuid and l.target_id = any(:ids::uuid[]) order by l.created_at, l.id limit 10000`)
