import { defineEvent } from '../../kit/index.ts'
import { customer } from './customer.ts'
import { Customer } from './schema.ts'

export const customerMerged = defineEvent({
  type: 'customer.merged',
  scope: customer.scopes.read,
  description:
    'A customer was merged into another, `mergedInto`, who has its threads now and those of all customers that were merged into this one. One event a source, and none for the threads: a copy gives them to the other. What changed of the target is a `customer.updated`.',
  object: Customer,
  present: customer.present,
  previous: { mergedInto: null },
})
