import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

export type LinkPurpose = 'INVITATION' | 'PASSWORD' | 'EMAIL'

/**
 * A link and its user. `good` is true while the link is usable. Used links are still found, for retries of the request that used them.
 * `email` is the user's address, `address` that of the link's mail, and `requestedBy` the user who requested the address change, or who invited.
 */
export type LinkRow = {
  id: Uuid
  userId: Uuid
  purpose: LinkPurpose
  email: string
  address: string
  requestedBy: Uuid | null
  good: boolean
  suspended: boolean
  /** Domains whose addresses may sign in; empty for all. */
  allowedDomains: string[]
}

/** Finds a user of any status by address. */
export const findPersonRow = statement<{ tenantId: Uuid; email: string }, { userId: Uuid; status: string }>(
  'select id as "userId", status from users where tenant_id = :tenantId::uuid and email = :email',
)

export const insertLink = statement<
  {
    tenantId: Uuid
    id: Uuid
    userId: Uuid
    purpose: LinkPurpose
    email: string
    requestedBy: Uuid | null
    tokenHash: Buffer
    lifeSeconds: number
  },
  { expiresAt: string }
>(`
  insert into sign_in_links (tenant_id, id, user_id, purpose, email, requested_by, token_hash, expires_at)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :purpose, :email, :requestedBy::uuid, :tokenHash::bytea,
    now() + make_interval(secs => :lifeSeconds::double precision))
  returning expires_at as "expiresAt"`)

/**
 * Finds a link. Invitations are good until accepted, password links while the user is ACTIVE, and address links while the address is
 * pending.
 */
export const findLinkRow = statement<{ tenantId: Uuid; id: Uuid; tokenHash: Buffer }, LinkRow>(`
  select l.id, l.user_id as "userId", l.purpose, u.email, l.email as address, l.requested_by as "requestedBy",
    l.used_at is null and l.expires_at > now() and case l.purpose
      when 'EMAIL' then coalesce(u.pending_email = l.email, false)
      when 'INVITATION' then u.email = l.email and u.status = 'INVITED'
      else u.email = l.email and u.status = 'ACTIVE' end as good, t.status = 'SUSPENDED' as suspended,
    t.allowed_sign_in_domains as "allowedDomains"
  from sign_in_links l
  join users u on u.tenant_id = :tenantId::uuid and u.id = l.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where l.tenant_id = :tenantId::uuid and l.id = :id::uuid and l.token_hash = :tokenHash::bytea`)

export type InvitationRow = {
  userId: Uuid
  name: string
  email: string
  tenantName: string
  inviterName: string | null
  suspended: boolean
}

/** Finds an invitation that can be accepted, with the names that its page shows. */
export const findInvitationRow = statement<{ tenantId: Uuid; id: Uuid; tokenHash: Buffer }, InvitationRow>(`
  select l.user_id as "userId", u.name, u.email, t.name as "tenantName", i.name as "inviterName", t.status = 'SUSPENDED' as suspended
  from sign_in_links l
  join users u on u.tenant_id = :tenantId::uuid and u.id = l.user_id and u.email = l.email and u.status = 'INVITED'
  join tenants t on t.tenant_id = :tenantId::uuid
  left join users i on i.tenant_id = :tenantId::uuid and i.id = l.requested_by
  where l.tenant_id = :tenantId::uuid and l.id = :id::uuid and l.token_hash = :tokenHash::bytea and l.purpose = 'INVITATION'
    and l.used_at is null and l.expires_at > now()`)

/** Counts the unused links of the last hour to an address, to limit the mails that a stranger can cause. */
export const countLinks = statement<{ tenantId: Uuid; userId: Uuid; purpose: LinkPurpose; email: string }, { count: number }>(`
  select count(*) as count from sign_in_links
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid and purpose = :purpose and email = :email and used_at is null and created_at > now() - interval '1 hour'`)

/** Marks a link as used. Returns no row if it is no longer good. */
export const takeLinkRow = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'update sign_in_links set used_at = now() where tenant_id = :tenantId::uuid and id = :id::uuid and used_at is null and expires_at > now() returning id',
)

export const endLinkRows = statement<{ tenantId: Uuid; userId: Uuid }, object>(
  'update sign_in_links set used_at = now() where tenant_id = :tenantId::uuid and user_id = :userId::uuid and used_at is null',
)
