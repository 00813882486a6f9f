import { absent, catalogDuplicate, defineError, resource } from '../../kit/index.ts'
import { customerTable } from './queries.ts'
import { Customer } from './schema.ts'

/** Returns the error for an e-mail address or external id that another customer of the tenant has. */
export const duplicateError = (field: 'email' | 'externalId') => ({ error: catalogDuplicate, field, noun: 'customer' })

export const customer = resource({
  noun: 'customer',
  path: '/customers',
  prefix: 'cst',
  scopes: { read: 'customers:read', write: 'customers:write' },
  notFound: defineError('SVC-CUSTOMER-NOT_FOUND', 404, 'There is no such customer.', absent('customer')),
  shape: Customer,
  table: customerTable,
  limit: { none: 'customers are data, whose number is not limited' },
  defaults: { mergedInto: null, erasedAt: null },
  counter: 'customers',
  events: {
    created: 'A customer was created.',
    updated: 'A customer’s name, address or fields changed.',
    deleted: null,
    previous: { name: 'Ada Byron' },
  },
  conflicts: { customers_email_key: duplicateError('email'), customers_external_id_key: duplicateError('externalId') },
})
