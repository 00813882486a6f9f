/**
 * Customers: the people who write. One per e-mail address (lower-cased) within a tenant; new threads upsert theirs.
 *
 * The total of customers is kept in tenant_counters.customers by whatever inserts one or merges some. One that was merged keeps its row,
 * which leads to the other (decision 32). A customer's threads are listed by the threads room.
 */
import { room } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { customerMerged } from './events.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'
import { mergeCustomer } from './merge-customer.ts'
import { updateCustomer } from './update-customer.ts'
import { upsertCustomer } from './upsert-customer.ts'

export { customer } from './customer.ts'
export { customerMerged } from './events.ts'
export { customerJoin } from './queries.ts'
export { Requester } from './schema.ts'

export const customers = room({
  name: 'customers',
  description: 'The people who write to you.',
  resources: [customer],
  endpoints: [listCustomers, upsertCustomer, getCustomer, updateCustomer, mergeCustomer],
  events: [customerMerged],
})
