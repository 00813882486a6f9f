import { isoTime, keysetList, statement, type Static, toTypeId, type Uuid } from '../../kit/index.ts'
import { presentFields, targetId } from './identifiers.ts'
import type { AuditLog } from './schema.ts'

/** An audit row as the ledger wrote it. */
export type AuditLogRecord = {
  id: Uuid
  actorType: Static<typeof AuditLog>['actor']['type']
  actorId: Uuid | null
  keyId: Uuid | null
  ip: string | null
  action: string
  targetType: string
  targetId: Uuid
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
  createdAt: string
}

export function toAuditLog(record: AuditLogRecord): Static<typeof AuditLog> {
  const { id, actorType, actorId, keyId, ip, action, targetType, before, after, requestId, createdAt } = record
  return {
    id: toTypeId('aud', id),
    actor: { type: actorType, id: actorId && toTypeId('usr', actorId), keyId: keyId && toTypeId('key', keyId), ip },
    action,
    target: { type: targetType, id: targetId(targetType, record.targetId) },
    before: presentFields(targetType, before),
    after: presentFields(targetType, after),
    requestId,
    createdAt: isoTime(createdAt),
  }
}

export const auditLogColumns = `l.id, l.actor_type as "actorType", l.actor_id as "actorId", l.key_id as "keyId", l.ip, l.action, l.target_type as "targetType",
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

/** Deletes the oldest rows and takes them off the total. Only what this statement itself has deleted: another worker may delete the same. */
export const pruneRows = statement<{ tenantId: Uuid; days: number; batch: number }, { pruned: number }>(`with
old as materialized (
  select id from audit_logs where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int)
  order by created_at, id limit :batch::int),
gone as (
  delete from audit_logs l using old where l.tenant_id = :tenantId::uuid and l.id = old.id returning l.id),
counted as (
  update tenant_counters set audit_logs = audit_logs - (select count(*) from gone) where tenant_id = :tenantId::uuid and exists (select 1 from gone))
select count(*) as pruned from gone`)
