import { absent, defineError } from '#platform/define-error.ts'

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

export const identityNotFound = defineError(
  'SVC-CUSTOMER-IDENTITY_NOT_FOUND',
  404,
  'The customer has no such identity.',
  absent('identity of the customer'),
)

export const primaryAddress = defineError(
  'SVC-CUSTOMER-PRIMARY_ADDRESS',
  409,
  'The first e-mail address of a customer cannot be removed.',
  {
    cause: 'The identity is the customer’s `email`, which every customer has.',
    cure: 'Change it with `PATCH /customers/{id}`: the address of another identity of the customer takes its place, and the two swap.',
  },
)
