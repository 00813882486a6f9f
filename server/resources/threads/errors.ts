import { absent, defineError } from '../../kit/errors.ts'

export const threadNotFound = defineError('SVC-THREAD-NOT_FOUND', 404, 'There is no such thread.', absent('thread'))
export const ambiguousShape = defineError(
  'SVC-VALIDATION-AMBIGUOUS_SHAPE',
  400,
  'The body mixes the two shapes of a new thread: send either requester, or customerId with inboxId.',
  {
    cause: '`POST /threads` takes two shapes of body, and fields of both were sent, so that it is not clear whom the thread is for.',
    cure: 'Send `requester` alone, and the customer is found or made by e-mail address; or `customerId` with `inboxId` for a customer that you hold the id of.',
  },
)
export const inboxNoneAvailable = defineError('SVC-INBOX-NONE_AVAILABLE', 422, 'This tenant has no active inbox that takes the thread.', {
  cause: 'No `inboxId` was sent, no active inbox is the default, and there is no active one of type EMAIL or API.',
  cure: 'Make an inbox the default with `PATCH /inboxes/{id}`, or name an active one.',
})
export const invalidTransition = defineError(
  'SVC-THREAD-INVALID_TRANSITION',
  409,
  'A thread cannot go from its present status to this one.',
  { cause: 'A closed thread can only be opened again. It cannot become pending or resolved.', cure: 'Set `status` to `open` first.' },
)
export const threadClosed = defineError('SVC-THREAD-CLOSED', 409, 'The thread is closed. Open it first, or let the customer write.', {
  cause: 'An agent’s reply was sent to a closed thread.',
  cure: 'Open it with `PATCH /threads/{id}` and `{"status": "open"}`, then reply. A customer’s message needs no such step: it makes a new thread that follows the closed one.',
})
export const mergeConflict = defineError('SVC-THREAD-MERGE_CONFLICT', 409, 'These threads cannot be merged or taken apart; see details.', {
  cause:
    'A thread was to be merged into itself; a source or the target is merged already; the threads have different customers; a thread was to be unmerged that is not merged; or a thread would be left without a message.',
  cure: 'The details name the ids and say what is wrong. Merge into the thread that a merged one leads to (`mergedInto`), or send `allowCrossCustomer: true` when the customers are one and the same.',
})
export const threadAssigneeChanged = defineError(
  'SVC-THREAD-ASSIGNEE_CHANGED',
  409,
  'The thread is assigned to somebody else than ifAssigneeId says; details name them.',
  {
    cause: 'Somebody assigned the thread, or took it, after you read it.',
    cure: 'Read the thread and decide again; send the present assignee, whom `details` names (`null` for nobody), as `ifAssigneeId`.',
  },
)
export const staleReply = defineError(
  'SVC-THREAD-STALE_REPLY',
  409,
  'The thread has moved on since expectedLastMessageId; details name the missed messages.',
  {
    cause: 'Messages were added after the one that you named in `expectedLastMessageId`.',
    cure: 'Read the messages that `details` names. If the reply still fits, send it with the newest id.',
  },
)
export const messageEmptyHtml = defineError(
  'SVC-MESSAGE-EMPTY_HTML',
  400,
  'The body is HTML of which no words are left once what could run or load is removed.',
  {
    cause: 'The body holds only elements that are not kept, such as scripts and pictures, or no text at all.',
    cure: 'Send the words themselves, or `bodyFormat: "text"` when the body is meant to be read as it stands.',
  },
)
export const timeOutOfRange = defineError(
  'SVC-VALIDATION-TIME_OUT_OF_RANGE',
  422,
  'A time has passed already, or is too far ahead; see details.',
  {
    cause:
      'Something was to happen at a time that is not later than now by the clock of the service, or later than this operation plans ahead.',
    cure: 'Send a time in UTC within the limits that `details` and the reference name, or a number of seconds from now, for which clocks do not matter.',
  },
)
export const messageNotFound = defineError('SVC-MESSAGE-NOT_FOUND', 404, 'There is no such message that waits to be sent.', {
  cause:
    'The id is not that of a scheduled reply of this tenant: it is mistyped, was taken back already, or is that of a message that was never scheduled.',
  cure: 'List what waits with `GET /threads/{id}/scheduled-messages`. Messages that are sent stay.',
})
export const messageSent = defineError('SVC-MESSAGE-SENT', 409, 'The reply was sent already and cannot be taken back.', {
  cause: 'Its time came before, or at the same moment as, the request to take it back.',
  cure: 'It is among the messages of its thread now. Write another one to correct it; give replies more time with `undoSeconds`.',
})
export const totalChanged = defineError(
  'SVC-THREAD-TOTAL_CHANGED',
  409,
  'Another number of threads matches the filter by now; see details.',
  {
    cause:
      'Threads were created or changed between the list that told you the total and the batch, so that it would change others than you saw.',
    cure: 'Read the list again, decide again, and send its `meta.total` as `expectedTotal`.',
  },
)
export const batchTooLarge = defineError('SVC-THREAD-BATCH_TOO_LARGE', 422, 'More than 100,000 threads match the filter.', {
  cause: 'A batch by filter changes at most 100,000 threads.',
  cure: 'Narrow the filter, for example by `createdBefore`, and send several batches.',
})
