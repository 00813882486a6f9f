/**
 * Views: saved lists of threads, for one user or shared with all.
 *
 * A view stores filters in the form of the query of `GET /threads`, and the same code parses them. Callers who cannot see a view get 404.
 */
import { module } from '#kit/module.ts'
import { countViews } from './count-views.ts'
import { createView, deleteView, getView, listViews, listViewThreads, updateView } from './operations.ts'
import { view } from './view.ts'

export const views = module({
  name: 'views',
  description: 'Saved lists of threads.',
  resources: [view],
  endpoints: [listViews, createView, countViews, getView, updateView, deleteView, listViewThreads],
  personal: { excused: { views: 'lists that colleagues saved' } },
})
