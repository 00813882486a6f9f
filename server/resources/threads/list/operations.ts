import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toListFilters } from './list-filters.ts'
import { toThread } from '../record/queries.ts'
import { ThreadListQuery } from '../record/filter-schema.ts'
import { Thread } from '../record/schema.ts'
import { SearchHighlights } from '../../thread-search/index.ts'
import { includeParts, toListedThread } from './include-parts.ts'
import { fetchThreads } from './search-threads.ts'
import { threadNotFound } from '../record/errors.ts'
import { readThread, thread } from '../record/thread.ts'
import { customer } from '../../customers/index.ts'

export const listThreads = endpoint.read({
  operationId: 'listThreads',
  path: '/threads',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List threads',
  description:
    'Threads, newest first. Filters combine. `meta.total` is exact; without filters, or with only `status`, its cost does not ' +
    'depend on the number of threads. With `q` the best matches come first unless `sort` is given, and `meta.highlights` has the ' +
    'matching texts of each thread of the page, in the same order. With `include=preview` each thread has the beginning of its latest message.',
  query: ThreadListQuery,
  responds: {
    200: list(Thread, 'A page of results, newest first unless `sort` or `q` says otherwise', { meta: { highlights: SearchHighlights } }),
  },
  etag: 'body',
  present: toListedThread,
  async handle({ db, principal: { tenantId, user, scopes }, page, query }) {
    const { sort, include, ...filters } = query
    return includeParts(db, tenantId, include, await fetchThreads(db, tenantId, page, toListFilters(filters, user.id), sort, scopes))
  },
})

export const getThread = endpoint.read({
  operationId: 'getThread',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get a thread',
  description: 'Returns one thread, without its messages.',
  params: { id: thread.id },
  responds: { 200: item(Thread, 'The thread') },
  etag: true,
  present: toThread,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await readThread(db, { tenantId, id })
    if (!record) throw new ApiError(threadNotFound)
    return { status: 200, record }
  },
})

export const listCustomerThreads = endpoint.read({
  operationId: 'listCustomerThreads',
  path: '/customers/{id}/threads',
  tag: 'customers',
  scope: 'threads:read',
  summary: 'List the threads of a customer',
  description:
    'All threads of one customer, newest first; for a merged customer, the threads of its target. `GET /threads?customerId=…` can ' +
    'be combined with other filters.',
  params: { id: customer.id },
  responds: { 200: list(Thread) },
  present: toThread,
  async handle({ db, principal, params, page }) {
    const found = await fetchThreads(db, principal.tenantId, page, { customerId: params.id }, undefined)
    if (found.total === 0 && !(await db.first(customer.statements.find, { tenantId: principal.tenantId, id: params.id })))
      throw new ApiError(customer.notFound)
    return found
  },
})
