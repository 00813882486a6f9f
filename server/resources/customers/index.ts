/**
 * Customers: the people who write. One per e-mail address (lower-cased) within a tenant; new threads create or update theirs.
 *
 * Operations that insert or merge customers update the total, tenant_counters.customers. A merged customer keeps its row, which points to
 * the target (decision 32). The threads room lists a customer's threads.
 */
import { room } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { customerErasedEvent, customerMerged } from './events.ts'
import { getCustomer, listCustomers } from './operations.ts'
import { mergeCustomer } from './merge-customer.ts'
import { personal } from './personal.ts'
import { updateCustomer } from './update-customer.ts'
import { upsertCustomer } from './upsert-customer.ts'

export { customer } from './customer.ts'
export { customerMerged } from './events.ts'
export { addressWordsOf, customerJoin, findHolder, findHolderByEmail, nameWordsOf } from './queries.ts'
export { personOf } from './personal-queries.ts'
export { Customer, ErasureMode, Requester } from './schema.ts'

export const customers = room({
  name: 'customers',
  description: 'The people who write to you.',
  resources: [customer],
  endpoints: [listCustomers, upsertCustomer, getCustomer, updateCustomer, mergeCustomer],
  events: [customerMerged, customerErasedEvent],
  personal,
})
