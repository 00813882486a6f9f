import { endpoint, found, list } from '../../kit/index.ts'
import { fetchThreads, listFilters, Thread, toThread } from '../threads/index.ts'
import { SearchHighlights } from '../thread-search/index.ts'
import { view, visible } from './view.ts'

export const listViewThreads = endpoint({
  operationId: 'listViewThreads',
  method: 'GET',
  path: '/views/{id}/threads',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'List the threads of a view',
  description: 'The threads of a view, in its sort order. `me` in its filters means the caller.',
  params: { id: view.id },
  responds: { 200: list(Thread, 'A page of results, in the order of the view', { meta: { highlights: SearchHighlights } }) },
  present: toThread,
  async handle(context) {
    const { db, principal, page } = context
    const { filters, sort } = visible(principal, await found(context, view))
    return fetchThreads(db, principal.tenantId, page, listFilters(filters, principal.user.id), sort)
  },
})
