/**
 * Views: lists of threads kept under a name, for one person or for everybody.
 *
 * A view keeps the filters of `GET /threads` as they are sent there, and is read by the same code. Who does not see a view gets its 404.
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
  description: 'Lists of threads under a name.',
  resources: [view],
  endpoints: [listViews, createView, countViews, getView, updateView, deleteView, listViewThreads],
})
