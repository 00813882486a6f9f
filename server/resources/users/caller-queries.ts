/** What a request needs to know about the person for whom its credential acts: the same for keys and for sessions. */
import { type Role, statement, type Uuid } from '../../kit/index.ts'
import { settingsColumns, type TenantSettings } from '../tenants/index.ts'

export type CallerRow = {
  userId: Uuid
  userName: string
  userEmail: string
  userRole: Role
  slug: string
  tenantName: string
  suspended: boolean
  settings: TenantSettings
  /** Whether the person's last-seen time is old enough to be updated. */
  unseen: boolean
}

/** Over `users u` and `tenants t`. */
export const callerColumns = `u.id as "userId", u.name as "userName", u.email as "userEmail", u.role as "userRole", t.slug,
    t.name as "tenantName", t.status = 'SUSPENDED' as suspended,
    (select row_to_json(own) from (select ${settingsColumns}) own) as settings,
    u.last_seen_at is null or u.last_seen_at < now() - interval '5 minutes' as unseen`

/** Skips the row when it is locked: nothing depends on this, and a later request can write it. */
export const noteSeen = statement<{ tenantId: Uuid; userId: Uuid }, object>(`
  update users set last_seen_at = now() where tenant_id = :tenantId::uuid and id in (
    select id from users where tenant_id = :tenantId::uuid and id = :userId::uuid for no key update skip locked)`)
