import { standard } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { CustomerFilters } from './schema.ts'

export const listCustomers = standard.list(customer, {
  description: 'Customers, newest first. Filters are exact matches and combine.',
  query: CustomerFilters,
})
