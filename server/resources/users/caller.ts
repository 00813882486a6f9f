import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import { noteSeen, type CallerRow } from './queries.ts'

/** Returns a request's principal from the row of its credential. Updates the user's last-seen time if it is old enough. */
export function getCaller(db: Database, tenantId: Uuid, row: CallerRow, may: Pick<Principal, 'scopes' | 'credential'>): Principal {
  // Not awaited by the request. If this fails, a later request writes it.
  if (row.unseen) db.rows(noteSeen, { tenantId, userId: row.userId }).catch(() => {})
  return {
    tenantId,
    tenant: { slug: row.slug, name: row.tenantName, suspended: row.suspended, settings: row.settings },
    user: { id: row.userId, name: row.userName, email: row.userEmail, role: row.userRole, kind: row.userKind },
    ...may,
    ip: '',
  }
}
