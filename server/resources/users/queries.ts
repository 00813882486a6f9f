import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Role, UserKind } from '#platform/principal.ts'
import { User } from './schema.ts'
import { settingsColumns, type TenantSettings } from '../tenants/index.ts'

export const userTable = table({
  from: 'users u',
  shape: User,
  computed: {
    teamIds: {
      sql: 'array(select m.team_id from team_members m where m.tenant_id = :tenantId::uuid and m.user_id = u.id order by m.team_id)',
      initially: `'{}'::uuid[]`,
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: {
    teamId: 'u.id in (select m.user_id from team_members m where m.tenant_id = :tenantId::uuid and m.team_id = :teamId::uuid)',
    email: 'u.email = :email::text',
  },
})

/**
 * Serialises changes of owners. A request that may remove an owner takes this lock before it locks a user, so that two concurrent requests
 * cannot remove each other's last remaining owner.
 */
export const lockOwnerChanges = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const findOtherOwner = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  `select id from users where tenant_id = :tenantId::uuid and role = 'OWNER' and status = 'ACTIVE' and id <> :id::uuid limit 1`,
)

/** Finds the users with these addresses that are not marked as failed, in lock order. */
export const findUsersByAddress = statement<{ tenantId: Uuid; addresses: string[] }, { id: Uuid }>(
  'select id from users where tenant_id = :tenantId::uuid and email = any(:addresses::text[]) and email_failed_at is null order by id',
)

/** Locks the user with this address if it is marked as failed and no other transaction has locked the user. */
export const lockFailedUser = statement<{ tenantId: Uuid; address: string }, { id: Uuid }>(
  'select id from users where tenant_id = :tenantId::uuid and email = :address and email_failed_at is not null for update skip locked',
)

/** The user and the tenant of a request's credential, the same for API keys and sessions. */
export type CallerRow = {
  userId: Uuid
  userName: string
  userEmail: string
  userRole: Role
  userKind: UserKind
  slug: string
  tenantName: string
  suspended: boolean
  settings: TenantSettings
  /** True when the user's last-seen time is old enough for an update. */
  unseen: boolean
}

/** SQL: the columns of CallerRow, from `users u` and `tenants t`. */
export const callerColumns = `u.id as "userId", u.name as "userName", u.email as "userEmail", u.role as "userRole", u.kind as "userKind", t.slug,
    t.name as "tenantName", t.status = 'SUSPENDED' as suspended,
    (select row_to_json(own) from (select ${settingsColumns}) own) as settings,
    u.last_seen_at is null or u.last_seen_at < now() - interval '5 minutes' as unseen`

/** Updates the last-seen time. Skips a locked row, because a later request can update it. */
export const noteSeen = statement<{ tenantId: Uuid; userId: Uuid }, object>(`
  update users set last_seen_at = now() where tenant_id = :tenantId::uuid and id in (
    select id from users where tenant_id = :tenantId::uuid and id = :userId::uuid for no key update skip locked)`)
