import { ApiError, endpoint, list } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { toThread } from './queries.ts'
import { Thread } from './schema.ts'
import { fetchThreads } from './search-threads.ts'

export const listCustomerThreads = endpoint({
  operationId: 'listCustomerThreads',
  method: 'GET',
  path: '/customers/{id}/threads',
  tag: 'customers',
  scope: 'threads:read',
  summary: 'List the threads of a customer',
  description:
    'All threads of one customer, newest first; for a merged customer, the threads of the one that it was merged into. `GET /threads?customerId=…` can be combined with other filters.',
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
