import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { lockResource } from '#kit/write.ts'
import { findEmailProblem, readEmail } from '#platform/email.ts'
import { ApiError, catalogDuplicate, catalogLimitReached, validationFailed } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { addIdentity, removeIdentity } from './change-identities.ts'
import { customer } from '../customer.ts'
import { customerErased, identityNotFound, primaryAddress } from '../errors.ts'
import { findIdentityHolder, type Identity } from './identity-queries.ts'
import { checkChangeable, currentCustomer } from '../merged.ts'
import { readPhone } from './read-phone.ts'
import { CustomerIdentity, CustomerIdentityCreate } from '../schema.ts'

const maxIdentities = 50

export const addCustomerIdentity = endpoint.write({
  operationId: 'addCustomerIdentity',
  method: 'POST',
  path: `${customer.path}/{id}/identities`,
  tag: customer.tag,
  scope: customer.scopes.write,
  summary: 'Add an identity to a customer',
  description:
    'Adds an e-mail address, a telephone number, or an id on another channel, by which the customer is found from then on: a new ' +
    'thread or an upsert with a verified address is this customer’s. A value that another customer has is refused; merge the ' +
    'customers instead. A customer has at most 50.',
  params: { id: customer.id },
  body: CustomerIdentityCreate,
  responds: { 201: item(CustomerIdentity, 'The new identity') },
  errors: [customerErased, catalogLimitReached, catalogDuplicate],
  present: createPresenter(CustomerIdentity),
  async handle(context) {
    const { tx, principal, body } = context
    const current = await lockResource(context, currentCustomer)
    checkChangeable(current)
    if (current.identities.length >= maxIdentities)
      throw new ApiError(catalogLimitReached, {
        message: `A customer has at most ${maxIdentities} identities. Delete one before you add another.`,
      })
    const { type, verified = true } = body
    const value = readValue(type, body.value)
    // If a concurrent request takes the value after this look-up, the kit repeats this request, which then finds that request's row.
    if (await tx.first(findIdentityHolder, { tenantId: principal.tenantId, type, value })) {
      const details = [{ field: 'value', code: 'TAKEN', message: 'belongs to a customer' }]
      throw new ApiError(catalogDuplicate, { message: 'A customer already has this identity.', details })
    }
    const { identity, audited } = await addIdentity(context, current, { type, value, verified })
    return toOutcome(identity, audited, 201)
  },
})

export const removeCustomerIdentity = endpoint.write({
  operationId: 'removeCustomerIdentity',
  method: 'DELETE',
  deletion: 'final',
  path: `${customer.path}/{id}/identities/{identityId}`,
  tag: customer.tag,
  scope: customer.scopes.write,
  summary: 'Remove an identity of a customer',
  description:
    'Removes an address, a number or an id, which finds nobody from then on. The customer’s first e-mail address, `email`, cannot be ' +
    'removed, only changed.',
  params: {
    id: customer.id,
    identityId: { prefix: 'idn', description: 'The identity, with or without `idn_`.', notFound: identityNotFound, versioned: false },
  },
  responds: { 200: item(CustomerIdentity, 'The identity as it was') },
  errors: [customerErased, primaryAddress],
  present: createPresenter(CustomerIdentity),
  async handle(context) {
    const current = await lockResource(context, currentCustomer)
    checkChangeable(current)
    const { identityId } = context.params
    if (identityId === current.id && current.hasEmail) throw new ApiError(primaryAddress)
    const identity = current.identities.find(({ id }) => id === identityId)
    if (!identity) throw new ApiError(identityNotFound)
    return toOutcome(identity, await removeIdentity(context, current, identity))
  },
})

/** Normalises a value for comparison. Throws 400 for a value that the type cannot have. */
function readValue(type: Identity['type'], sent: string): string {
  const text = sent.trim()
  if (type === 'EMAIL') return readEmail(text) ?? refuse(findEmailProblem(text) ?? 'is not an e-mail address')
  if (type !== 'PHONE' && type !== 'WHATSAPP') return text
  return readPhone(text) ?? refuse('is not a telephone number in international form, such as +44 20 7946 0018')
}

function refuse(message: string): never {
  throw new ApiError(validationFailed, { details: [{ field: 'value', code: 'INVALID', message }] })
}
