import { defineError } from '../../kit/index.ts'

export const customerMergeConflict = defineError('SVC-CUSTOMER-MERGE_CONFLICT', 409, 'These customers cannot be merged; see details.', {
  cause: 'The request merges a customer into itself, or a source or the target has already been merged, or was erased.',
  cure: '`details` names the ids and the problems. Merge into the customer that a merged one points to (`mergedInto`), and omit sources that have already been merged.',
})

export const customerErased = defineError('SVC-CUSTOMER-ERASED', 409, 'This customer was erased and can no longer be changed.', {
  cause: 'Everything about the customer was erased at somebody’s request (`POST /privacy/erase`).',
  cure: 'Nothing brings it back. Should the person write again, create a customer with `POST /customers`.',
})
