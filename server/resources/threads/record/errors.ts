import { absent, defineError } from '#platform/define-error.ts'

export const threadNotFound = defineError('SVC-THREAD-NOT_FOUND', 404, 'There is no such thread.', absent('thread'))
export const ambiguousShape = defineError(
  'SVC-VALIDATION-AMBIGUOUS_SHAPE',
  400,
  'The body mixes the two forms of a new thread: send either requester, or customerId with inboxId.',
  {
    cause: '`POST /threads` accepts two forms of body, and the request has fields of both, so the customer is ambiguous.',
    cure: 'Send only `requester` to find or create the customer by e-mail address, or `customerId` with `inboxId`.',
  },
)
export const inboxNoneAvailable = defineError('SVC-INBOX-NONE_AVAILABLE', 422, 'This tenant has no active inbox for the thread.', {
  cause: 'No `inboxId` was sent, the tenant has no active default inbox, and no active inbox of type EMAIL or API.',
  cure: 'Make an inbox the default with `PATCH /inboxes/{id}`, or send the `inboxId` of an active one.',
})
export const invalidTransition = defineError(
  'SVC-THREAD-INVALID_TRANSITION',
  409,
  'A thread cannot change from its current status to this one.',
  { cause: 'A closed thread can only be reopened. It cannot become pending or resolved.', cure: 'Set `status` to `open` first.' },
)
export const threadClosed = defineError('SVC-THREAD-CLOSED', 409, 'The thread is closed. Reopen it before replying.', {
  cause: 'An agent’s reply was sent to a closed thread.',
  cure:
    'Reopen it with `PATCH /threads/{id}` and `{"status": "open"}`, then reply, or send the scheduled reply. A customer’s message ' +
    'does not need this: it creates a new thread that follows the closed one.',
})
export const mergeConflict = defineError('SVC-THREAD-MERGE_CONFLICT', 409, 'These threads cannot be merged or unmerged; see details.', {
  cause:
    'A thread cannot be merged into itself; or a source or the target has already been merged; or the threads have different customers; or the thread to unmerge is not merged; or a thread would be left without messages; or the sources have more than 100,000 messages together.',
  cure:
    '`details` names the ids and the problems. Merge into the target of a merged thread (`mergedInto`), or send ' +
    '`allowCrossCustomer: true` if the customers are the same person. Merge fewer threads at a time, or merge a small thread into ' +
    'a large one.',
})
export const threadAssigneeChanged = defineError(
  'SVC-THREAD-ASSIGNEE_CHANGED',
  409,
  'The thread is not assigned to ifAssigneeId; details name the assignee.',
  {
    cause: 'Another user assigned the thread after you read it.',
    cure: 'Read the thread and decide again; send the current assignee from `details` (`null` for unassigned) as `ifAssigneeId`.',
  },
)
export const staleReply = defineError(
  'SVC-THREAD-STALE_REPLY',
  409,
  'The thread has newer messages than expectedLastMessageId; details name them.',
  {
    cause: 'Messages were added after the one that you named in `expectedLastMessageId`.',
    cure: 'Read the messages that `details` names. If the reply still fits, send it with the newest id.',
  },
)
export const messageEmptyHtml = defineError('SVC-MESSAGE-EMPTY_HTML', 400, 'The HTML body has no text after sanitising.', {
  cause: 'The body has only elements that Skein removes, such as scripts and images, or no text.',
  cure: 'Send text, or `bodyFormat: "text"` to show the body literally.',
})
export const timeOutOfRange = defineError(
  'SVC-VALIDATION-TIME_OUT_OF_RANGE',
  422,
  'A time is in the past, or too far in the future; see details.',
  {
    cause: 'The time is not in the future by the service’s clock, or further in the future than this operation allows.',
    cure: 'Send a time in UTC within the limits that `details` and the reference name, or a number of seconds from now, which does not depend on clocks.',
  },
)
export const messageNotFound = defineError('SVC-MESSAGE-NOT_FOUND', 404, 'There is no such scheduled message.', {
  cause:
    'No scheduled reply of this tenant has the id: it is mistyped, or the reply was already cancelled, or the message was never scheduled.',
  cure: 'List scheduled messages with `GET /threads/{id}/scheduled-messages`. Sent messages cannot be removed.',
})
export const messageSent = defineError('SVC-MESSAGE-SENT', 409, 'The reply has already been sent.', {
  cause: 'The reply was sent at its time, or by another request, before this request.',
  cure: 'The reply is now a message of the thread. Send another reply to correct it; use a larger `undoSeconds` for more time to cancel.',
})
export const totalChanged = defineError(
  'SVC-THREAD-TOTAL_CHANGED',
  409,
  'The number of threads that match the filter has changed; see details.',
  {
    cause: 'Threads were created or changed after you read the total, so the batch would change other threads than you saw.',
    cure: 'Read the list again, decide again, and send its `meta.total` as `expectedTotal`.',
  },
)
export const batchTooLarge = defineError('SVC-THREAD-BATCH_TOO_LARGE', 422, 'More than 100,000 threads match the filter.', {
  cause: 'A batch by filter changes at most 100,000 threads.',
  cure: 'Narrow the filter, for example by `createdBefore`, and send several batches.',
})
export const participantNotFound = defineError(
  'SVC-PARTICIPANT-NOT_FOUND',
  404,
  'The thread has no such participant.',
  absent('participant of the thread'),
)
export const inboxNotSending = defineError('SVC-INBOX-NOT_SENDING', 409, 'The inbox cannot send mail.', {
  cause:
    'The request asks for mail, and the thread’s inbox has no address or its `email.send.mode` is NONE; or the thread’s inbox is not an EMAIL ' +
    'inbox, and the tenant has no active EMAIL inbox that can send.',
  cure: 'Set `email.send.mode` with `PATCH /inboxes/{id}`, or name another inbox in `fromInboxId`, or send `sendBy: "NONE"`.',
})
export const customerNoAddress = defineError('SVC-CUSTOMER-NO_ADDRESS', 422, 'There is nobody to whom the message could be sent.', {
  cause:
    'The request names no recipients, and the customer has no e-mail address, or was removed from the participants. Or the thread’s inbox has ' +
    '`hook`, and the customer has not written to it; then the inbox must allow agents to write first, and an address must be known.',
  cure: 'Name recipients in `to`, or give the customer an address with `PATCH /customers/{id}`. To only store the reply, send `sendBy: "NONE"`.',
})
export const channelWindowClosed = defineError('SVC-CHANNEL-WINDOW_CLOSED', 409, 'The time in which a reply is allowed has passed.', {
  cause: 'The customer’s latest message in the thread is older than `capabilities.window.seconds` of the inbox.',
  cure: 'Wait until the customer writes again, or reply by mail with `sendBy: "EMAIL"`. To only store the reply, send `sendBy: "NONE"`.',
})
export const messageNotFailed = defineError('SVC-MESSAGE-NOT_FAILED', 409, 'The sending of this message has not failed.', {
  cause: 'Only a message that FAILED, BOUNCED or was KEPT can be sent again, and only within a month.',
  cure: 'Read `delivery` of the message. To write to the customer once more, send a new reply.',
})
