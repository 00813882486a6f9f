import { endpoint, list } from '../../kit/endpoint.ts'
import { listFilters } from './list-filters.ts'
import { threadList } from './list-queries.ts'
import { toThread } from './queries.ts'
import { Thread, ThreadFilters } from './schema.ts'

export const listThreads = endpoint({
  operationId: 'listThreads',
  method: 'GET',
  path: '/threads',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List threads',
  description:
    'Threads, newest first. Filters combine. `meta.total` is exact; without filters and with `status` alone it costs the same however many threads there are.',
  query: ThreadFilters,
  responds: { 200: list(Thread) },
  present: toThread,
  handle({ db, principal, page, query }) {
    const { sort = '-createdAt', ...filters } = query
    return threadList.fetch(db, principal.tenantId, page, listFilters(filters, principal.user.id), sort)
  },
})
