import { standard } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { CustomerFilters } from './schema.ts'

export const listCustomers = standard.list(customer, {
  description:
    'Customers, newest first. Filters are exact matches and combine. Merged customers are not listed; their addresses and external ids find the customer that they were merged into.',
  query: CustomerFilters,
  filters: (query) => ({ ...query, unmerged: true }),
})
