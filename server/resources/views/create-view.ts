import { endpoint, inserted, item, unknownReference } from '../../kit/index.ts'
import { View, ViewCreate } from './schema.ts'
import { checkFilters, view } from './view.ts'

export const createView = endpoint({
  operationId: 'createView',
  method: 'POST',
  path: '/views',
  tag: view.tag,
  scope: view.scopes.write,
  summary: 'Create a view',
  description: 'Saves filters, a sort order and columns under a name, for yourself or, with `shared`, for everybody.',
  body: ViewCreate,
  responds: { 201: item(View, 'The new view') },
  errors: [unknownReference],
  etag: true,
  creates: view,
  writes: 'transaction',
  present: view.present,
  location: ({ id }) => `/views/${id}`,
  async handle(context) {
    const { tx, principal, body } = context
    await checkFilters(tx, principal, body.filters)
    return inserted(context, view, { ...view.defaults, ...body, ownerId: principal.user.id })
  },
})
