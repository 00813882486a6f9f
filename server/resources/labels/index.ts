/**
 * Labels: keywords of threads. A tag of a new thread becomes a label when none with that name exists.
 *
 * Names are unique within the tenant, ignoring letter case. Labels are never deleted, only archived, because threads keep them. The
 * threads room changes the labels of a thread.
 */
import { room } from '../../kit/index.ts'
import { createLabel, deleteLabel, getLabel, listLabels, updateLabel } from './operations.ts'
import { label } from './label.ts'

export { label } from './label.ts'
export { namedLabels, reviveLabel } from './named-labels.ts'
export type { NamedLabel } from './queries.ts'

export const labels = room({
  name: 'labels',
  description: 'Keywords of threads.',
  resources: [label],
  endpoints: [listLabels, createLabel, getLabel, updateLabel, deleteLabel],
  personal: { excused: { labels: 'of the tenant; what is about one customer belongs into a custom field' } },
})
