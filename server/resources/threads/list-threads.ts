import { endpoint, list } from '../../kit/endpoint.ts'
import { threadList, toThread } from './queries.ts'
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
    const { sort = '-createdAt', assigneeId, ...filters } = query
    return threadList.fetch(
      db,
      principal.tenantId,
      page,
      { ...filters, assigneeId: assigneeId === 'none' ? undefined : assigneeId, unassigned: assigneeId === 'none' || undefined },
      sort,
    )
  },
})
