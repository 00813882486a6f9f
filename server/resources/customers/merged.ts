/** Changing a customer that others were merged into. */
import {
  ApiError,
  updateResource,
  type Outcome,
  OutdatedRead,
  type Queryable,
  type Sent,
  type TransactionContext,
  type Uuid,
} from '../../kit/index.ts'
import { customer } from './customer.ts'
import { customerErased } from './errors.ts'
import {
  addressWordsOf,
  gatherAliases,
  giveUpEmail,
  giveUpExternalId,
  lockCustomer,
  noteFormerEmail,
  takeEmail,
  type CustomerRow,
} from './queries.ts'

type Context = Pick<TransactionContext<{ readonly id: Uuid }, undefined, unknown>, 'tx' | 'effects' | 'principal'>
type Fields = Pick<CustomerRow, 'email' | 'name' | 'externalId' | 'customFields'>

/** How changes find a customer: the id of a merged customer leads to the one that it was merged into. */
export const customerNow = { notFound: customer.notFound, statements: { lock: lockCustomer } }

/**
 * Throws when the locked customer was merged while waiting for the lock: the change then starts again and follows the pointer. And when it
 * was erased: nobody can be added to what is left.
 */
export function checkChangeable({ mergedInto, erasedAt }: CustomerRow): void {
  if (erasedAt !== null) throw new ApiError(customerErased)
  if (mergedInto !== null) throw new OutdatedRead('The customer was merged in the meantime')
}

/**
 * Changes a locked customer. The address or external id of a customer that was merged into this one is not taken: this one can have it,
 * and its former address keeps leading here.
 */
export async function changedCustomer(context: Context, current: CustomerRow, sent: Sent<Fields>): Promise<Outcome<CustomerRow>> {
  const { tx, principal } = context
  const own = { tenantId: principal.tenantId, id: current.id }
  const { email, externalId } = sent
  const unnamed = externalId && externalId !== current.externalId ? await tx.first(giveUpExternalId, { ...own, externalId }) : null
  if (unnamed) await giveEmail(tx, own, { ...unnamed, externalId: null })
  const readdressed = email && email !== current.email ? await tx.first(giveUpEmail, { ...own, email }) : null
  if (email && email !== current.email && !readdressed) await tx.rows(noteFormerEmail, { ...own, email: current.email })
  const outcome = await updateResource(context, customer, current, sent)
  if (readdressed) await giveEmail(tx, own, { ...readdressed, email: current.email })
  return outcome
}

/** Writes the address that a source has now, and what its target is found by. */
async function giveEmail(
  tx: Queryable,
  target: { tenantId: Uuid; id: Uuid },
  { id, email, externalId }: Pick<CustomerRow, 'id' | 'email' | 'externalId'>,
): Promise<void> {
  await tx.rows(takeEmail, { ...target, id, email, words: addressWordsOf({ email, externalId }) })
  await tx.rows(gatherAliases, target)
}
