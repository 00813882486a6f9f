/**
 * Labels: keywords of threads. A tag of a new thread becomes a label if no label has that name.
 *
 * Names are unique within the tenant, ignoring letter case. Labels are never deleted, only archived, because threads keep them. `threads/`
 * adds labels to threads and removes them.
 */
import { module } from '#kit/module.ts'
import { createLabel, deleteLabel, getLabel, listLabels, updateLabel } from './operations.ts'
import { label } from './label.ts'

export { activeLabel, label } from './label.ts'
export { findLabels, restoreLabel } from './named-labels.ts'
export type { NamedLabel } from './queries.ts'

export const labels = module({
  name: 'labels',
  description: 'Keywords of threads.',
  resources: [label],
  endpoints: [listLabels, createLabel, getLabel, updateLabel, deleteLabel],
  personal: { excused: { labels: 'of the tenant; what is about one customer belongs into a custom field' } },
})
