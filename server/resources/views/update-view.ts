import { changed, endpoint, item, locked, unknownReference } from '../../kit/index.ts'
import { View, ViewUpdate } from './schema.ts'
import { checkFilters, view, visible } from './view.ts'

export const updateView = endpoint({
  operationId: 'updateView',
  method: 'PATCH',
  path: '/views/{id}',
  tag: view.tag,
  scope: view.scopes.write,
  summary: 'Change a view',
  description: 'Changes the fields sent; `filters` and `columns` are replaced as a whole. Everybody who sees a shared view may change it.',
  params: { id: view.id },
  body: ViewUpdate,
  responds: { 200: item(View, 'The view as it is now') },
  errors: [unknownReference],
  etag: true,
  writes: 'transaction',
  present: view.present,
  async handle(context) {
    const { tx, principal, body } = context
    const current = visible(principal, await locked(context, view))
    await checkFilters(tx, principal, body.filters)
    return changed(context, view, current, body)
  },
})
