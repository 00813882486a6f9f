import type { Database, Principal, Uuid } from '../../kit/index.ts'
import { noteSeen, type CallerRow } from './queries.ts'

/** The caller for whom a credential acts, and what the caller may do. Updates the person's last-seen time now and then. */
export function callerOf(db: Database, tenantId: Uuid, row: CallerRow, may: Pick<Principal, 'scopes' | 'credential'>): Principal {
  // Runs after the request, which does not wait for it. When it fails, a later request tries again.
  if (row.unseen) db.rows(noteSeen, { tenantId, userId: row.userId }).catch(() => {})
  return {
    tenantId,
    tenant: { slug: row.slug, name: row.tenantName, suspended: row.suspended, settings: row.settings },
    user: { id: row.userId, name: row.userName, email: row.userEmail, role: row.userRole },
    ...may,
    ip: '',
  }
}
