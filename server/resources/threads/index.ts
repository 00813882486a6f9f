/**
 * Threads: conversations with customers, and their messages.
 * These rules always hold:
 * - New threads are open. record/status.ts defines which status changes are allowed.
 * - `publicNumber` increases without gaps within a tenant.
 * - Every change updates the totals by status in tenant_counters in the same transaction.
 * - An `external_reference_id` names at most one thread of a tenant, even with concurrent requests.
 * - Messages of a merged thread belong to the thread that it was merged into (decision 28).
 *
 * Creating a thread and appending a message are procedures, in create/create-queries.ts and messages/append-queries.ts. Changes lock and
 * read their thread with the procedure of record/lock-queries.ts. The folders are layers: each imports only from folders that
 * test/structure.ts lists before it.
 */
import { module } from '#kit/module.ts'
import { assignThread } from './assignment/assign-thread.ts'
import * as capacity from './queue/capacity.ts'
import { batchThreads } from './batches/batch-threads.ts'
import { applyCannedResponse } from './canned-responses/apply-canned-response.ts'
import { changeThreadLabels } from './change/change-thread-labels.ts'
import { composeThread } from './email/compose-thread.ts'
import { forwardThread } from './email/forward-thread.ts'
import { getThreadRecipients } from './sending/get-thread-recipients.ts'
import { addThreadParticipant, listThreadParticipants, removeThreadParticipant } from './email/participants/operations.ts'
import { followThread, listThreadFollowers, unfollowThread } from './followers/operations.ts'
import { appendMessage } from './messages/append-queries.ts'
import { createMessage } from './messages/create-message.ts'
import { changeThread } from './change/change-queries.ts'
import { insertThread } from './create/create-queries.ts'
import { lockThread } from './record/lock-queries.ts'
import { createThread } from './create/create-thread.ts'
import { findThreadRecord } from './record/read-queries.ts'
import { deleteMessage } from './replies/delete-message.ts'
import { getThread, listCustomerThreads, listThreads } from './list/operations.ts'
import { getMessage } from './replies/get-message.ts'
import { listMessages } from './messages/list-messages.ts'
import { listAllScheduledMessages } from './replies/list-all-scheduled-messages.ts'
import { listScheduledMessages } from './replies/list-scheduled-messages.ts'
import { rescheduleMessage } from './replies/reschedule-message.ts'
import { unsnoozeThread } from './snoozing/unsnooze-thread.ts'
import { mailUnseenReplies } from './sending/mail-unseen-replies.ts'
import { forgetSentMails, sendMessage } from './sending/send-message.ts'
import * as events from './record/events.ts'
import { giveThreadsToTarget, giveLateThreadsWhenMerged, giveThreadsWhenMerged } from './create/merged-customers.ts'
import { mergeThread } from './merging/merge-thread.ts'
import { personal } from './personal/personal.ts'
import { previewCannedResponse } from './canned-responses/preview-canned-response.ts'
import { previewText } from './canned-responses/preview-text.ts'
import * as slaEvents from './sla/events.ts'
import { replyToThread } from './replies/reply-to-thread.ts'
import { sendMessageNow } from './replies/send-message-now.ts'
import { references } from './record/thread.ts'
import { snoozeThread } from './snoozing/snooze-thread.ts'
import { splitThread } from './merging/split-thread.ts'
import { unmergeThread } from './merging/unmerge-thread.ts'
import { updateThread } from './change/update-thread.ts'
import { handOutThreads } from './assignment/hand-out.ts'
import { runThreadBatch } from './batches/run-batch.ts'
import { closeResolvedThreads, closeWhenPeriodChanges } from './change/close-resolved.ts'
import { markDeletedFile, markWhenUploadIsDeleted } from './messages/mark-deleted-file.ts'
import { forgetSentReplies, sendScheduledMessage } from './replies/send-scheduled.ts'
import { wakeThread } from './snoozing/wake.ts'
import { choosePoliciesAgain, chooseWhenCustomerFieldsChange } from './sla/choose-again.ts'
import { announceClocksDue, findDueClocks } from './sla/watch.ts'
import { indexThreads } from '../thread-search/index.ts'

