/** Changing a customer whom others were merged into. */
import { changed, OutdatedRead, type Outcome, type Sent, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { giveEmail, giveUpEmail, giveUpExternalId, lockCustomer, type CustomerRow } from './queries.ts'

type Context = Pick<TransactionContext<{ readonly id: Uuid }, undefined, unknown>, 'tx' | 'effects' | 'principal'>
type Fields = Pick<CustomerRow, 'email' | 'name' | 'externalId' | 'customFields'>

/** How a change names a customer: by the id of one that was merged it is the one that has everything. */
export const customerNow = { notFound: customer.notFound, statements: { lock: lockCustomer } }

/** Throws when the locked customer was merged while the lock was waited for; the change begins anew then, and follows. */
export function checkNotMerged({ mergedInto }: CustomerRow): void {
  if (mergedInto !== null) throw new OutdatedRead('The customer was merged meanwhile')
}

/**
 * Changes a locked customer. The address or external id of one that was merged into this is not somebody else’s: this one takes it, and
 * the former address goes on leading here.
 */
export async function changedCustomer(context: Context, current: CustomerRow, sent: Sent<Fields>): Promise<Outcome<CustomerRow>> {
  const { tx, principal } = context
  const own = { tenantId: principal.tenantId, id: current.id }
  const { email, externalId } = sent
  if (externalId && externalId !== current.externalId) await tx.rows(giveUpExternalId, { ...own, externalId })
  const former = email && email !== current.email ? await tx.first(giveUpEmail, { ...own, email }) : null
  const outcome = await changed(context, customer, current, sent)
  if (former) await tx.rows(giveEmail, { ...own, id: former.id, email: current.email })
  return outcome
}
