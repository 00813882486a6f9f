import { defineError } from '../../kit/index.ts'

export const customerMergeConflict = defineError('SVC-CUSTOMER-MERGE_CONFLICT', 409, 'These customers cannot be merged; see details.', {
  cause: 'A customer was to be merged into itself, or a source or the target was merged already.',
  cure: 'The details name the ids and say what is wrong. Merge into the customer that a merged one leads to (`mergedInto`), and leave out sources that are merged.',
})