export { announceFollowers } from './followers/announce-followers.ts'
export { followerList, insertFollowers } from './followers/follower-queries.ts'
export { ThreadFollower } from './record/follower-schema.ts'
export { writeAutomaticReply } from './email/automatic-reply.ts'
export { mayReplyAutomatically } from './email/may-reply-automatically.ts'
export { hasReachedMailLimit, recordAutomaticMail } from './email/limit-automatic-mail.ts'
export { appendCard } from './sending/append-system-reply.ts'
export { appendSystemMessage } from './messages/append-system-message.ts'
export { applyBounce, noteUnprovedReport } from './email/apply-bounce.ts'
export { applyReceipts } from './outgoing/apply-receipts.ts'
export { applyReportedState } from './outgoing/apply-reported-state.ts'
export { type Frozen, getAddress } from './outgoing/frozen.ts'
export { findMessageThread } from './outgoing/outgoing-queries.ts'
export { findMailToCopy } from './email/compose-outgoing.ts'
export { findUncertainMail, settleUncertainMail } from './email/uncertain-mail.ts'
export { announceParticipants, recordParticipants } from './email/participants/record-participants.ts'
export { addFileToArrived, deleteArrived, editArrived, noteAboutArrived } from './arrivals/change-arrival.ts'
export { type PastThread, writePastThreads } from './past/write-past-threads.ts'
export { writeArrival, writeVisitorMessage } from './arrivals/write-arrival.ts'
export { appendAgentReply, appendMail, type ArrivedMail, type MailAuthor, startMailThread } from './email/write-mail.ts'
export {
  followersChanged,
  messageCreated,
  messageDeliveryChanged,
  messageUpdated,
  threadAssigned,
  threadCreated,
  threadErased,
  threadLabelsChanged,
  threadMerged,
  threadPriorityChanged,
  threadSnoozed,
  threadStatusChanged,
  threadUnmerged,
  threadUnsnoozed,
  threadUpdated,
} from './record/events.ts'
export { isAnswer, isAnswerSql, isAutomatic, isAutomaticSql, reachedNobodySql } from './record/answer.ts'
export { slaBreached, slaMet, slaWarning } from './sla/events.ts'
export { applyThreadChange } from './change/change-thread.ts'
export { expandCustomerFilter } from './create/merged-customers.ts'
export { batchTooLarge, customerNoAddress, invalidTransition, threadNotFound, timeOutOfRange, totalChanged } from './record/errors.ts'
export {
  findDecisions,
  findFirstReplies,
  findLatestLabelled,
  readConversation,
  type ConversationLine,
  type ThreadDecisions,
  type MessageExcerpt,
} from './messages/conversation-queries.ts'
export { findFirstName } from './actions/first-name.ts'
export { readVariables } from './actions/read-variables.ts'
export { type ActionActor, toAgentActor } from './actions/actor.ts'
export { type ActionPlan, lockActionTargets, type PreparedActions, prepareActions, type RunContext } from './actions/prepare-actions.ts'
export { type ActionsPreview, previewActions } from './actions/preview-actions.ts'
export type { ActionContext } from './actions/resolver.ts'
export type { ActionOutcome } from './actions/resolve-actions.ts'
export { type ActionsResult, runActions, writeActions } from './actions/run-actions.ts'
export { presentStateChanges, type StateChanges, ThreadFieldChanges } from './actions/thread-state.ts'
export { lockMergeRoot, lockThreadsInOrder, readThread, thread } from './record/thread.ts'
export { addPreviews, includeParts, type ListedThread, toListedThread } from './list/include-parts.ts'
export { toListFilters } from './list/list-filters.ts'
export { dropItems, findItems, removeItems } from './batches/batch-queries.ts'
export { noteThreads } from './batches/note-threads.ts'
export { attachments, BodyFormat } from './record/message-schema.ts'
export { findAnyClosed, noteClosed } from './personal/personal-queries.ts'
export { listProvidedReplies, type ProvidedReply } from './messages/provided-queries.ts'
export { MessagePart, type StoredPart } from './record/part-schema.ts'
export { findMessage, messageList, toPart, toReadMessage, type MessageRecord } from './record/message-queries.ts'
export { type MessageBody, readBody } from './record/message-body.ts'
export type { StoredEmail } from './record/message-email-schema.ts'
export { AuthorTypeInput, Message } from './record/message-schema.ts'
export { toThread, type ThreadRecord } from './record/queries.ts'
export { scheduledList } from './replies/scheduled-queries.ts'
export { ThreadInclusion } from './record/preview-schema.ts'
export { threadFilterFields, ThreadSort } from './record/filter-schema.ts'
export { Thread, threadExample } from './record/schema.ts'
export { createThreadCounter, type ThreadCount } from './list/count-threads.ts'
export { fetchNumberedThreads, fetchThreads, readNumberedThreads, readQuery } from './list/search-threads.ts'
export { snapshotEvents } from './record/snapshot-events.ts'
export { loadSnapshot, lockSnapshot } from './record/snapshot.ts'
export { findFieldTypes, findRecords, findSurroundings, type ThreadSnapshot, type ThreadSurroundings } from './record/snapshot-queries.ts'
export { laterFromOthersSql, laterRowsSql } from './messages/unread-queries.ts'

export const threads = module({
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
    getMessage,
    listCustomerThreads,
    snoozeThread,
    unsnoozeThread,
    listScheduledMessages,
    listAllScheduledMessages,
    rescheduleMessage,
    deleteMessage,
    sendMessageNow,
    mergeThread,
    unmergeThread,
    splitThread,
    batchThreads,
    applyCannedResponse,
    previewCannedResponse,
    previewText,
    composeThread,
    forwardThread,
    getThreadRecipients,
    listThreadParticipants,
    addThreadParticipant,
    removeThreadParticipant,
    listThreadFollowers,
    followThread,
    unfollowThread,
  ],
  procedures: [insertThread, appendMessage, lockThread, changeThread, findThreadRecord],
  jobs: [
    wakeThread,
    handOutThreads,
    giveThreadsToTarget,
    closeResolvedThreads,
    findDueClocks,
    announceClocksDue,
    choosePoliciesAgain,
    sendScheduledMessage,
    sendMessage,
    mailUnseenReplies,
    forgetSentMails,
    forgetSentReplies,
    indexThreads,
    runThreadBatch,
    markDeletedFile,
  ],
  eventJobs: [
    ...Object.values(capacity),
    closeWhenPeriodChanges,
    chooseWhenCustomerFieldsChange,
    markWhenUploadIsDeleted,
    giveThreadsWhenMerged,
    giveLateThreadsWhenMerged,
  ],
  events: [...Object.values(events), slaEvents.slaWarning, slaEvents.slaBreached, slaEvents.slaMet],
  counters: ['threads_open', 'threads_pending', 'threads_resolved', 'threads_closed'],
  references: [references],
  personal,
  targets: { thread: 'thr', message: 'msg' },
  idFields: { assigneeId: 'usr', authorId: 'usr', sourceId: 'thr', splitFrom: 'thr', splitInto: 'thr' },
})
