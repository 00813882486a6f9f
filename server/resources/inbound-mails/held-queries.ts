/** Statements on held raw mails, which no thread shows: those of suspended mails, and of duplicates that differ. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Returns a row when held raw mails, including those being added, exceed the tenant's share. */
export const findOverfullShare = statement<{ tenantId: Uuid; added: number }, { bytes: number }>(`
  select k.held_mail_bytes + :added::bigint - t.suspended_mail_mib::bigint * 1048576 as bytes
  from tenant_counters k join tenants t on t.tenant_id = :tenantId::uuid
  where k.tenant_id = :tenantId::uuid and k.held_mail_bytes + :added::bigint > t.suspended_mail_mib::bigint * 1048576`)

export type HeldMail = { id: Uuid; size: number; outcome: 'SUSPENDED' | 'DUPLICATE' }

/** Locks the oldest held mails. Skips those that another transaction has locked. */
export const lockOldestHeld = statement<{ tenantId: Uuid; limit: number }, HeldMail>(`
  select m.id, m.size, m.outcome from inbound_mails m
  where m.tenant_id = :tenantId::uuid and m.has_raw and m.outcome in ('SUSPENDED', 'DUPLICATE')
  order by m.created_at, m.id limit :limit::int for update skip locked`)

export const deleteSuspendedMails = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, object>(
  'delete from inbound_mails where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
export const dropRawMails = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, object>(
  'update inbound_mails set has_raw = false, expires_at = null where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
