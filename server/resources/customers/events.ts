import { defineEvent } from '../../kit/events.ts'
import { toCustomer } from './queries.ts'
import { Customer } from './schema.ts'

export const customerCreated = defineEvent({
  type: 'customer.created',
  description: 'A customer was seen for the first time.',
  object: Customer,
  present: toCustomer,
})
export const customerUpdated = defineEvent({
  type: 'customer.updated',
  description: 'A customer’s name, address or fields changed.',
  object: Customer,
  present: toCustomer,
})
