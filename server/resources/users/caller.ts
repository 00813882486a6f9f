import type { Database, Principal, Uuid } from '../../kit/index.ts'
import { noteSeen, type CallerRow } from './caller-queries.ts'

/** The caller that a credential acts for, and what it may do; notes now and then that the person was seen. */
export function callerOf(db: Database, tenantId: Uuid, row: CallerRow, may: Pick<Principal, 'scopes' | 'credential'>): Principal {
  // Beside the request, which is not to wait for it. What fails here is noted with a later request.
  if (row.unseen) db.rows(noteSeen, { tenantId, userId: row.userId }).catch(() => {})
  return {
    tenantId,
    tenant: { slug: row.slug, name: row.tenantName, suspended: row.suspended, settings: row.settings },
    user: { id: row.userId, name: row.userName, email: row.userEmail, role: row.userRole },
    ...may,
    ip: '',
  }
}
