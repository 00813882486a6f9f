import { endpoint, found, item } from '../../kit/index.ts'
import { toThread } from './queries.ts'
import { Thread } from './schema.ts'
import { thread } from './thread.ts'

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
  handle: async (context) => ({ status: 200, record: await found(context, thread) }),
})
