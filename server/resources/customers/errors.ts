import { defineError } from '../../kit/index.ts'

export const customerMergeConflict = defineError('SVC-CUSTOMER-MERGE_CONFLICT', 409, 'These customers cannot be merged; see details.', {
  cause: 'The request merges a customer into itself, or a source or the target has already been merged, or was erased.',
  cure:
    '`details` names the ids and the problems. Merge into the target of a merged customer (`mergedInto`), and omit sources that ' +
    'are already merged.',
})

export const customerErased = defineError('SVC-CUSTOMER-ERASED', 409, 'This customer was erased and can no longer be changed.', {
  cause: 'The customer’s data was erased on request (`POST /privacy/erase`).',
  cure: 'An erasure cannot be undone. If the person writes again, create a customer with `POST /customers`.',
})
