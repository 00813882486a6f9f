/** Changes customers, including customers into which others were merged. */
import type { Writing } from '#kit/touch.ts'
import { updateResource, type Sent } from '#kit/write.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import { refreshIdentities } from './identities/change-identities.ts'
import { customer } from './customer.ts'
import { customerErased } from './errors.ts'
import { deleteIdentity, deleteUnverifiedAddress, setIdentityValue } from './identities/identity-queries.ts'
import { toAddressWords, releaseEmail, releaseExternalId, lockCustomer, addFormerEmail, setEmail, type CustomerRow } from './queries.ts'
import { toUnknownAddress } from './unknown-address.ts'

type Fields = Pick<CustomerRow, 'email' | 'name' | 'externalId' | 'customFields' | 'satisfactionOptOut'>

/** Finds the customer to change by id. Follows the id of a merged customer to the target. */
export const currentCustomer = { notFound: customer.notFound, statements: { lock: lockCustomer } }

/**
 * Throws 409 if the locked customer was erased. Throws OutdatedRead if the customer was merged while this transaction waited for the
 * lock; the operation then runs again and finds the target.
 */
export function checkChangeable({ mergedInto, erasedAt }: CustomerRow): void {
  if (erasedAt !== null) throw new ApiError(customerErased)
  if (mergedInto !== null) throw new OutdatedRead('The customer was merged in the meantime')
}

/**
 * Changes a locked customer. The new address or external id may be that of a customer merged into this one, or an address of an identity;
 * the two then swap addresses, so that the customer's old address still finds them.
 */
export async function changeCustomer(context: Writing, current: CustomerRow, sent: Sent<Fields>): Promise<Outcome<CustomerRow>> {
  const { tx, principal } = context
  const own = { tenantId: principal.tenantId, id: current.id }
  const { email, externalId } = sent
  const externalIdSource =
    externalId && externalId !== current.externalId ? await tx.first(releaseExternalId, { ...own, externalId }) : null
  if (externalIdSource) await writeEmail(tx, own, { ...externalIdSource, externalId: null })
  if (!email || email === current.email) return updateResource(context, customer, current, sent)
  const emailSource = await tx.first(releaseEmail, { ...own, email })
  if (!emailSource && current.hasEmail) await tx.rows(addFormerEmail, { ...own, email: current.email })
  await swapAddresses(tx, own, { current, email, sourceId: emailSource?.id ?? null })
  const identities = await refreshIdentities(tx, own)
  const outcome = await updateResource(context, customer, current, { ...sent, identities, emailFailedAt: null })
  if (emailSource) await writeEmail(tx, own, { ...emailSource, email: current.hasEmail ? current.email : toUnknownAddress(emailSource.id) })
  return outcome
}

/** Gives the customer's old address to the identity that had the new one. Deletes that identity if there was no old address. */
async function swapAddresses(
  tx: Queryable,
  { tenantId, id: customerId }: { tenantId: Uuid; id: Uuid },
  { current, email, sourceId }: { current: CustomerRow; email: string; sourceId: Uuid | null },
): Promise<void> {
  const key = { tenantId, customerId }
  if (sourceId === null) await tx.rows(deleteUnverifiedAddress, { ...key, email })
  else if (current.hasEmail) await tx.rows(setIdentityValue, { ...key, id: sourceId, value: current.email })
  else await tx.rows(deleteIdentity, { ...key, id: sourceId })
}

/** Writes the new address of a merged customer, and updates the search words of the target. */
async function writeEmail(
  tx: Queryable,
  target: { tenantId: Uuid; id: Uuid },
  { id, email, externalId }: Pick<CustomerRow, 'id' | 'email' | 'externalId'>,
): Promise<void> {
  await tx.rows(setEmail, { tenantId: target.tenantId, id, email, words: toAddressWords({ email, externalId }) })
  await refreshIdentities(tx, target)
}
