/** Statements on the links by which people sign in to the portal. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Link = { tenantId: Uuid; id: Uuid; customerId: Uuid; email: string; tokenHash: Buffer }

/** Locks the customer, so that concurrent requests count each other's links. */
export const lockAddressee = statement<Pick<Link, 'tenantId' | 'customerId'>, object>(
  'select from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid for no key update',
)

/** Inserts a link, unless the customer has got `limit` of them within its lifetime. Then it returns no row. */
export const insertPortalLink = statement<Link & { minutes: number; limit: number }, { expiresAt: string }>(`
  insert into portal_links (tenant_id, id, customer_id, email, token_hash, expires_at)
  select :tenantId::uuid, :id::uuid, :customerId::uuid, :email, :tokenHash::bytea, now() + make_interval(mins => :minutes::int)
  where (select count(*) from portal_links l where l.tenant_id = :tenantId::uuid and l.customer_id = :customerId::uuid
    and l.created_at > now() - make_interval(mins => :minutes::int)) < :limit::int
  returning expires_at as "expiresAt"`)

/** Finds the address and the customer of a link, also of one that has expired or was used, for retries of the request that used it. */
export const findPortalLink = statement<Pick<Link, 'tenantId' | 'id' | 'tokenHash'>, { email: string; customerId: Uuid }>(`
  select l.email, l.customer_id as "customerId" from portal_links l where l.tenant_id = :tenantId::uuid and l.id = :id::uuid and l.token_hash = :tokenHash::bytea`)

/** Marks a link as used. Returns no row if it has expired or was used before. */
export const takePortalLink = statement<Pick<Link, 'tenantId' | 'id'>, { id: Uuid }>(`
  update portal_links set used_at = now() where tenant_id = :tenantId::uuid and id = :id::uuid and used_at is null and expires_at > now() returning id`)

export const deleteExpiredPortalLinks = statement<{ tenantId: Uuid }, object>(
  `delete from portal_links where tenant_id = :tenantId::uuid and expires_at < now() - interval '1 day'`,
)
