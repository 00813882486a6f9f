import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { threadNotFound } from './errors.ts'
import { findThread, toThread } from './queries.ts'
import { Thread } from './schema.ts'

export const threadId = { prefix: 'thr', description: 'The thread, with or without `thr_`.', notFound: threadNotFound } as const

export const getThread = endpoint({
  operationId: 'getThread',
  method: 'GET',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get a thread',
  description: 'One thread. Its messages are a list of their own.',
  params: { id: threadId },
  responds: { 200: item(Thread, 'The thread') },
  etag: true,
  present: toThread,
  async handle({ db, principal, params }) {
    const record = await db.first(findThread, { tenantId: principal.tenantId, id: params.id })
    if (!record) throw new ApiError(threadNotFound)
    return { status: 200, record }
  },
})
