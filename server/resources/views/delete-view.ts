import { catalogInUse, endpoint, item, locked, removed } from '../../kit/index.ts'
import { View } from './schema.ts'
import { view, visible } from './view.ts'

export const deleteView = endpoint({
  operationId: 'deleteView',
  method: 'DELETE',
  deletion: 'final',
  path: '/views/{id}',
  tag: view.tag,
  scope: view.scopes.write,
  summary: 'Delete a view',
  description: 'Deletes a view permanently; its threads are not affected.',
  params: { id: view.id },
  responds: { 200: item(View, 'The view as it was') },
  errors: [catalogInUse],
  writes: 'transaction',
  present: view.present,
  handle: async (context) => removed(context, view, visible(context.principal, await locked(context, view))),
})
