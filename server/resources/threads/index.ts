/**
 * Threads: conversations with customers, and their messages.
 *
 * New threads are open; status.ts defines the transitions. publicNumber increases without gaps within a tenant.
 * Totals by status are kept in tenant_counters in the transaction of every change. An external_reference_id names at
 * most one thread of a tenant, under any concurrency. Messages of merged threads belong to the target thread (decision 28). Creating and
 * appending are one statement each (write-queries.ts).
 */
import { room } from '../../kit/index.ts'
import { assignThread } from './assign-thread.ts'
import * as capacity from './assignment/capacity.ts'
import { batchThreads } from './batch-threads.ts'
import { applyCannedResponse } from './apply-canned-response.ts'
import { changeThreadLabels } from './change-thread-labels.ts'
import { createMessage } from './create-message.ts'
import { createThread } from './create-thread.ts'
import { deleteMessage } from './delete-message.ts'
import { getThread } from './get-thread.ts'
import { listCustomerThreads } from './list-customer-threads.ts'
import { listMessages } from './list-messages.ts'
import { listScheduledMessages } from './list-scheduled-messages.ts'
import { listThreads } from './list-threads.ts'
import * as events from './events.ts'
import * as settings from './follows.ts'
import * as jobs from './jobs.ts'
import { lateThreadsFollowCustomer, threadsFollowCustomer } from './merged-customers.ts'
import { mergeThread } from './merge-thread.ts'
import { personal } from './personal.ts'
import { previewCannedResponse } from './preview-canned-response.ts'
import * as slaEvents from './sla/events.ts'
import { replyToThread } from './reply-to-thread.ts'
import { sendMessageNow } from './send-message-now.ts'
import { references } from './thread.ts'
import { snoozeThread } from './snooze-thread.ts'
import { splitThread } from './split-thread.ts'
import { unmergeThread } from './unmerge-thread.ts'
import { unsnoozeThread } from './unsnooze-thread.ts'
import { updateThread } from './update-thread.ts'

export { threadNotFound, timeOutOfRange } from './errors.ts'
export { AlikeThreads } from './search/alike.ts'
export {
  findDecided,
  firstAnswers,
  latestLabelled,
  readConversation,
  type ConversationLine,
  type Decided,
  type Line,
} from './conversation-queries.ts'
export { variablesIn } from './canned-variables.ts'
export { listFilters } from './list-filters.ts'
export { attachments, BodyFormat } from './message-schema.ts'
export { isAnyClosed, noteClosed } from './personal-queries.ts'
export { messageList, toReadMessage, type MessageRecord } from './message-queries.ts'
export { Message } from './message-schema.ts'
export { toThread, type ThreadRecord } from './queries.ts'
export { scheduledList } from './scheduled-queries.ts'
export { Thread, threadFilterFields, ThreadSort } from './schema.ts'
export { createThreadCounter, type ThreadCount } from './search/count-threads.ts'
export { SearchHighlights } from './search/highlights.ts'
export { indexTexts } from './search/index-texts.ts'
export { indexDelaySeconds, reindexThread, searchBacklog } from './search/reindex.ts'
export { fetchThreads, readQuery } from './search/search-threads.ts'
export { readThread, thread } from './thread.ts'
export { laterFromOthers } from './unread-queries.ts'

export const threads = room({
  name: 'threads',
  description: 'Conversations with customers.',
  endpoints: [
    listThreads,
    createThread,
    getThread,
    updateThread,
    assignThread,
    changeThreadLabels,
    replyToThread,
    listMessages,
    createMessage,
    listCustomerThreads,
    snoozeThread,
    unsnoozeThread,
    listScheduledMessages,
    deleteMessage,
    sendMessageNow,
    mergeThread,
    unmergeThread,
    splitThread,
    batchThreads,
    applyCannedResponse,
    previewCannedResponse,
  ],
  jobs: Object.values(jobs),
  follows: [...Object.values(capacity), ...Object.values(settings), threadsFollowCustomer, lateThreadsFollowCustomer],
  events: [...Object.values(events), slaEvents.slaWarning, slaEvents.slaBreached, slaEvents.slaMet],
  counters: ['threads_open', 'threads_pending', 'threads_resolved', 'threads_closed'],
  references: [references],
  personal,
  targets: { thread: 'thr', message: 'msg' },
  idFields: { assigneeId: 'usr', authorId: 'usr', sourceId: 'thr', splitFrom: 'thr', splitInto: 'thr' },
})
