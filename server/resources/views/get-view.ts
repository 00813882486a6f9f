import { endpoint, found, item } from '../../kit/index.ts'
import { View } from './schema.ts'
import { view, visible } from './view.ts'

export const getView = endpoint({
  operationId: 'getView',
  method: 'GET',
  path: '/views/{id}',
  tag: view.tag,
  scope: view.scopes.read,
  summary: 'Get a view',
  description: 'One view: a shared one, or one of your own.',
  params: { id: view.id },
  responds: { 200: item(View, 'The view') },
  etag: true,
  present: view.present,
  handle: async (context) => ({ status: 200, record: visible(context.principal, await found(context, view)) }),
})
