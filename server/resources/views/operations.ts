import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { updateResource, findResource, insertResource, lockResource, deleteResource } from '#kit/write.ts'
import { catalogInUse, unknownReference } from '#platform/errors.ts'
import { covers } from '#platform/principal.ts'
import { fetchThreads, toListFilters, Thread, toThread } from '../threads/index.ts'
import { SearchHighlights } from '../thread-search/index.ts'
import { checkFilters, view, visible } from './view.ts'
import { View, ViewCreate, ViewListFilters, ViewUpdate } from './schema.ts'

export const listViewThreads = endpoint({
  operationId: 'listViewThreads',
  method: 'GET',
  path: '/views/{id}/threads',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'List the threads of a view',
  description: 'The threads of a view, in its sort order. `me` in the filters is the caller.',
  params: { id: view.id },
  responds: { 200: list(Thread, 'A page of results, in the order of the view', { meta: { highlights: SearchHighlights } }) },
  present: toThread,
  async handle(context) {
    const { db, principal, page } = context
    const { filters, sort } = visible(principal, await findResource(context, view))
    return fetchThreads(db, principal.tenantId, page, toListFilters(filters, principal.user.id), sort)
  },
})

export const listViews = standard.list(view, {
  description: 'Shared views and your own, newest first; with the scope `catalog:admin` also personal views of other users.',
  query: ViewListFilters,
  filters: ({ ownerId }, { user, scopes }) => ({ ownerId, visibleTo: covers(scopes, 'catalog:admin') ? undefined : user.id }),
})

export const getView = endpoint({
  operationId: 'getView',
  method: 'GET',
  path: '/views/{id}',
  tag: view.tag,
  scope: view.scopes.read,
  summary: 'Get a view',
  description: 'Returns a shared view, or one of your own.',
  params: { id: view.id },
  responds: { 200: item(View, 'The view') },
  etag: true,
  present: view.present,
  handle: async (context) => ({ status: 200, record: visible(context.principal, await findResource(context, view)) }),
})

export const createView = endpoint({
  operationId: 'createView',
  method: 'POST',
  path: '/views',
  tag: view.tag,
  scope: view.scopes.write,
  summary: 'Create a view',
  description: 'Saves filters, a sort order and columns under a name, for yourself or, with `shared`, for all users.',
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
    return insertResource(context, view, { ...view.defaults, ...body, ownerId: principal.user.id })
  },
})

export const updateView = endpoint({
  operationId: 'updateView',
  method: 'PATCH',
  path: '/views/{id}',
  tag: view.tag,
  scope: view.scopes.write,
  summary: 'Change a view',
  description:
    'Changes the fields sent; `filters` and `columns` are replaced completely. Every user with the scope can change a shared view.',
  params: { id: view.id },
  body: ViewUpdate,
  responds: { 200: item(View, 'The view as it is now') },
  errors: [unknownReference],
  etag: true,
  writes: 'transaction',
  present: view.present,
  async handle(context) {
    const { tx, principal, body } = context
    const current = visible(principal, await lockResource(context, view))
    await checkFilters(tx, principal, body.filters)
    return updateResource(context, view, current, body)
  },
})

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
  handle: async (context) => deleteResource(context, view, visible(context.principal, await lockResource(context, view))),
})
