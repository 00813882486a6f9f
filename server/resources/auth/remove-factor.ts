import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import { securityChanged } from './events.ts'
import { deleteFactor } from './factor-queries.ts'

/** Removes the user's second factor. The caller must have checked a code, or act for the operator. */
export async function removeFactor(
  { tx, effects }: { tx: Queryable; effects: Effects },
  { tenantId, userId }: { tenantId: Uuid; userId: Uuid },
): Promise<Audited> {
  await tx.rows(deleteFactor, { tenantId, userId })
  effects.emit(securityChanged, userId, { id: userId, change: 'TOTP_DISABLED' })
  return effects.audit({ action: 'user.totp_disabled', target: { type: 'user', id: userId } })
}
