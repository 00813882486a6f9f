/**
 * Customers, who write to the tenant. A tenant has one customer per e-mail address (in lower case); a new thread creates or updates its
 * customer. Identities are a customer's secondary addresses and numbers. Their rows are in customer_identities, with a denormalised copy in
 * the customer's row. Operations that insert or merge customers update the total, tenant_counters.customers. A merged customer keeps its
 * row, which points to the target (decision 32). `threads/` lists a customer's threads.
 */
import { module } from '#kit/module.ts'
import { customer } from './customer.ts'
import { customerErasedEvent, customerIdentified, customerMerged } from './events.ts'
import { addCustomerIdentity, removeCustomerIdentity } from './identities/operations.ts'
import { getCustomer, listCustomers } from './operations.ts'
import { mergeCustomer } from './merge-customer.ts'
import { personal } from './personal.ts'
import { updateCustomer } from './update-customer.ts'
import { upsertCustomer } from './upsert-customer.ts'

export { customer } from './customer.ts'
export { customerMerged } from './events.ts'
export { toAddressWords, customerJoin, findCurrentId, findCurrentIdByEmail, hasAddressSql, toNameWords } from './queries.ts'
export { findCustomerOfAddress, findOrCreateCustomer } from './find-or-create.ts'
export { findOrCreateBySender, type CustomerOfSender, toInboxAddress } from './identities/find-by-sender.ts'
export { findOrCreateOfVisitor, noteTypedByVisitor } from './identities/find-by-visitor.ts'
export { verifyTypedAddress } from './identities/verify-address.ts'
export { readCurrentCustomers } from './read-current.ts'
export { markFailedCustomers } from './failed-address.ts'
export { optOutOfSatisfaction } from './opt-out.ts'
export { findCustomerIds } from './personal-queries.ts'
export { hasAddress } from './unknown-address.ts'
export { Customer, ErasureMode, Requester } from './schema.ts'

export const customers = module({
  name: 'customers',
  description: 'The people who write to you.',
  resources: [customer],
  endpoints: [listCustomers, upsertCustomer, getCustomer, updateCustomer, mergeCustomer, addCustomerIdentity, removeCustomerIdentity],
  events: [customerMerged, customerErasedEvent, customerIdentified],
  personal,
})
