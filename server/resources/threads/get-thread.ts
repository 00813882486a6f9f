import { ApiError, endpoint, item } from '../../kit/index.ts'
import { threadNotFound } from './errors.ts'
import { toThread } from './queries.ts'
import { Thread } from './schema.ts'
import { readThread, thread } from './thread.ts'

export const getThread = endpoint({
  operationId: 'getThread',
  method: 'GET',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get a thread',
  description: 'One thread. Its messages have a list of their own.',
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
