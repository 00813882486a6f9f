import { defineEvent, presenterOf } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { Customer, CustomerErasure } from './schema.ts'

export const customerMerged = defineEvent({
  type: 'customer.merged',
  scope: customer.scopes.read,
  description:
    'A customer was merged into another, `mergedInto`, who now has its threads and those of all customers that were merged into it. One event per source, and none for the threads: consumers that keep a copy reassign them. Changes of the target are a `customer.updated`.',
  object: Customer,
  present: customer.present,
  previous: { mergedInto: null },
})

export const customerErasedEvent = defineEvent({
  type: 'customer.erased',
  scope: customer.scopes.read,
  description:
    'Everything about a customer was erased at somebody’s request: in messages, threads and everywhere else. One event per customer, also for those that had been merged into it. Earlier events no longer show what was erased; consumers that keep a copy erase theirs. `thread.erased` tells which threads were concerned.',
  object: CustomerErasure,
  present: presenterOf(CustomerErasure),
})
