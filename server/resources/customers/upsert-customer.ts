import { ConflictError } from '../../kit/db.ts'
import { endpoint, item } from '../../kit/endpoint.ts'
import { newId } from '../../kit/ids.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import { catalogDuplicate } from '../catalog/index.ts'
import { customerCreated } from './events.ts'
import { insertCustomer, lockCustomerByEmail, toCustomer } from './queries.ts'
import { Customer, CustomerUpsert } from './schema.ts'
import { overwrite, takenByAnother, wanted } from './write-customer.ts'

export const upsertCustomer = endpoint({
  operationId: 'upsertCustomer',
  method: 'POST',
  path: '/customers',
  tag: 'customers',
  scope: 'customers:write',
  summary: 'Create or update a customer',
  description:
    'Makes the customer of an e-mail address, or changes the one there is. Only the fields sent change; custom fields merge, and null removes one. ' +
    'Addresses are compared in lower case. What does not change anything answers 200 and emits nothing.',
  body: CustomerUpsert,
  responds: { 201: item(Customer, 'The new customer'), 200: item(Customer, 'The customer there was, as it is now') },
  errors: [catalogDuplicate],
  etag: true,
  upserts: true,
  writes: 'transaction',
  present: toCustomer,
  location: ({ id }) => `/customers/${id}`,
  async handle(context) {
    const { tx, principal, body, ifMatch, effects } = context
    const email = body.email.toLowerCase()
    const current = await tx.first(lockCustomerByEmail, { tenantId: principal.tenantId, email })
    if (current) {
      checkIfMatch(ifMatch, current.version)
      return { status: 200, record: await overwrite(context, current, body) }
    }
    const fields = wanted({ email, name: null, externalId: null, customFields: {} }, body)
    const id = newId()
    const record = await tx.first(insertCustomer, { ...fields, tenantId: principal.tenantId, id }).catch((error: unknown) => {
      // Another request made the customer meanwhile: the kit runs this one again, and it finds that customer.
      throw error instanceof ConflictError && error.constraint === 'customers_email_key' ? error : takenByAnother(error)
    })
    if (!record) throw new Error('An insert returned no row')
    effects.audit({ action: 'customer.created', target: { type: 'customer', id }, after: fields })
    effects.emit(customerCreated, id, record)
    effects.count('customers', 1)
    return { status: 201, record }
  },
})
