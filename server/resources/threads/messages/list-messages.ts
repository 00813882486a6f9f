import { findMergedInto } from '../record/read-queries.ts'
import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { threadNotFound } from '../record/errors.ts'
import { thread } from '../record/thread.ts'
import { findPlaceOfMessage, messageList, toReadMessage } from '../record/message-queries.ts'
import { threadExists } from '../record/queries.ts'
import { Message, MessageFilters } from '../record/message-schema.ts'

export const listMessages = endpoint.read({
  operationId: 'listMessages',
  path: '/threads/{id}/messages',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the messages of a thread',
  description:
    'Messages of one thread, newest first unless `sort` says otherwise, including internal notes; messages with equal times by their ids. A ' +
    'merged thread shows the messages of its target, as `threadId` shows. To follow a thread, send `sort=createdAt` and the last message as ' +
    '`after`.',
  params: { id: thread.id },
  query: MessageFilters,
  responds: { 200: list(Message) },
  etag: 'body',
  present: toReadMessage,
  async handle({ db, principal: { tenantId }, params: { id }, page, query: { sort, after, authorType } }) {
    const since = after === undefined ? {} : await readPlace(db, { tenantId, threadId: id }, after)
    const read = (threadId: Uuid) =>
      messageList.fetch(db, tenantId, page, { threadId, authorTypes: authorType?.split(','), ...since }, sort)
    const found = await read(id)
    if (found.records.length > 0) return found
    // A thread without messages was merged or does not exist, unless filters excluded them.
    const merged = await db.first(findMergedInto, { tenantId, id })
    if (!merged) throw new ApiError(threadNotFound)
    return merged.mergedInto === null ? found : read(merged.mergedInto)
  },
})

/** Returns the position after a message of the thread, or after all messages with a given time. */
async function readPlace(db: Queryable, { tenantId, threadId }: { tenantId: Uuid; threadId: Uuid }, after: string) {
  const id = parseTypeId('msg', after)
  if (id === null) {
    const time = Date.parse(after)
    if (Number.isNaN(time)) throw refuseAfter('must be the id of a message or an ISO 8601 time')
    return { sinceAt: new Date(time).toISOString(), sinceId: highestId }
  }
  const found = await db.first(findPlaceOfMessage, { tenantId, threadId, id })
  if (found) return { sinceAt: found.at, sinceId: found.id }
  if (await db.first(threadExists, { tenantId, id: threadId })) throw refuseAfter('is no message of this thread')
  throw new ApiError(threadNotFound)
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function refuseAfter(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'after', code: 'NOT_ALLOWED', message }] })
}
