import type { Audited, Effects, Queryable, Uuid } from '../../kit/index.ts'
import { securityChanged } from './events.ts'
import { removeFactor } from './factor-queries.ts'

/** The person has no second factor any more. Whoever calls this has made sure that it is them, or their operator. */
export async function giveUpFactor(
  { tx, effects }: { tx: Queryable; effects: Effects },
  { tenantId, userId }: { tenantId: Uuid; userId: Uuid },
): Promise<Audited> {
  await tx.rows(removeFactor, { tenantId, userId })
  effects.emit(securityChanged, userId, { id: userId, change: 'TOTP_DISABLED' })
  return effects.audit({ action: 'user.totp_disabled', target: { type: 'user', id: userId } })
}
