import { defineEvent } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { Customer } from './schema.ts'

export const customerMerged = defineEvent({
  type: 'customer.merged',
  scope: customer.scopes.read,
  description:
    'A customer was merged into another, `mergedInto`, who now has its threads and those of all customers that were merged into it. One event per source, and none for the threads: consumers that keep a copy reassign them. Changes of the target are a `customer.updated`.',
  object: Customer,
  present: customer.present,
  previous: { mergedInto: null },
})
