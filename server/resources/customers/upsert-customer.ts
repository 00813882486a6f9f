import { checkIfMatch, endpoint, inserted, item, OutdatedRead } from '../../kit/index.ts'
import { checkFields, mergeCustomFields } from '../custom-fields/index.ts'
import { customer, taken } from './customer.ts'
import { changedCustomer, checkNotMerged } from './merged.ts'
import { findByEmail, holdByEmail } from './queries.ts'
import { Customer, CustomerUpsert } from './schema.ts'

export const upsertCustomer = endpoint({
  operationId: 'upsertCustomer',
  method: 'POST',
  path: customer.path,
  tag: customer.tag,
  scope: customer.scopes.write,
  summary: 'Create or update a customer',
  description:
    'Makes the customer of an e-mail address, or changes the one that it leads to: the address of a customer who was merged leads to the other one. Only the fields sent change; custom fields merge, and null removes one. ' +
    'Addresses are compared without regard to letter case, and domains in either of their forms. ' +
    'Custom fields are checked by what your tenant has defined; one that is required ON_CREATE must be sent for a new customer. ' +
    'What does not change anything answers 200 and emits nothing.',
  body: CustomerUpsert,
  upserts: true,
  responds: { 201: item(Customer, 'The new customer'), 200: item(Customer, 'The customer there was, as it is now') },
  // Not the address: when another request makes the customer meanwhile, the kit runs this one again, and it finds that customer.
  conflicts: { customers_external_id_key: taken('externalId') },
  etag: true,
  writes: 'transaction',
  present: customer.present,
  location: ({ id }) => `/customers/${id}`,
  async handle(context) {
    const { tx, principal, body, ifMatch } = context
    const { tenantId } = principal
    const known = await tx.first(holdByEmail, { tenantId, email: body.email })
    if (!known) {
      checkIfMatch(ifMatch, null)
      const customFields = mergeCustomFields({}, body.customFields)
      await checkFields(tx, tenantId, 'CUSTOMER', { before: {}, after: customFields, moment: 'ON_CREATE' })
      return inserted(context, customer, { name: null, externalId: null, mergedInto: null, ...body, customFields })
    }
    const current = await tx.first(findByEmail, { tenantId, email: body.email })
    if (current?.id !== known.id) throw new OutdatedRead('The address leads to another customer by now')
    checkNotMerged(current)
    checkIfMatch(ifMatch, current.version)
    const customFields = mergeCustomFields(current.customFields, body.customFields)
    await checkFields(tx, tenantId, 'CUSTOMER', { before: current.customFields, after: customFields, moment: null })
    // Not the address: it may be that of a customer who was merged into this one.
    return changedCustomer(context, current, { name: body.name, externalId: body.externalId, customFields })
  },
})
