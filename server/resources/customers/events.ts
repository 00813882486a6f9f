import { createPresenter } from '#kit/present.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { customer } from './customer.ts'
import { Customer, CustomerErasure } from './schema.ts'

export const customerMerged = defineEvent({
  type: 'customer.merged',
  scope: customer.scopes.read,
  description:
    'A customer was merged into another, `mergedInto`, who now has its threads and those of all customers merged into it before. ' +
    'One event per source, and none for the threads: consumers with copies reassign them. Changes of the target emit `customer.updated`.',
  object: Customer,
  present: customer.present,
  previous: { mergedInto: null },
})

export const customerErasedEvent = defineEvent({
  type: 'customer.erased',
  scope: customer.scopes.read,
  description:
    'All data of a customer was erased on request. One event per customer, also for merged ones. Earlier events no longer show ' +
    'the data; consumers must erase their copies. `thread.erased` names the threads.',
  object: CustomerErasure,
  present: createPresenter(CustomerErasure),
})

export const customerIdentified = defineEvent({
  type: 'customer.identified',
  scope: customer.scopes.read,
  description:
    'An address, a number or an id was added to a customer or removed from it; `identities` shows which. A merge gives the identities ' +
    'of the sources to the target without this event.',
  object: Customer,
  present: customer.present,
  previous: { identities: [] },
})
