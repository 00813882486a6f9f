/** Marks users whose address has a hard bounce, so that admins see who never got an invitation. Mail to them is still sent. */
import { fetchOne, lockRow, updateResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { findUsersByAddress, lockFailedUser } from './queries.ts'
import { user } from './user.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** Marks the users with these canonical addresses. Call it before the tenant's counters are locked. */
export async function markFailedUsers({ tx, effects, tenantId }: Context, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  for (const { id } of await tx.rows(findUsersByAddress, { tenantId, addresses: [...addresses] })) {
    const current = await lockRow(tx, user.statements, { tenantId, id })
    // The address may have changed before the lock.
    if (!current || current.emailFailedAt !== null || !addresses.includes(current.email)) continue
    await updateResource({ tx, effects, principal: { tenantId } }, user, current, { emailFailedAt: 'now' }, { action: 'email_failed' })
  }
}

/**
 * Removes a user's mark after a mail from their address. If another transaction has locked the user, the mark stays until their next mail:
 * the tenant's counters are already locked, and waiting for a user could deadlock.
 */
export async function unmarkFailedUser({ tx, effects, tenantId }: Context, address: string): Promise<void> {
  const locked = await tx.first(lockFailedUser, { tenantId, address })
  if (!locked) return
  const current = await fetchOne(tx, user.statements.find, { tenantId, id: locked.id })
  await updateResource({ tx, effects, principal: { tenantId } }, user, current, { emailFailedAt: null }, { action: 'email_works' })
}
