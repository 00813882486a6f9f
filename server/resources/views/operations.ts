import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { findResource } from '#kit/write.ts'
import { fetchThreads, includeParts, Thread, ThreadInclusion, toListedThread, toListFilters } from '../threads/index.ts'
import { SearchHighlights } from '../thread-search/index.ts'
import { checkFilters, view } from './view.ts'
import { ViewCreate, ViewListFilters, ViewUpdate } from './schema.ts'

export const listViewThreads = endpoint.read({
  operationId: 'listViewThreads',
  path: '/views/{id}/threads',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'List the threads of a view',
  description: 'The threads of a view, in its sort order. `me` in the filters is the caller.',
  params: { id: view.id },
  query: ThreadInclusion,
  responds: { 200: list(Thread, 'A page of results, in the order of the view', { meta: { highlights: SearchHighlights } }) },
  present: toListedThread,
  async handle(context) {
    const { db, principal, page, query } = context
    const { tenantId, user, scopes } = principal
    const { filters, sort } = await findResource(context, view)
    const found = await fetchThreads(db, tenantId, page, toListFilters(filters, user.id), sort, scopes)
    return includeParts(db, tenantId, query.include, found)
  },
})

export const listViews = standard.list(view, {
  description: 'Shared views and your own, newest first; with the scope `catalog:admin` also personal views of other users.',
  query: ViewListFilters,
})

export const getView = standard.get(view, { description: 'Returns a shared view, or one of your own.' })

export const createView = standard.create(view, {
  description: 'Saves filters, a sort order and columns under a name, for yourself or, with `shared`, for all users.',
  body: ViewCreate,
  check: ({ tx, principal }, _, { filters }) => checkFilters(tx, principal, filters),
})

export const updateView = standard.update(view, {
  description:
    'Changes the fields sent; `filters` and `columns` are replaced completely. Every user with the scope can change a shared view.',
  body: ViewUpdate,
  check: ({ tx, principal }, _, { filters }) => checkFilters(tx, principal, filters),
})

export const deleteView = standard.remove(view, { description: 'Deletes a view permanently; its threads are not affected.' })
