import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import { readOfThread } from '../notifications/index.ts'
import { threadNotFound } from '../threads/index.ts'
import { draftPath } from './drafts.ts'
import { markRead } from './queries.ts'
import { ReadMark, ReadMarkUpdate } from './schema.ts'

export const markThreadRead = endpoint.personalWrite({
  operationId: 'markThreadRead',
  method: 'PUT',
  path: '/threads/{id}/read',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Mark a thread as read',
  description:
    'Stores the latest message that you have read. The mark only moves forward, so requests may arrive out of order; only `unread: ' +
    'true`, which removes it, and `unreadFromMessageId` move it back. Your own replies mark a thread as read. Also reads your notifications of the thread. Creates no audit row and ' +
    'no event.',
  params: draftPath.params,
  body: ReadMarkUpdate,
  responds: { 200: item(ReadMark, 'Your read mark') },
  errors: [unknownReference],
  present: createPresenter(ReadMark),
  async handle(context) {
    const { tx, body, principal, params } = context
    const { messageId = null, unread = false, unreadFromMessageId = null } = body
    const own = { tenantId: principal.tenantId, userId: principal.user.id }
    const { record, threadMissing, hasNotifications } = await callProcedure(tx, markRead, {
      ...own,
      threadId: params.id,
      messageId: unreadFromMessageId ?? messageId,
      unread,
      movesBack: unreadFromMessageId !== null,
    })
    if (threadMissing) throw new ApiError(threadNotFound)
    if (!record) throw notOfThread(unreadFromMessageId === null ? 'messageId' : 'unreadFromMessageId')
    if (hasNotifications) await tx.rows(readOfThread, { ...own, threadId: record.threadId })
    return toSavedOutcome(record)
  },
})

function notOfThread(field: 'messageId' | 'unreadFromMessageId'): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message: 'is not a message of this thread' }] })
}
