import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { customerTable, type CustomerRow } from './queries.ts'
import { Customer } from './schema.ts'

/** Returns the error for an e-mail address or external id that belongs to another customer of the tenant. */
export const duplicateError = (field: 'email' | 'externalId') => ({ error: catalogDuplicate, field, noun: 'customer' })

const presentFields = createPresenter(Customer)

/** Presents a customer. The primary address is the first identity. Its id derives from the customer's, so that it needs no row. */
function presentCustomer(row: CustomerRow): Static<typeof Customer> {
  const { identities, ...fields } = presentFields(row)
  if (!row.hasEmail) return { ...fields, identities }
  const first = { id: toTypeId('idn', row.id), type: 'EMAIL', value: row.email, verified: true, inboxId: null, lastSeenAt: null } as const
  return { ...fields, identities: [first, ...identities] }
}

export const customer = resource({
  noun: 'customer',
  path: '/customers',
  prefix: 'cst',
  scopes: { read: 'customers:read', write: 'customers:write' },
  notFound: defineError('SVC-CUSTOMER-NOT_FOUND', 404, 'There is no such customer.', absent('customer')),
  shape: Customer,
  table: customerTable,
  present: presentCustomer,
  limit: { none: 'customers are data, whose number is not limited' },
  defaults: { mergedInto: null, erasedAt: null, identities: [], emailFailedAt: null, optedOut: [], satisfactionOptOut: false },
  counter: 'customers',
  events: {
    created: 'A customer was created.',
    updated: 'A customer’s name, address or fields changed.',
    deleted: null,
    previous: { name: 'Ada Byron' },
  },
  conflicts: { customers_email_key: duplicateError('email'), customers_external_id_key: duplicateError('externalId') },
})
