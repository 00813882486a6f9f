import { ApiError, endpoint, list } from '../../../kit/index.ts'
import { threadNotFound } from '../errors.ts'
import { thread } from '../thread.ts'
import { messageList, toReadMessage } from './message-queries.ts'
import { findMergedInto } from '../merging/merge-queries.ts'
import { Message } from './message-schema.ts'

export const listMessages = endpoint({
  operationId: 'listMessages',
  method: 'GET',
  path: '/threads/{id}/messages',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the messages of a thread',
  description:
    'Messages of one thread, newest first, including internal notes; messages with equal times by descending id. A merged thread ' +
    'shows the messages of its target, as `threadId` shows.',
  params: { id: thread.id },
  responds: { 200: list(Message) },
  // URLs of files expire.
  keeping: { keeps: () => true, isOfCaller: () => false, isLasting: ({ attachments }) => !attachments },
  present: toReadMessage,
  async handle({ db, principal, params, page }) {
    const found = await messageList.fetch(db, principal.tenantId, page, { threadId: params.id })
    if (found.records.length > 0) return found
    // A thread without messages was merged or does not exist.
    const merged = await db.first(findMergedInto, { tenantId: principal.tenantId, id: params.id })
    if (!merged) throw new ApiError(threadNotFound)
    return merged.mergedInto === null ? found : messageList.fetch(db, principal.tenantId, page, { threadId: merged.mergedInto })
  },
})
