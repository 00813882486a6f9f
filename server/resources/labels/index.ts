/**
 * Labels: words that threads carry. A tag on a new thread becomes a label when none of that name exists.
 *
 * Names are unique within the tenant without regard to letter case. Labels are never deleted, only archived, because
 * threads keep them. A thread's labels are changed by the threads room.
 */
import { room } from '../../kit/index.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { getLabel } from './get-label.ts'
import { label } from './label.ts'
import { listLabels } from './list-labels.ts'
import { updateLabel } from './update-label.ts'

export { label } from './label.ts'
export { namedLabels } from './named-labels.ts'
export type { NamedLabel } from './queries.ts'

export const labels = room({
  name: 'labels',
  description: 'Words that threads carry.',
  resources: [label],
  endpoints: [listLabels, createLabel, getLabel, updateLabel, deleteLabel],
})
