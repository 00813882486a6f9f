import { absent, catalogDuplicate, defineError, resource } from '../../kit/index.ts'
import { customerTable } from './queries.ts'
import { Customer } from './schema.ts'

/** Within a tenant, addresses and external ids of customers are unique. */
export const taken = (field: 'email' | 'externalId') => ({ error: catalogDuplicate, field, noun: 'customer' })

export const customer = resource({
  noun: 'customer',
  path: '/customers',
  prefix: 'cst',
  scopes: { read: 'customers:read', write: 'customers:write' },
  notFound: defineError('SVC-CUSTOMER-NOT_FOUND', 404, 'There is no such customer.', absent('customer')),
  shape: Customer,
  table: customerTable,
  limit: { none: 'customers are data: their number is that of the people who write' },
  defaults: { mergedInto: null, erasedAt: null },
  counter: 'customers',
  events: {
    created: 'A customer was created.',
    updated: 'A customer’s name, address or fields changed.',
    deleted: null,
    previous: { name: 'Ada Byron' },
  },
  conflicts: { customers_email_key: taken('email'), customers_external_id_key: taken('externalId') },
})
