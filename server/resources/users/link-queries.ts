import { statement, type Uuid } from '../../kit/index.ts'

export type LinkPurpose = 'INVITATION' | 'PASSWORD'

/** `good`: it may be used now. A link that was used is still found, for a retry of the request that used it. */
export type LinkRow = { id: Uuid; userId: Uuid; purpose: LinkPurpose; email: string; good: boolean; suspended: boolean }

/** A person by their address, whatever their status. */
export const findPersonRow = statement<{ tenantId: Uuid; email: string }, { userId: Uuid; status: string }>(
  'select id as "userId", status from users where tenant_id = :tenantId::uuid and email = :email',
)

export const insertLink = statement<
  { tenantId: Uuid; id: Uuid; userId: Uuid; purpose: LinkPurpose; email: string; tokenHash: Buffer; lifeSeconds: number },
  { expiresAt: string }
>(`
  insert into sign_in_links (tenant_id, id, user_id, purpose, email, token_hash, expires_at)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :purpose, :email, :tokenHash::bytea,
    now() + make_interval(secs => :lifeSeconds::double precision))
  returning expires_at as "expiresAt"`)

/** Invitations are good until they are accepted, other links for whoever takes part. */
export const findLinkRow = statement<{ tenantId: Uuid; id: Uuid; tokenHash: Buffer }, LinkRow>(`
  select l.id, l.user_id as "userId", l.purpose, u.email,
    l.used_at is null and l.expires_at > now() and u.email = l.email
      and u.status = case l.purpose when 'INVITATION' then 'INVITED' else 'ACTIVE' end as good, t.status = 'SUSPENDED' as suspended
  from sign_in_links l
  join users u on u.tenant_id = :tenantId::uuid and u.id = l.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where l.tenant_id = :tenantId::uuid and l.id = :id::uuid and l.token_hash = :tokenHash::bytea`)

/** Links that were made for somebody and still work: a stranger who asks for them again and again shall not fill anybody's mailbox. */
export const countLinks = statement<{ tenantId: Uuid; userId: Uuid; purpose: LinkPurpose }, { count: number }>(`
  select count(*) as count from sign_in_links
  where tenant_id = :tenantId::uuid and user_id = :userId::uuid and purpose = :purpose and used_at is null and created_at > now() - interval '1 hour'`)

/** Uses a link up. Null when it is not good any more. */
export const takeLinkRow = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'update sign_in_links set used_at = now() where tenant_id = :tenantId::uuid and id = :id::uuid and used_at is null and expires_at > now() returning id',
)

export const endLinkRows = statement<{ tenantId: Uuid; userId: Uuid }, object>(
  'update sign_in_links set used_at = now() where tenant_id = :tenantId::uuid and user_id = :userId::uuid and used_at is null',
)
