/** What upserting and patching a customer have in common. */
import { changesOf } from '../../kit/changes.ts'
import { ConflictError } from '../../kit/db.ts'
import type { TransactionContext } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import type { Static } from '../../kit/schema.ts'
import { catalogDuplicate } from '../catalog/index.ts'
import { mergeCustomFields } from './custom-fields.ts'
import { customerNotFound } from './errors.ts'
import { customerUpdated } from './events.ts'
import { changeCustomer, type CustomerFields, type CustomerRecord } from './queries.ts'
import type { CustomerUpdate } from './schema.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal' | 'effects'>

/** The customer's fields with what was sent laid over them. Custom fields merge; null removes one. */
export function wanted(current: CustomerFields, sent: Static<typeof CustomerUpdate>): CustomerFields {
  return {
    email: sent.email?.toLowerCase() ?? current.email,
    name: sent.name === undefined ? current.name : sent.name,
    externalId: sent.externalId === undefined ? current.externalId : sent.externalId,
    customFields: mergeCustomFields(current.customFields, sent.customFields),
  }
}

/** Writes what was sent over a locked customer. What does not change anything writes and announces nothing. */
export async function overwrite(
  { tx, principal, effects }: Context,
  current: CustomerRecord,
  sent: Static<typeof CustomerUpdate>,
): Promise<CustomerRecord> {
  const next = wanted(current, sent)
  const changes = changesOf<CustomerFields>(current, next)
  if (!changes) return current
  const { id } = current
  const record = await tx.first(changeCustomer, { ...next, tenantId: principal.tenantId, id }).catch((error: unknown) => {
    throw takenByAnother(error)
  })
  if (!record) throw new ApiError(customerNotFound)
  effects.audit({ action: 'customer.updated', target: { type: 'customer', id }, ...changes })
  effects.emit(customerUpdated, id, record, changes.before)
  return record
}

/** Two customers of a tenant never share an address or an external id: what the database refused, as the caller's error. */
export function takenByAnother(error: unknown): unknown {
  const field = error instanceof ConflictError ? uniqueFields[error.constraint] : undefined
  if (!field) return error
  const details = [{ field, code: 'TAKEN', message: 'belongs to another customer' }]
  return new ApiError(catalogDuplicate, { message: `Another customer has this ${field} already.`, details, cause: error })
}

const uniqueFields: Readonly<Record<string, string>> = { customers_email_key: 'email', customers_external_id_key: 'externalId' }
