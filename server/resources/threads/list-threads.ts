import { endpoint, list } from '../../kit/index.ts'
import { listFilters } from './list-filters.ts'
import { toThread } from './queries.ts'
import { Thread, ThreadFilters } from './schema.ts'
import { SearchHighlights } from '../thread-search/index.ts'
import { fetchThreads } from './search-threads.ts'

export const listThreads = endpoint({
  operationId: 'listThreads',
  method: 'GET',
  path: '/threads',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List threads',
  description:
    'Threads, newest first. Filters combine. `meta.total` is exact; without filters and with `status` alone its cost does not depend on the number of threads. With `q` the best matches come first unless `sort` is given, and `meta.highlights` shows where the words were found, for each thread of the page in the same order.',
  query: ThreadFilters,
  responds: {
    200: list(Thread, 'A page of results, newest first unless `sort` or `q` says otherwise', { meta: { highlights: SearchHighlights } }),
  },
  present: toThread,
  handle({ db, principal, page, query }) {
    const { sort, ...filters } = query
    return fetchThreads(db, principal.tenantId, page, listFilters(filters, principal.user.id), sort)
  },
})
