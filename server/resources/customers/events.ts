import { defineEvent } from '../../kit/events.ts'
import { toCustomer, type CustomerRecord } from './queries.ts'
import { Customer } from './schema.ts'

// Safe because the code that emits these events stores CustomerRecords.
const present = (record: unknown) => toCustomer(record as CustomerRecord)

export const customerCreated = defineEvent({
  type: 'customer.created',
  description: 'A customer was seen for the first time.',
  object: Customer,
  present,
})
export const customerUpdated = defineEvent({
  type: 'customer.updated',
  description: 'A customer’s name, address or fields changed.',
  object: Customer,
  present,
})
