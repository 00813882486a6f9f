import { endpoint, list } from '../../kit/endpoint.ts'
import { customerList, toCustomer } from './queries.ts'
import { Customer, CustomerFilters } from './schema.ts'

export const listCustomers = endpoint({
  operationId: 'listCustomers',
  method: 'GET',
  path: '/customers',
  tag: 'customers',
  scope: 'customers:read',
  summary: 'List customers',
  description: 'Customers, newest first. Filters are exact matches and combine.',
  query: CustomerFilters,
  responds: { 200: list(Customer) },
  present: toCustomer,
  handle: ({ db, principal, page, query }) =>
    customerList.fetch(db, principal.tenantId, page, { ...query, email: query.email?.toLowerCase() }),
})
