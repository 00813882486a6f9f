import { ApiError, endpoint, item, fetchOne, createPresenter, toSavedOutcome, unknownReference } from '../../kit/index.ts'
import { readOfThread } from '../notifications/index.ts'
import { draftPath, findMessagesStateKey } from './drafts.ts'
import { findMessageTime, findRead, markRead, markUnread } from './queries.ts'
import { ReadMark, ReadMarkUpdate } from './schema.ts'

export const markThreadRead = endpoint({
  operationId: 'markThreadRead',
  method: 'PUT',
  path: '/threads/{id}/read',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Mark a thread as read',
  description:
    'Stores the latest message that you have read. The mark only moves forward, so requests may arrive out of order; `unread: ' +
    'true` removes it. Your own replies mark a thread as read. Also reads your notifications of the thread. Creates no audit row and ' +
    'no event.',
  params: draftPath.params,
  body: ReadMarkUpdate,
  responds: { 200: item(ReadMark, 'Your read mark') },
  errors: [unknownReference],
  writes: 'transaction',
  personal: true,
  present: createPresenter(ReadMark),
  async handle(context) {
    const { tx, body } = context
    const own = await findMessagesStateKey(tx, context)
    if (body.unread) await tx.rows(markUnread, own)
    else {
      const read = await tx.first(findMessageTime, { ...own, messageId: body.messageId ?? null })
      if (!read) throw notOfThread()
      await tx.rows(markRead, { ...own, at: read.at })
      await tx.rows(readOfThread, own)
    }
    return toSavedOutcome(await fetchOne(tx, findRead, own))
  },
})

function notOfThread(): ApiError {
  return new ApiError(unknownReference, { details: [{ field: 'messageId', code: 'UNKNOWN', message: 'is not a message of this thread' }] })
}
