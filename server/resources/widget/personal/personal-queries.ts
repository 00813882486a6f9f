/** Statements for the erasure and export of visitors. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type OfCustomers = { tenantId: Uuid; customerIds: readonly Uuid[] }

type ExportedVisitor = {
  id: Uuid
  inboxId: Uuid
  verified: boolean
  email: string | null
  name: string | null
  locale: string | null
  pagePath: string | null
  pageTitle: string | null
  createdAt: string
  lastSeenAt: string
}

export const listVisitors = statement<OfCustomers, ExportedVisitor>(`
  select v.id, v.inbox_id as "inboxId", v.verified, v.email, v.name, v.locale, v.page_path as "pagePath", v.page_title as "pageTitle",
    v.created_at as "createdAt", v.last_seen_at as "lastSeenAt" from visitors v
  where v.tenant_id = :tenantId::uuid and v.customer_id = any(:customerIds::uuid[]) order by v.id`)

export const deletePortalLinks = statement<OfCustomers, object>(
  'delete from portal_links where tenant_id = :tenantId::uuid and customer_id = any(:customerIds::uuid[])',
)

export const deleteVisitors = statement<OfCustomers, { id: Uuid }>(
  'delete from visitors where tenant_id = :tenantId::uuid and customer_id = any(:customerIds::uuid[]) returning id',
)
