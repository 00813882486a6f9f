/** What a request needs to know of the person for whom its credential acts: the same for keys and for sessions. */
import { statement, type Role, type Uuid } from '../../kit/index.ts'
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
  /** The person was not seen for a while, so that it is worth noting again. */
  unseen: boolean
}

/** Over `users u` and `tenants t`. */
export const callerColumns = `u.id as "userId", u.name as "userName", u.email as "userEmail", u.role as "userRole", t.slug,
    t.name as "tenantName", t.status = 'SUSPENDED' as suspended,
    (select row_to_json(own) from (select ${settingsColumns}) own) as settings,
    u.last_seen_at is null or u.last_seen_at < now() - interval '5 minutes' as unseen`

/** Not while the row is locked: nobody waits for this, and it can be noted a moment later. */
export const noteSeen = statement<{ tenantId: Uuid; userId: Uuid }, object>(`
  update users set last_seen_at = now() where tenant_id = :tenantId::uuid and id in (
    select id from users where tenant_id = :tenantId::uuid and id = :userId::uuid for no key update skip locked)`)
