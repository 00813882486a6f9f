import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { insertResource } from '#kit/write.ts'
import { OutdatedRead } from '#platform/db.ts'
import { checkFields, mergeCustomFields } from '../custom-fields/index.ts'
import { customer, duplicateError } from './customer.ts'
import { customerErased } from './errors.ts'
import { changeCustomer, checkChangeable } from './merged.ts'
import { findByEmail, lockByEmail } from './queries.ts'
import { Customer, CustomerUpsert } from './schema.ts'

export const upsertCustomer = endpoint.write({
  operationId: 'upsertCustomer',
  method: 'POST',
  path: customer.path,
  tag: customer.tag,
  scope: customer.scopes.write,
  summary: 'Create or update a customer',
  description:
    'Creates the customer of an e-mail address, or changes the existing one; the address of a merged customer finds the target. ' +
    'Only the fields sent change; custom fields are merged, and null removes a value. Addresses are compared ignoring letter ' +
    'case, and domains in Unicode or ASCII form. Custom fields are checked against your tenant’s definitions; fields that are ' +
    'required ON_CREATE must be sent for a new customer. A request that changes nothing returns 200 and emits no event.',
  body: CustomerUpsert,
  upserts: true,
  responds: { 201: item(Customer, 'The new customer'), 200: item(Customer, 'The existing customer as it is now') },
  errors: [customerErased],
  // A taken address is not listed: if a concurrent request creates the customer, the kit repeats this request, which then finds the
  // customer.
  conflicts: { customers_external_id_key: duplicateError('externalId') },
  etag: true,
  creates: customer,
  present: customer.present,
  location: ({ id }) => `/customers/${id}`,
  async handle(context) {
    const { tx, principal, body, ifMatch } = context
    const { tenantId } = principal
    const known = await tx.first(lockByEmail, { tenantId, email: body.email })
    if (!known) {
      checkIfMatch(ifMatch, null)
      const customFields = mergeCustomFields({}, body.customFields)
      await checkFields(tx, tenantId, 'CUSTOMER', { before: {}, after: customFields, moment: 'ON_CREATE' })
      return insertResource(context, customer, { name: null, externalId: null, ...customer.defaults, ...body, customFields })
    }
    const current = await tx.first(findByEmail, { tenantId, email: body.email })
    if (current?.id !== known.id) throw new OutdatedRead('The address leads to another customer now')
    checkChangeable(current)
    checkIfMatch(ifMatch, current.version)
    const customFields = mergeCustomFields(current.customFields, body.customFields)
    await checkFields(tx, tenantId, 'CUSTOMER', { before: current.customFields, after: customFields, moment: null })
    // Leave the address alone: it may belong to a customer merged into this one.
    return changeCustomer(context, current, { name: body.name, externalId: body.externalId, customFields })
  },
})
