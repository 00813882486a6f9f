import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { findCurrentIdByEmail, lockCustomer } from '../queries.ts'
import { addIdentity } from './change-identities.ts'
import { deleteIdentity } from './identity-queries.ts'

/**
 * Makes an address that a customer has typed a verified one, because they have answered a mail to it. Does nothing if the customer has not typed
 * it, or if somebody has it by now.
 */
export async function verifyTypedAddress(
  context: { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } },
  customerId: Uuid,
  address: string,
): Promise<void> {
  const { tx, principal } = context
  const { tenantId } = principal
  if (await tx.first(findCurrentIdByEmail, { tenantId, email: address })) return
  const row = await tx.first(lockCustomer, { tenantId, id: customerId })
  const typed = row?.identities.find(({ type, value, verified }) => type === 'EMAIL' && value === address && !verified)
  if (!row || !typed || row.erasedAt !== null || row.mergedInto !== null) return
  await tx.rows(deleteIdentity, { tenantId, customerId: row.id, id: typed.id })
  await addIdentity(context, row, { type: 'EMAIL', value: address, verified: true, lastSeenAt: typed.lastSeenAt })
}
