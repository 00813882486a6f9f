/**
 * Views: saved lists of threads, for one person or for everybody.
 *
 * A view stores the filters of `GET /threads` as they are sent there, and the same code reads them. Callers who cannot see a view get 404.
 */
import { room } from '../../kit/index.ts'
import { countViews } from './count-views.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { getView } from './get-view.ts'
import { listViewThreads } from './list-view-threads.ts'
import { listViews } from './list-views.ts'
import { updateView } from './update-view.ts'
import { view } from './view.ts'

export const views = room({
  name: 'views',
  description: 'Saved lists of threads.',
  resources: [view],
  endpoints: [listViews, createView, countViews, getView, updateView, deleteView, listViewThreads],
  personal: { excused: { views: 'lists that colleagues saved' } },
})
