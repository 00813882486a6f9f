/** Every operation: its method, path, scope and kind of response. Made of openapi.json by `npm run generate`: changes are overwritten. */
export const operationTable = {
  /**
   * List threads
   *
   * Threads, newest first. Filters combine. `meta.total` is exact; without filters, or with only `status`, its cost does not depend on the number of threads. With `q` the best matches come first unless `sort` is given, and `meta.highlights` has the matching texts of each thread of the page, in the same order. With `include=preview` each thread has the beginning of its latest message.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/threads`
   */
  listThreads: { method: 'GET', path: '/api/v1/threads', scope: 'threads:read', returns: 'list' },
  /**
   * Create a thread
   *
   * Creates a thread with its first message. Two forms are accepted: with a `requester`, whose customer record is created or updated, or with `inboxId` and `customerId`. If a thread with the request’s `external_reference_id` exists, the response is **200** with that thread, and nothing changes. Tags become labels; a tag that names an archived label restores it. Without `inboxId` the thread goes to the default inbox, otherwise to the oldest active EMAIL or API inbox. Custom fields are checked against your tenant’s definitions; fields that are required ON_CREATE must be sent.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-VALIDATION-AMBIGUOUS_SHAPE` (400), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-INBOX-NONE_AVAILABLE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads`
   */
  createThread: { method: 'POST', path: '/api/v1/threads', scope: 'threads:write', returns: 'item' },
  /**
   * Get a thread
   *
   * Returns one thread, without its messages.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}`
   */
  getThread: { method: 'GET', path: '/api/v1/threads/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Change a thread
   *
   * Changes the fields sent. Open, pending and resolved threads can change to any status; a closed thread can only be reopened. Custom fields are merged, null removes a value, and values are checked against your tenant’s definitions; a field that is required ON_RESOLVE must have a value before the thread is resolved or closed. A request that changes nothing returns 200 and emits no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/threads/{id}`
   */
  updateThread: { method: 'PATCH', path: '/api/v1/threads/{id}', scope: 'threads:write', returns: 'item' },
  /**
   * Assign a thread
   *
   * Assigns a thread to an agent or a team, or unassigns it. Omitted fields do not change. A `strategy` chooses a member of the team who is active, available, not a viewer, and has fewer open threads, across all teams, than the team’s `maxOpenPerAgent`. If no member can take it, the thread waits in the team’s queue with `assignee` null, and the oldest thread is assigned as soon as a member can take it. A thread that moves to a team without an `assigneeId` is assigned according to the team’s `assignment` setting. Any user except suspended users and viewers can be assigned explicitly. A thread of a suspended user or a viewer goes back to its team, which assigns it according to its `assignment` setting, when it is unassigned or opened, or when the customer writes. If two agents take the same thread with `ifAssigneeId: null`, only one of them gets it.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-ASSIGNEE_CHANGED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/assign`
   */
  assignThread: { method: 'POST', path: '/api/v1/threads/{id}/assign', scope: 'threads:write', returns: 'item' },
  /**
   * Change the labels of a thread
   *
   * Adds and removes labels, or sets all of them, by id or by name. Unknown names are refused unless `createMissing` is true. An archived label stays on its threads and can be removed, but not added; its name with `createMissing` restores it. Concurrent requests that add or remove different labels all take effect. A request that changes nothing emits no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/labels`
   */
  changeThreadLabels: { method: 'POST', path: '/api/v1/threads/{id}/labels', scope: 'threads:write', returns: 'item' },
  /**
   * Reply to a thread
   *
   * Adds an agent’s message. The author is the caller’s user. The status does not change; the first reply assigns an unassigned thread to its author, unless the tenant has turned `assignOnFirstReply` off. With `expectedLastMessageId` the reply is refused if the thread has newer messages. With `sendAt` or `undoSeconds` the reply is sent later, once: until then it is one of the thread’s scheduled messages and can be cancelled. If the thread is closed by then, the reply fails, and `message.delivery_changed` is emitted. On a thread of an EMAIL inbox the reply is sent by mail, to the recipients that `GET /threads/{id}/recipients` shows or to `to`, `cc` and `bcc`; `delivery` shows the state of each. On a thread of an inbox with `hook`, your own program gets it. A reply that the inbox cannot deliver is refused. `changes` change the thread in the same transaction. A reply to a merged thread goes to its target, as `threadId` shows.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-CLOSED` (409), `SVC-THREAD-STALE_REPLY` (409), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-INBOX-NOT_SENDING` (409), `SVC-INBOX-DOMAIN_UNPROVED` (409), `SVC-CHANNEL-WINDOW_CLOSED` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-CUSTOMER-NO_ADDRESS` (422).
   *
   * `POST /api/v1/threads/{id}/reply`
   */
  replyToThread: { method: 'POST', path: '/api/v1/threads/{id}/reply', scope: 'threads:write', returns: 'item' },
  /**
   * List the messages of a thread
   *
   * Messages of one thread, newest first unless `sort` says otherwise, including internal notes; messages with equal times by their ids. A merged thread shows the messages of its target, as `threadId` shows. To follow a thread, send `sort=createdAt` and the last message as `after`.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/messages`
   */
  listMessages: { method: 'GET', path: '/api/v1/threads/{id}/messages', scope: 'threads:read', returns: 'list' },
  /**
   * Add a message to a thread
   *
   * Adds a message, by default the customer’s. A customer’s message opens a pending or resolved thread; on a closed thread, or one resolved longer ago than the tenant’s `reopening` allows, it starts a new thread with `followUpOf`, whose id is in the message’s `threadId`. Agents write internal notes, on closed threads too. A message to a merged thread goes to its target, as `threadId` shows. An `externalId` is unique in its thread: a repeated request is **200** with the first message, and nothing changes.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-CLOSED` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-INBOX-NONE_AVAILABLE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/messages`
   */
  createMessage: { method: 'POST', path: '/api/v1/threads/{id}/messages', scope: 'threads:write', returns: 'item' },
  /**
   * Get a message
   *
   * Returns one message of a thread, an internal note or a scheduled reply. `threadId` is the thread that has it now.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404).
   *
   * `GET /api/v1/messages/{id}`
   */
  getMessage: { method: 'GET', path: '/api/v1/messages/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Cancel a scheduled reply
   *
   * Removes a reply that is waiting to be sent, or that could not be sent, with its files. If the reply has already been sent, the response is 409. A message whose mail waits for its first attempt stays, and its mail is cancelled: `delivery.state` becomes FAILED. Other messages cannot be cancelled: the response is 404.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404), `SVC-MESSAGE-SENT` (409).
   *
   * `DELETE /api/v1/messages/{id}`
   */
  deleteMessage: { method: 'DELETE', path: '/api/v1/messages/{id}', scope: 'threads:write', returns: 'item' },
  /**
   * List the threads of a customer
   *
   * All threads of one customer, newest first; for a merged customer, the threads of its target. `GET /threads?customerId=…` can be combined with other filters.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `GET /api/v1/customers/{id}/threads`
   */
  listCustomerThreads: { method: 'GET', path: '/api/v1/customers/{id}/threads', scope: 'threads:read', returns: 'list' },
  /**
   * Snooze a thread
   *
   * Makes the thread pending and snoozes it until a time, for a number of seconds, or until the customer writes. The thread opens at that time or with the customer’s next message, whichever comes first. Another snooze replaces the time. A change of status ends the snooze. A resolved thread can be snoozed, a closed one cannot.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/threads/{id}/snooze`
   */
  snoozeThread: { method: 'POST', path: '/api/v1/threads/{id}/snooze', scope: 'threads:write', returns: 'item' },
  /**
   * Wake a thread
   *
   * Ends the snooze of a thread and opens it. A thread that is not snoozed does not change.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409).
   *
   * `DELETE /api/v1/threads/{id}/snooze`
   */
  unsnoozeThread: { method: 'DELETE', path: '/api/v1/threads/{id}/snooze', scope: 'threads:write', returns: 'item' },
  /**
   * List the scheduled replies of a thread
   *
   * Replies that are waiting to be sent (`delivery.state` is `QUEUED`, `sendAt` is the time) and replies that could not be sent (`FAILED`), latest scheduled first. They become messages of the thread when they are sent. If the thread is merged, they move with its messages.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/scheduled-messages`
   */
  listScheduledMessages: { method: 'GET', path: '/api/v1/threads/{id}/scheduled-messages', scope: 'threads:read', returns: 'list' },
  /**
   * List all scheduled replies
   *
   * Replies of all threads that are waiting to be sent (`delivery.state` is `QUEUED`, `sendAt` is the time) and replies that could not be sent (`FAILED`), next first. `meta.total` is exact.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/scheduled-messages`
   */
  listAllScheduledMessages: { method: 'GET', path: '/api/v1/scheduled-messages', scope: 'threads:read', returns: 'list' },
  /**
   * Change the time of a scheduled reply
   *
   * Sends a reply that is waiting to be sent, or that could not be sent, at another time. Its text, recipients and changes stay. If the reply has already been sent, the response is 409; other messages are 404.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404), `SVC-MESSAGE-SENT` (409), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/messages/{id}/reschedule`
   */
  rescheduleMessage: { method: 'POST', path: '/api/v1/messages/{id}/reschedule', scope: 'threads:write', returns: 'item' },
  /**
   * Send a reply now, or again
   *
   * Sends a scheduled reply now, or retries one that could not be sent, with its files. The author does not change. On a closed thread the request is refused, and the reply stays scheduled. A message whose mail FAILED, BOUNCED or was KEPT as a file is mailed again, with the same Message-ID, to the recipients in those states. Any other message has been sent already: 409.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404), `SVC-MESSAGE-SENT` (409), `SVC-MESSAGE-NOT_FAILED` (409), `SVC-THREAD-CLOSED` (409), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/messages/{id}/send`
   */
  sendMessageNow: { method: 'POST', path: '/api/v1/messages/{id}/send', scope: 'threads:write', returns: 'item' },
  /**
   * Merge threads into this one
   *
   * Moves the messages of up to 20 threads into this one, with their ids and times, and combines the labels. The sources become `closed` with `mergedInto`; later replies, messages and changes to them go to this thread. All sources together may have 100,000 messages. This thread opens if a source is open or its customer is waiting. Threads of different customers require `allowCrossCustomer`. `POST /threads/{id}/unmerge` on a source undoes its merge.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/merge`
   */
  mergeThread: { method: 'POST', path: '/api/v1/threads/{id}/merge', scope: 'threads:write', returns: 'item' },
  /**
   * Undo the merge of this thread
   *
   * Moves the messages of a merged thread back from the target, and restores the thread’s status and snooze. The target loses labels that came only from this thread. Its earlier status returns, unless the target changed or got messages since, or another merge requires its status. Messages written since the merge, and messages that were split off, stay where they are. Other merges of the target stay.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409).
   *
   * `POST /api/v1/threads/{id}/unmerge`
   */
  unmergeThread: { method: 'POST', path: '/api/v1/threads/{id}/unmerge', scope: 'threads:write', returns: 'item' },
  /**
   * Split messages off into a new thread
   *
   * Creates a new open thread from some of the messages, which keep their ids and times. The new thread gets the customer, inbox, team, assignee, channel, priority, labels and custom fields of the original thread. At least one message must stay in the original thread.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/split`
   */
  splitThread: { method: 'POST', path: '/api/v1/threads/{id}/split', scope: 'threads:write', returns: 'item' },
  /**
   * Change many threads
   *
   * Makes the same change to up to 100 threads at once, with a result for each: a thread is changed completely or not at all, and a thread that cannot be changed does not affect the others. With `filter` and `expectedTotal`, changes all threads that match now, at most 100,000: the response is a background job, and `GET /jobs/{id}` shows its progress. An error in `changes` refuses the whole request. With `cannedResponseId` in place of `changes`, applies a canned response to each thread, with its own variables; a thread without a value for a variable, or a closed one that would get a reply, is not changed.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-TOTAL_CHANGED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422), `SVC-THREAD-BATCH_TOO_LARGE` (422).
   *
   * `POST /api/v1/threads/batch`
   */
  batchThreads: { method: 'POST', path: '/api/v1/threads/batch', scope: 'threads:write', returns: 'item' },
  /**
   * Apply a canned response
   *
   * Sends the reply of a canned response with its variables filled in, and runs its actions, in one transaction. If a variable has no value or an action refers to a missing object, the response is 422, and `details` names it. A reply to a closed thread is refused unless an action reopens it. The caller needs the scopes of each action and variable: variables with the customer’s external id or custom fields require `customers:read`.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-THREAD-CLOSED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/apply-canned-response`
   */
  applyCannedResponse: { method: 'POST', path: '/api/v1/threads/{id}/apply-canned-response', scope: 'threads:write', returns: 'item' },
  /**
   * Preview a canned response
   *
   * Returns the reply as it would be sent to a thread, and changes nothing. Variables without a value are listed in `missing` and left in `body`; the canned response cannot be applied until they have values. `changes` has the fields of the thread before and after, and `problems` what else prevents it from being applied. Also requires the scope `catalog:read`, and those of its actions and variables, such as `threads:write`.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/canned-responses/{id}/preview`
   */
  previewCannedResponse: { method: 'POST', path: '/api/v1/canned-responses/{id}/preview', scope: 'threads:read', returns: 'item' },
  /**
   * Preview a text with variables
   *
   * Returns a text with its variables filled in for the thread, as it would be sent now, and changes nothing. Use it for a text that is not saved yet: the reply of a canned response, a signature or an automatic reply. Also requires the scopes of its variables, such as `customers:read` for the customer’s custom fields.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-NOT_FOUND` (404).
   *
   * `POST /api/v1/threads/{id}/preview-text`
   */
  previewText: { method: 'POST', path: '/api/v1/threads/{id}/preview-text', scope: 'threads:read', returns: 'item' },
  /**
   * Start a thread by mail
   *
   * Creates a thread whose first message is an agent’s, and mails it. The author is the caller’s user. The customer is `customerId` or the first recipient, whose customer record is created if there is none. The thread is assigned to its author, unless the tenant has turned `assignOnFirstReply` off. Required custom fields are not checked.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-INBOX-NOT_SENDING` (409), `SVC-INBOX-DOMAIN_UNPROVED` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/compose`
   */
  composeThread: { method: 'POST', path: '/api/v1/threads/compose', scope: 'threads:write', returns: 'item' },
  /**
   * Forward messages to other people
   *
   * Mails messages of a thread to people who do not take part in it, such as an expert, and adds what was sent as an internal message, which the customer does not see. Answers become internal messages, too. Threads of inboxes that cannot send use your oldest active EMAIL inbox.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-INBOX-NOT_SENDING` (409), `SVC-INBOX-DOMAIN_UNPROVED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/forward`
   */
  forwardThread: { method: 'POST', path: '/api/v1/threads/{id}/forward', scope: 'threads:write', returns: 'item' },
  /**
   * Get the default recipients of a reply
   *
   * Returns to whom a reply by mail goes if it names no recipients: the sender of the mail that it answers, or its Reply-To, and as copies the other recipients of that mail. Answered is the latest mail of the customer or a participant that is not an automatic reply; without any mail, the reply goes to the customer. Nobody is copied if the mail came as a blind copy. For a thread of an inbox with `hook`, `sending` is CHANNEL and `to` has the customer’s address at your own program; for one of a website chat, the visitor.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/recipients`
   */
  getThreadRecipients: { method: 'GET', path: '/api/v1/threads/{id}/recipients', scope: 'threads:read', returns: 'item' },
  /**
   * List the participants of a thread
   *
   * Everybody who takes part in a thread by mail, latest first: the senders and recipients of its mails, and those whom agents added. A merged thread shows the participants of its target.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/participants`
   */
  listThreadParticipants: { method: 'GET', path: '/api/v1/threads/{id}/participants', scope: 'threads:read', returns: 'list' },
  /**
   * Add a participant to a thread
   *
   * Adds somebody to the conversation: their mail belongs to the thread. Verifies a stranger who wrote with the thread’s secret address, and adds somebody who was removed again. Own addresses of your inboxes cannot take part. A thread has at most 48 participants.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/threads/{id}/participants`
   */
  addThreadParticipant: { method: 'POST', path: '/api/v1/threads/{id}/participants', scope: 'threads:write', returns: 'item' },
  /**
   * Remove a participant from a thread
   *
   * Takes somebody out of the recipients of replies. Their mail belongs to the thread only if it carries the thread’s secret address or answers one of its mails, and is shown as that of a stranger.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-PARTICIPANT-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/threads/{id}/participants/{participantId}`
   */
  removeThreadParticipant: { method: 'DELETE', path: '/api/v1/threads/{id}/participants/{participantId}', scope: 'threads:write', returns: 'item' },
  /**
   * List the followers of a thread
   *
   * The users who follow a thread, latest first. A merged thread shows the followers of its target.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/followers`
   */
  listThreadFollowers: { method: 'GET', path: '/api/v1/threads/{id}/followers', scope: 'threads:read', returns: 'list' },
  /**
   * Follow a thread
   *
   * Makes a user follow a thread, who is then notified as its assignee is. A signed-in user needs no further scope to follow a thread; for other users, and with an API key, this needs `threads:write`. Following again changes nothing.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `PUT /api/v1/threads/{id}/followers/{userId}`
   */
  followThread: { method: 'PUT', path: '/api/v1/threads/{id}/followers/{userId}', scope: 'threads:read', returns: 'item' },
  /**
   * Stop following a thread
   *
   * Ends that a user follows a thread. For a user who does not follow it, this changes nothing. For other users, and with an API key, this needs `threads:write`.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/threads/{id}/followers/{userId}`
   */
  unfollowThread: { method: 'DELETE', path: '/api/v1/threads/{id}/followers/{userId}', scope: 'threads:read', returns: 'item' },
  /**
   * List your drafts
   *
   * Your unsent drafts of replies and notes in all threads, the latest saved first. Drafts belong to the caller’s user. With `include=thread` each draft has its thread.
   *
   * Needs the scope `threads:write`.
   *
   * `GET /api/v1/drafts`
   */
  listDrafts: { method: 'GET', path: '/api/v1/drafts', scope: 'threads:write', returns: 'list' },
  /**
   * Get your draft
   *
   * Returns your unsent draft for a thread. Drafts belong to the caller’s user.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-DRAFT-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/draft`
   */
  getDraft: { method: 'GET', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', returns: 'item' },
  /**
   * Save your draft
   *
   * Saves your draft for a thread. The latest save wins. Creates no audit row and no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PUT /api/v1/threads/{id}/draft`
   */
  saveDraft: { method: 'PUT', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', returns: 'item' },
  /**
   * Delete your draft
   *
   * Deletes your draft for a thread.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-DRAFT-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/threads/{id}/draft`
   */
  deleteDraft: { method: 'DELETE', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', returns: 'item' },
  /**
   * Mark a thread as read
   *
   * Stores the latest message that you have read. The mark only moves forward, so requests may arrive out of order; only `unread: true`, which removes it, and `unreadFromMessageId` move it back. Your own replies mark a thread as read. Also reads your notifications of the thread. Creates no audit row and no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PUT /api/v1/threads/{id}/read`
   */
  markThreadRead: { method: 'PUT', path: '/api/v1/threads/{id}/read', scope: 'threads:write', returns: 'item' },
  /**
   * Report your presence in a thread
   *
   * Reports that you are viewing a thread or typing in it, and returns everyone present. Repeat it every 20 to 30 seconds: your presence ends 45 seconds after the last report. `leftThreadId` is a thread that you leave in the same request. `GET /events/stream?presence=true` reports changes as they happen. Presence is not stored as events.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/presence`
   */
  reportPresence: { method: 'POST', path: '/api/v1/threads/{id}/presence', scope: 'threads:write', returns: 'item' },
  /**
   * List your notifications
   *
   * What the signed-in user was told, latest first. Notifications are kept for 90 days after their latest event. With only `unread=true` the cost of `meta.total` does not depend on their number.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/notifications`
   */
  listNotifications: { method: 'GET', path: '/api/v1/notifications', scope: 'session', returns: 'list' },
  /**
   * Count your unread notifications
   *
   * Returns the numbers of your unread notifications. The cost does not depend on them. `GET /events/stream` sends each change.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/notifications/counts`
   */
  countNotifications: { method: 'GET', path: '/api/v1/notifications/counts', scope: 'session', returns: 'item' },
  /**
   * Mark notifications as read
   *
   * Marks the notifications with these ids as read, or all whose latest event is not later than `before`, of one type if `type` is sent. Snoozed notifications stay unread. Creates no audit row and no event.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `POST /api/v1/notifications/read`
   */
  readNotifications: { method: 'POST', path: '/api/v1/notifications/read', scope: 'session', returns: 'item' },
  /**
   * Read, archive or snooze a notification
   *
   * Changes the fields sent. A snoozed notification comes back as unread at its time; until then more events are added to it. Creates no audit row and no event.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-NOTIFICATION-NOT_FOUND` (404), `SVC-NOTIFICATION-SUPERSEDED` (409), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `PATCH /api/v1/notifications/{id}`
   */
  updateNotification: { method: 'PATCH', path: '/api/v1/notifications/{id}', scope: 'session', returns: 'item' },
  /**
   * List your push subscriptions
   *
   * The browsers to which your notifications are pushed, newest first. `meta.applicationServerKey` is the key with which a browser subscribes.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/me/push-subscriptions`
   */
  listPushSubscriptions: { method: 'GET', path: '/api/v1/me/push-subscriptions', scope: 'session', returns: 'list' },
  /**
   * Subscribe a browser to your notifications
   *
   * Pushes your notifications to a browser, as your preferences say for `desktop`. The content is encrypted for the browser (RFC 8291): the kind of the notification, its actor and ticket number, and with the setting `pushShowsText` the beginning of the message. The subscription lasts as long as this session, or until the push service says that it has ended. The same endpoint again updates the subscription. Of more than 20 subscriptions the oldest is deleted. Creates no audit row and no event.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-PUSH_SUBSCRIPTION-ENDPOINT_FORBIDDEN` (400).
   *
   * `POST /api/v1/me/push-subscriptions`
   */
  createPushSubscription: { method: 'POST', path: '/api/v1/me/push-subscriptions', scope: 'session', returns: 'item' },
  /**
   * Delete a push subscription
   *
   * Stops pushing your notifications to a browser. Signing out there does the same.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-PUSH_SUBSCRIPTION-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/me/push-subscriptions/{id}`
   */
  deletePushSubscription: { method: 'DELETE', path: '/api/v1/me/push-subscriptions/{id}', scope: 'session', returns: 'item' },
  /**
   * Get a thread with all parts of its view
   *
   * Returns the thread, its newest messages, scheduled replies, changes, meetings, followers and satisfaction requests, its customer with their newest threads, and the caller’s drafts, read mark and presence, in one response. A part that the caller’s scopes do not allow is null. Use the `cursor` of a part with the list operation that the part names. A merged thread shows the messages of its target.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/view`
   */
  getThreadView: { method: 'GET', path: '/api/v1/threads/{id}/view', scope: 'threads:read', returns: 'item' },
  /**
   * Upload a file
   *
   * Uploads a file of at most 25 MiB as a form (`multipart/form-data`). Attach it, once, by its id in `attachments` of a new thread, a reply or a message, or of a canned response, whose messages get copies. A file that is not attached within a day is deleted, unless a draft names it. The media type is detected from the content; a file that claims another type is refused. With `sha256` the checksum must match. A retry with the same `Idempotency-Key` and the same file returns the first upload.
   *
   * Needs the scope `uploads:write`.
   *
   * Errors of its own: `SVC-UPLOAD-TOO_LARGE` (413), `SVC-UPLOAD-TYPE_REJECTED` (422), `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/uploads`
   */
  createUpload: { method: 'POST', path: '/api/v1/uploads', scope: 'uploads:write', returns: 'item' },
  /**
   * Get a URL for uploading a file
   *
   * Returns a URL that accepts one announced file without credentials, for example from a web page: with `PUT` and the given headers, once, within 15 minutes. If files are stored in a bucket, the URL is the bucket’s. When the announced file has arrived, the upload is READY and can be attached: see `GET /uploads/{id}`.
   *
   * Needs the scope `uploads:write`.
   *
   * Errors of its own: `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/uploads/presigned`
   */
  createPresignedUpload: { method: 'POST', path: '/api/v1/uploads/presigned', scope: 'uploads:write', returns: 'item' },
  /**
   * Get an upload
   *
   * Returns an upload with its state, and a URL that is valid for five minutes. A file that was sent to a bucket is READY after about a second, when it has been checked.
   *
   * Needs the scope `uploads:read`.
   *
   * Errors of its own: `SVC-UPLOAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/uploads/{id}`
   */
  getUpload: { method: 'GET', path: '/api/v1/uploads/{id}', scope: 'uploads:read', returns: 'item' },
  /**
   * Schedule a meeting
   *
   * Schedules a meeting with the customer of a thread. Without `attendees` the customer is invited. Without `hostId` the host is the thread’s assignee, or the caller if there is none. A host can have one meeting at a time: an overlapping meeting is refused. Attendees get an iCalendar invitation by mail, and a reminder an hour before. A meeting of a merged thread belongs to its target.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/threads/{id}/schedule-meeting`
   */
  scheduleMeeting: { method: 'POST', path: '/api/v1/threads/{id}/schedule-meeting', scope: 'meetings:write', returns: 'item' },
  /**
   * List meetings
   *
   * Meetings, last scheduled first unless `sort` is given. Filters combine; `meta.total` is exact. For the week of a host, send `hostId`, `startsAfter`, `startsBefore` and `sort=startsAt`.
   *
   * Needs the scope `meetings:read`.
   *
   * `GET /api/v1/scheduled-meetings`
   */
  listMeetings: { method: 'GET', path: '/api/v1/scheduled-meetings', scope: 'meetings:read', returns: 'list' },
  /**
   * Get a meeting
   *
   * Returns one meeting.
   *
   * Needs the scope `meetings:read`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404).
   *
   * `GET /api/v1/scheduled-meetings/{id}`
   */
  getMeeting: { method: 'GET', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:read', returns: 'item' },
  /**
   * Change a meeting
   *
   * Changes the fields sent. `attendees` is the complete list; omitted fields of an attendee who stays do not change. `icsSequence` rises when the invitation changes: title, times, time zone, host, location or attendees. Attendees get a mail, and removed attendees a cancellation. When the meeting moves, `rsvp` is reset. A cancelled meeting cannot be changed.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `PATCH /api/v1/scheduled-meetings/{id}`
   */
  updateMeeting: { method: 'PATCH', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:write', returns: 'item' },
  /**
   * Cancel a meeting
   *
   * Cancels the meeting, frees its time and informs the attendees by mail. The meeting stays in lists with the status `CANCELLED`. A meeting that took place cannot be cancelled.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-NOT_SCHEDULED` (409).
   *
   * `DELETE /api/v1/scheduled-meetings/{id}`
   */
  cancelMeeting: { method: 'DELETE', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:write', returns: 'item' },
  /**
   * Record attendance
   *
   * Records for attendees whether they came. The meeting becomes `COMPLETED` when one came, and `NO_SHOW` when all were absent; otherwise it stays `SCHEDULED`. Send it again to correct it.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/scheduled-meetings/{id}/attendance`
   */
  recordMeetingAttendance: { method: 'POST', path: '/api/v1/scheduled-meetings/{id}/attendance', scope: 'meetings:write', returns: 'item' },
  /**
   * Attach a recording
   *
   * Attaches a recording to a meeting: an upload, which then belongs to the meeting, or the URL of a recording that is stored elsewhere. It replaces an earlier recording, whose file is deleted.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/scheduled-meetings/{id}/recording`
   */
  attachMeetingRecording: { method: 'POST', path: '/api/v1/scheduled-meetings/{id}/recording', scope: 'meetings:write', returns: 'item' },
  /**
   * Remove the recording
   *
   * Removes the recording of a meeting and deletes its file. Without a recording nothing changes.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/scheduled-meetings/{id}/recording`
   */
  removeMeetingRecording: { method: 'DELETE', path: '/api/v1/scheduled-meetings/{id}/recording', scope: 'meetings:write', returns: 'item' },
  /**
   * List satisfaction requests
   *
   * Requests to customers to rate a resolved thread, with their answers, newest first. Filters combine; `meta.total` is exact.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/satisfaction-requests`
   */
  listSatisfactionRequests: { method: 'GET', path: '/api/v1/satisfaction-requests', scope: 'threads:read', returns: 'list' },
  /**
   * Get a satisfaction request
   *
   * Returns one satisfaction request.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-SATISFACTION-NOT_FOUND` (404).
   *
   * `GET /api/v1/satisfaction-requests/{id}`
   */
  getSatisfactionRequest: { method: 'GET', path: '/api/v1/satisfaction-requests/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Cancel a satisfaction request
   *
   * Cancels a request that was not answered. A mail that waits for the mail server is not sent; one that was sent stays, but its page ends at once. The request stays in lists with the state `CANCELLED`.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-SATISFACTION-NOT_FOUND` (404), `SVC-SATISFACTION-ANSWERED_ALREADY` (409).
   *
   * `DELETE /api/v1/satisfaction-requests/{id}`
   */
  cancelSatisfactionRequest: { method: 'DELETE', path: '/api/v1/satisfaction-requests/{id}', scope: 'threads:write', returns: 'item' },
  /**
   * Ask a customer for a rating
   *
   * Asks the customer of a thread to rate it, whatever the settings of satisfaction are, but at most once in each episode of the thread. With the channel `MAIL` the service sends a mail, and with `CHAT` it writes into the chat; with `LINK` and `API` you ask. The `url` of the page is in this response only.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-SATISFACTION-ASKED_ALREADY` (409), `SVC-SATISFACTION-OPTED_OUT` (409), `SVC-CUSTOMER-NO_ADDRESS` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/threads/{id}/satisfaction-requests`
   */
  createSatisfactionRequest: { method: 'POST', path: '/api/v1/threads/{id}/satisfaction-requests', scope: 'threads:write', returns: 'item' },
  /**
   * Store a customer’s answer
   *
   * Stores the answer that a customer gave on a page of yours or in a chat. A later answer replaces it until `expiresAt`; the figures of reports then move to the day of the change. A comment is no message: it neither reopens the thread nor triggers `message.created`.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-SATISFACTION-NOT_FOUND` (404), `SVC-SATISFACTION-EXPIRED` (409).
   *
   * `POST /api/v1/satisfaction-requests/{id}/answer`
   */
  answerSatisfactionRequest: { method: 'POST', path: '/api/v1/satisfaction-requests/{id}/answer', scope: 'threads:write', returns: 'item' },
  /**
   * Get the form of a link
   *
   * Returns what a customer is asked, and the answer so far, for a page of your own in place of the one at `url`. Reading stores nothing.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-SATISFACTION-NOT_FOUND` (404).
   *
   * `GET /api/v1/satisfaction/{token}`
   */
  getSatisfactionForm: { method: 'GET', path: '/api/v1/satisfaction/{token}', scope: 'none', returns: 'item' },
  /**
   * Send the form of a link
   *
   * Stores the answer that a customer gave on a page of your own. A later answer replaces it until `expiresAt`. A token takes ten requests per minute, and an address can send sixty to all tokens together.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-SATISFACTION-NOT_FOUND` (404), `SVC-RATE-FORMS_EXCEEDED` (429).
   *
   * `POST /api/v1/satisfaction/{token}`
   */
  answerSatisfactionForm: { method: 'POST', path: '/api/v1/satisfaction/{token}', scope: 'none', returns: 'item' },
  /**
   * Get a job
   *
   * Returns the progress of background work, such as a batch by filter. Jobs can be read for 30 days after they end.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-JOB-NOT_FOUND` (404).
   *
   * `GET /api/v1/jobs/{id}`
   */
  getJob: { method: 'GET', path: '/api/v1/jobs/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Get the state of the sample company
   *
   * Says whether the tenant has a sample company, which job loads or removes it, and how many objects were made for it.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/sample-company`
   */
  getSampleCompany: { method: 'GET', path: '/api/v1/sample-company', scope: 'catalog:read', returns: 'item' },
  /**
   * Load a sample company
   *
   * Fills the tenant with a company of bicycle lights for trying the product out: four colleagues, who are SUSPENDED, so they cannot sign in and get no mail; customers at `sample.example`; labels; an inbox that sends nothing; published articles in two collections, which the help centre shows; and threads of the last thirty days, assigned, labelled, answered, resolved and rated in the working hours of the time zone of reports. They have their own times and are counted in reports. Nothing goes out for them: no mail, event, webhook, notification or rule. The response is a job; while it runs, a further request returns it.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-SAMPLE_COMPANY-EXISTS` (409).
   *
   * `POST /api/v1/sample-company`
   */
  loadSampleCompany: { method: 'POST', path: '/api/v1/sample-company', scope: 'catalog:admin', returns: 'item' },
  /**
   * Remove the sample company
   *
   * Erases the customers of the sample company with all their threads, also those that users began since, and deletes its numbers in reports, colleagues, labels, inbox and articles, also those that users changed. What your own objects use stays, and customers who were merged with one of yours, or in whose threads one of yours wrote; `result.kept` of the job has the number. A load that is still running stops. A removal that failed can be started again. The response is a job; while it runs, a further request returns it.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-SAMPLE_COMPANY-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/sample-company`
   */
  removeSampleCompany: { method: 'DELETE', path: '/api/v1/sample-company', scope: 'privacy:admin', returns: 'item' },
  /**
   * List views
   *
   * Shared views and your own, newest first; with the scope `catalog:admin` also personal views of other users.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/views`
   */
  listViews: { method: 'GET', path: '/api/v1/views', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a view
   *
   * Saves filters, a sort order and columns under a name, for yourself or, with `shared`, for all users. A user has at most 500 views.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/views`
   */
  createView: { method: 'POST', path: '/api/v1/views', scope: 'catalog:write', returns: 'item' },
  /**
   * Count the threads of your views
   *
   * Returns, for each view that you can see, the number of its threads and the number of unread ones. If a view cannot be counted, `error` has the reason. Without `limit` all are on one page.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/views/counts`
   */
  countViews: { method: 'GET', path: '/api/v1/views/counts', scope: 'threads:read', returns: 'list' },
  /**
   * Get a view
   *
   * Returns a shared view, or one of your own.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404).
   *
   * `GET /api/v1/views/{id}`
   */
  getView: { method: 'GET', path: '/api/v1/views/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a view
   *
   * Changes the fields sent; `filters` and `columns` are replaced completely. Every user with the scope can change a shared view.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/views/{id}`
   */
  updateView: { method: 'PATCH', path: '/api/v1/views/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * Delete a view
   *
   * Deletes a view permanently; its threads are not affected.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/views/{id}`
   */
  deleteView: { method: 'DELETE', path: '/api/v1/views/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * List the threads of a view
   *
   * The threads of a view, in its sort order. `me` in the filters is the caller.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404).
   *
   * `GET /api/v1/views/{id}/threads`
   */
  listViewThreads: { method: 'GET', path: '/api/v1/views/{id}/threads', scope: 'threads:read', returns: 'list' },
  /**
   * List customers
   *
   * Customers, newest first unless `sort` says otherwise. `q` finds them by parts of words; `email` and `externalId` are exact matches. To follow changes, sort by `updatedAt` and send the last one as `updatedAfter`. All filters combine, and `meta.total` is exact. Merged customers are not listed; their addresses and external ids find the target.
   *
   * Needs the scope `customers:read`.
   *
   * `GET /api/v1/customers`
   */
  listCustomers: { method: 'GET', path: '/api/v1/customers', scope: 'customers:read', returns: 'list' },
  /**
   * Create or update a customer
   *
   * Creates the customer of an e-mail address, or changes the existing one; the address of a merged customer finds the target. Only the fields sent change; custom fields are merged, and null removes a value. Addresses are compared ignoring letter case, and domains in Unicode or ASCII form. Custom fields are checked against your tenant’s definitions; fields that are required ON_CREATE must be sent for a new customer. A request that changes nothing returns 200 and emits no event.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-ERASED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/customers`
   */
  upsertCustomer: { method: 'POST', path: '/api/v1/customers', scope: 'customers:write', returns: 'item' },
  /**
   * Get a customer
   *
   * Returns one customer, without their threads. A merged customer is shown unchanged, with `mergedInto`; all other operations apply to the target.
   *
   * Needs the scope `customers:read`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `GET /api/v1/customers/{id}`
   */
  getCustomer: { method: 'GET', path: '/api/v1/customers/{id}', scope: 'customers:read', returns: 'item' },
  /**
   * Change a customer
   *
   * Changes the fields sent. Custom fields are merged, null removes a value, and values are checked against your tenant’s definitions. An address or external id of another customer is refused. A change to a merged customer changes the target, as `id` shows.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-ERASED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `PATCH /api/v1/customers/{id}`
   */
  updateCustomer: { method: 'PATCH', path: '/api/v1/customers/{id}', scope: 'customers:write', returns: 'item' },
  /**
   * Merge customers into this one
   *
   * Merges up to 20 customers, who are the same person, into this one. This customer gets their threads, and a missing name, external id or custom field from the first source that has one; its own values stay. It also gets all identities of the sources, their addresses among them. From then on the sources’ addresses and external ids find this customer in new threads, upserts and filters. The sources can still be read by id, with `mergedInto`, but are not listed or counted. A merge cannot be undone.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/customers/{id}/merge`
   */
  mergeCustomer: { method: 'POST', path: '/api/v1/customers/{id}/merge', scope: 'customers:write', returns: 'item' },
  /**
   * Add an identity to a customer
   *
   * Adds an e-mail address, a telephone number, or an id on another channel, by which the customer is found from then on: a new thread or an upsert with a verified address is this customer’s. A value that another customer has is refused; merge the customers instead. A customer has at most 50.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-ERASED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/customers/{id}/identities`
   */
  addCustomerIdentity: { method: 'POST', path: '/api/v1/customers/{id}/identities', scope: 'customers:write', returns: 'item' },
  /**
   * Remove an identity of a customer
   *
   * Removes an address, a number or an id, which finds nobody from then on. The customer’s first e-mail address, `email`, cannot be removed, only changed.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-IDENTITY_NOT_FOUND` (404), `SVC-CUSTOMER-ERASED` (409), `SVC-CUSTOMER-PRIMARY_ADDRESS` (409).
   *
   * `DELETE /api/v1/customers/{id}/identities/{identityId}`
   */
  removeCustomerIdentity: { method: 'DELETE', path: '/api/v1/customers/{id}/identities/{identityId}', scope: 'customers:write', returns: 'item' },
  /**
   * List inboxes
   *
   * All inboxes of the tenant, inactive ones included, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/inboxes`
   */
  listInboxes: { method: 'GET', path: '/api/v1/inboxes', scope: 'catalog:read', returns: 'list' },
  /**
   * Create an inbox
   *
   * Creates an inbox. The form of its address depends on the type: an e-mail address, a telephone number, a channel, a website. The address must be unique among active inboxes of the type, ignoring letter case. With `isDefault: true` it replaces the current default inbox. `email` has the settings of an EMAIL inbox; passwords are never returned. `widget` has the settings of a website chat. With `hook`, your own program receives and sends the messages of the inbox, or a messenger does: a TELEGRAM inbox takes the token of your bot (`hook.telegram.token`), and gets the bot’s name as its address. Automatic replies, the signature, `email`, `widget`, `hook` and `satisfaction` also require the scope `threads:write`, because they read threads and write to customers. A tenant has at most 500 inboxes.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-DUPLICATE` (409), `SVC-INBOX-ADDRESS_TAKEN` (409), `SVC-INBOX-DOMAIN_UNPROVED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-CHANNEL-HOST_FORBIDDEN` (422), `SVC-CHANNEL-PROVIDER_FAILED` (502).
   *
   * `POST /api/v1/inboxes`
   */
  createInbox: { method: 'POST', path: '/api/v1/inboxes', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get an inbox
   *
   * One inbox.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404).
   *
   * `GET /api/v1/inboxes/{id}`
   */
  getInbox: { method: 'GET', path: '/api/v1/inboxes/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change an inbox
   *
   * Changes the fields sent. `isDefault: true` replaces the current default inbox; with `false` the tenant has none, and new threads go to the oldest active EMAIL or API inbox. With `active: false` the inbox keeps its threads and receives no new ones. `email` changes the settings of an EMAIL inbox, `widget` those of a website chat, and `hook` those of your own program, field by field; `hook: null` removes the program and its secret. Changing the address, automatic replies, the signature, `email`, `widget`, `hook` and `satisfaction` also requires the scope `threads:write`, because they read threads and write to customers; removing them does not.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-INBOX-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-INBOX-ADDRESS_TAKEN` (409), `SVC-INBOX-DOMAIN_UNPROVED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-CHANNEL-HOST_FORBIDDEN` (422), `SVC-CHANNEL-PROVIDER_FAILED` (502).
   *
   * `PATCH /api/v1/inboxes/{id}`
   */
  updateInbox: { method: 'PATCH', path: '/api/v1/inboxes/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete an inbox
   *
   * Deletes an inbox without threads permanently. An inbox with threads or with mail that waits is not deleted, and the error has their number; deactivate it with `PATCH /inboxes/{id}` and `{"active": false}`. The default inbox cannot be deleted: make another one the default first.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/inboxes/{id}`
   */
  deleteInbox: { method: 'DELETE', path: '/api/v1/inboxes/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Check the DNS records of an inbox
   *
   * Looks up the DNS records for the domains of the inbox’s address and aliases, now, and returns them with those that they should be, on one page. The service remembers a proof of ownership, whether mail to the domain comes to its SMTP port, and whether the record of the DKIM key is right. An inbox without an e-mail address needs no records.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404).
   *
   * `GET /api/v1/inboxes/{id}/dns`
   */
  listInboxDnsRecords: { method: 'GET', path: '/api/v1/inboxes/{id}/dns', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a DKIM key for an inbox
   *
   * Creates the key pair (RSA, 2048 bits) that signs the inbox’s replies, instead of the one it has. The private key is stored encrypted and never returned. Publish the DNS record that `GET /inboxes/{id}/dns` shows, and call that operation to check it.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-INBOX-NOT_FOUND` (404), `SVC-CHANNEL-NOT_CONNECTED` (422).
   *
   * `POST /api/v1/inboxes/{id}/dkim`
   */
  createInboxDkimKey: { method: 'POST', path: '/api/v1/inboxes/{id}/dkim', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete the DKIM key of an inbox
   *
   * Deletes the key for good. Replies of the inbox are no longer signed. An inbox without a key stays as it is.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/inboxes/{id}/dkim`
   */
  deleteInboxDkimKey: { method: 'DELETE', path: '/api/v1/inboxes/{id}/dkim', scope: 'catalog:admin', returns: 'item' },
  /**
   * Test an inbox
   *
   * Connects to the inbox’s mailbox and to the server that sends its replies, signs in and looks around, for at most 13 seconds, and returns the steps. Sends and changes nothing. The first step that fails ends the test. An inbox without a mailbox and without a mail server is refused. For an inbox with `hook`, posts a signed `channel.test` with the id of the inbox to `outboundUrl`, which should respond 2xx and do nothing; for a messenger, asks for the account of its token.
   *
   * With `roundTrip`, the inbox sends two mails to itself, one to its address and one to the form of its address with a plus sign. They must come back within 60 seconds and become no threads. The response is a job; `GET /jobs/{id}` shows its steps: `send`, `receive` and `plus`. The job is FAILED when the mail could not be sent or did not come back. With `plusAddressing` AUTO, an inbox uses reply addresses with a plus sign once `plus` has succeeded, and none once it has failed, until its mail arrives elsewhere. While a round trip of the inbox runs, a further request returns the running job.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404), `SVC-CHANNEL-NOT_CONNECTED` (422), `SVC-CHANNEL-HOST_FORBIDDEN` (422).
   *
   * `POST /api/v1/inboxes/{id}/test`
   */
  testInbox: { method: 'POST', path: '/api/v1/inboxes/{id}/test', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get the state of an inbox’s connections
   *
   * Shows whether mail comes in from the mailbox and replies go out, the latest failure, and up to where the mailbox has been read. Sending is FAILING with the error `DOMAIN_UNPROVED` while the operator’s mail server may not send from the inbox’s address.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404).
   *
   * `GET /api/v1/inboxes/{id}/connection`
   */
  getInboxConnection: { method: 'GET', path: '/api/v1/inboxes/{id}/connection', scope: 'catalog:read', returns: 'item' },
  /**
   * Connect an inbox now
   *
   * Makes the service try the inbox’s connections now instead of at `nextAttemptAt`: it connects to the mailbox anew, and a pause of sending ends. `inbox.connection_changed` tells the result.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404).
   *
   * `POST /api/v1/inboxes/{id}/reconnect`
   */
  reconnectInbox: { method: 'POST', path: '/api/v1/inboxes/{id}/reconnect', scope: 'catalog:write', returns: 'item' },
  /**
   * Sign in to a mailbox at Google or Microsoft
   *
   * Returns a URL at which a person allows the service to use the mailbox. The browser then returns to the service, which stores the tokens encrypted and leads to the dashboard. The URL can be used once, for ten minutes. The mailbox or the mail server of the inbox must have `auth: OAUTH2`; the tokens are sent to no other server. The caller also needs the scope `threads:write`.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-INBOX-NOT_FOUND` (404), `SVC-CHANNEL-NOT_CONNECTED` (422).
   *
   * `POST /api/v1/inboxes/{id}/oauth`
   */
  authorizeInbox: { method: 'POST', path: '/api/v1/inboxes/{id}/oauth', scope: 'catalog:admin', returns: 'item' },
  /**
   * Create or rotate an inbox’s secret
   *
   * Creates a new secret for an inbox with `hook`, which only this response shows. It signs what the service sends to your program, and your program signs with it what it posts (Standard Webhooks). During the overlap, replies are signed with both secrets and requests with either are accepted. Also requires the scope `threads:write`.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-INBOX-NOT_FOUND` (404), `SVC-CHANNEL-NOT_CONNECTED` (422).
   *
   * `POST /api/v1/inboxes/{id}/rotate-secret`
   */
  rotateInboxSecret: { method: 'POST', path: '/api/v1/inboxes/{id}/rotate-secret', scope: 'catalog:admin', returns: 'item' },
  /**
   * Create an identity secret of a website chat
   *
   * Creates a secret, which only this response shows. Your server signs tokens (JWT, HS256) with it that say who a visitor is; the key is the text of the secret, in UTF-8. An inbox has at most 4 valid secrets, so that you can replace one without a gap. Also requires the scope `threads:write`.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-INBOX-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CHANNEL-NOT_CONNECTED` (422).
   *
   * `POST /api/v1/inboxes/{id}/widget-secrets`
   */
  createWidgetSecret: { method: 'POST', path: '/api/v1/inboxes/{id}/widget-secrets', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete an identity secret of a website chat
   *
   * Ends a secret at once. Tokens that it has signed are refused from then on; sessions that visitors have already started go on until they expire.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404), `SVC-WIDGET-SECRET_NOT_FOUND` (404), `SVC-CHANNEL-NOT_CONNECTED` (422).
   *
   * `DELETE /api/v1/inboxes/{id}/widget-secrets/{secretId}`
   */
  deleteWidgetSecret: { method: 'DELETE', path: '/api/v1/inboxes/{id}/widget-secrets/{secretId}', scope: 'catalog:admin', returns: 'item' },
  /**
   * List the types of inboxes
   *
   * All types of inboxes on one page, each with the form of its address and, for each provider, the fields of its settings. With it, your own screens can offer types and providers of later versions.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/inbox-types`
   */
  listInboxTypes: { method: 'GET', path: '/api/v1/inbox-types', scope: 'catalog:read', returns: 'list' },
  /**
   * List mail providers
   *
   * Known mail providers with their servers, on one page, to fill in the settings of an EMAIL inbox. With `address`, only the provider of that address, found by its domain or by the domain’s MX records; none if it is unknown, or if the name servers do not respond within 1.5 seconds.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/mail-providers`
   */
  listMailProviders: { method: 'GET', path: '/api/v1/mail-providers', scope: 'catalog:read', returns: 'list' },
  /**
   * Test settings of an EMAIL inbox before you save them
   *
   * Does what `POST /inboxes/{id}/test` does, with the settings and passwords of the request, and stores none of them. Settings with neither a mailbox nor a mail server are refused; `send.mode` DEFAULT tests the operator’s mail server, if there is one. Mailboxes and servers with `auth` OAUTH2 fail at `sign_in`, because the sign-in needs an inbox. The caller also needs the scope `threads:write`.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CHANNEL-NOT_CONNECTED` (422), `SVC-CHANNEL-HOST_FORBIDDEN` (422).
   *
   * `POST /api/v1/mail-settings/test`
   */
  testMailSettings: { method: 'POST', path: '/api/v1/mail-settings/test', scope: 'catalog:admin', returns: 'item' },
  /**
   * List inbound mails
   *
   * Mails that came in, newest first, whatever became of them. The queue of suspended mails is `outcome=SUSPENDED&expired=false`. Filters combine; `meta.total` is exact.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/inbound-mails`
   */
  listInboundMails: { method: 'GET', path: '/api/v1/inbound-mails', scope: 'threads:read', returns: 'list' },
  /**
   * Get an inbound mail
   *
   * One mail that came in, with its content as a message would show it.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-INBOUND_MAIL-NOT_FOUND` (404).
   *
   * `GET /api/v1/inbound-mails/{id}`
   */
  getInboundMail: { method: 'GET', path: '/api/v1/inbound-mails/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Get the raw mail of an inbound mail
   *
   * Returns a link to the mail as it arrived, valid for five minutes.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-INBOUND_MAIL-NOT_FOUND` (404), `SVC-MESSAGE-ORIGINAL_GONE` (404).
   *
   * `GET /api/v1/inbound-mails/{id}/original`
   */
  getInboundMailOriginal: { method: 'GET', path: '/api/v1/inbound-mails/{id}/original', scope: 'threads:read', returns: 'item' },
  /**
   * Get a mail as its sender styled it
   *
   * Returns the HTML of a mail with the colours and the layout of its sender, which the body of the message lacks. Reads the raw mail: 404 once that has been deleted.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-MESSAGE-ORIGINAL_GONE` (404).
   *
   * `GET /api/v1/messages/{id}/look`
   */
  getMessageLook: { method: 'GET', path: '/api/v1/messages/{id}/look', scope: 'threads:read', returns: 'item' },
  /**
   * Get the raw mail of a message
   *
   * Returns a link to the mail that became the message, as it arrived. The link is valid for five minutes.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-MESSAGE-ORIGINAL_GONE` (404).
   *
   * `GET /api/v1/messages/{id}/original`
   */
  getMessageOriginal: { method: 'GET', path: '/api/v1/messages/{id}/original', scope: 'threads:read', returns: 'item' },
  /**
   * Hand over a mail
   *
   * Accepts a raw mail for an EMAIL inbox: from a pipe of your mail server, a Cloudflare worker, Amazon SES, or an archive. The mail is stored before the response and processed right after it; `GET /inbound-mails/{id}` shows what became of it. A mail that was accepted before returns **200** with the first one. Any bytes with a header line are accepted.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MAIL-MALFORMED` (400), `SVC-INBOX-NOT_FOUND` (404), `SVC-MAIL-TOO_LARGE` (413), `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/inboxes/{id}/mails`
   */
  createInboundMail: { method: 'POST', path: '/api/v1/inboxes/{id}/mails', scope: 'threads:write', returns: 'item' },
  /**
   * Release a suspended mail
   *
   * Processes a suspended mail past the guard that stopped it: it becomes a message, in the thread and inbox of the request or else where it belongs. A mail without a sender needs `customerId`. A released automatic mail is still never answered automatically. Releasing it again returns the same result. A mail that could not be read is read again.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-INBOUND_MAIL-NOT_FOUND` (404), `SVC-MESSAGE-ORIGINAL_GONE` (404), `SVC-INBOUND_MAIL-NOT_SUSPENDED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-INBOUND_MAIL-UNREADABLE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/inbound-mails/{id}/release`
   */
  releaseInboundMail: { method: 'POST', path: '/api/v1/inbound-mails/{id}/release', scope: 'threads:write', returns: 'item' },
  /**
   * Discard a suspended mail
   *
   * Lets a suspended mail expire now. It can no longer be released. Its raw mail is deleted at once, its row within about an hour. Discarding it again changes nothing. If the same mail arrives again, it is a duplicate.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-INBOUND_MAIL-NOT_FOUND` (404), `SVC-INBOUND_MAIL-NOT_SUSPENDED` (409).
   *
   * `POST /api/v1/inbound-mails/{id}/discard`
   */
  discardInboundMail: { method: 'POST', path: '/api/v1/inbound-mails/{id}/discard', scope: 'threads:write', returns: 'item' },
  /**
   * Release or discard suspended mails
   *
   * Releases or discards up to a hundred suspended mails. Mails that are not suspended are skipped. Released mails are processed within seconds: `outcome` is RECEIVED until then.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/inbound-mails/batch`
   */
  batchInboundMails: { method: 'POST', path: '/api/v1/inbound-mails/batch', scope: 'threads:write', returns: 'item' },
  /**
   * Mark a thread as spam
   *
   * Closes the thread. With `block`, also adds a sender rule that suspends further mail of its customer’s address or domain, in all inboxes. `PATCH /threads/{id}` with `status: open` undoes it; the rule stays until it is deleted.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CUSTOMER-NO_ADDRESS` (422).
   *
   * `POST /api/v1/threads/{id}/spam`
   */
  markThreadAsSpam: { method: 'POST', path: '/api/v1/threads/{id}/spam', scope: 'threads:write', returns: 'item' },
  /**
   * List sender rules
   *
   * All sender rules of the tenant, newest first.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/sender-rules`
   */
  listSenderRules: { method: 'GET', path: '/api/v1/sender-rules', scope: 'threads:read', returns: 'list' },
  /**
   * Create a sender rule
   *
   * Blocks or allows the mail of an address or of a domain, in all inboxes or in one. The most specific rule wins. Rules apply to mail that is processed from now on. To change a rule, delete it and create another. A tenant has at most 10,000 sender rules.
   *
   * Needs the scope `threads:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-CATALOG-DUPLICATE` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/sender-rules`
   */
  createSenderRule: { method: 'POST', path: '/api/v1/sender-rules', scope: 'threads:admin', returns: 'item' },
  /**
   * Get a sender rule
   *
   * One sender rule.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-SENDER_RULE-NOT_FOUND` (404).
   *
   * `GET /api/v1/sender-rules/{id}`
   */
  getSenderRule: { method: 'GET', path: '/api/v1/sender-rules/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Delete a sender rule
   *
   * Deletes a sender rule for good. Mails that it suspended stay suspended.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `threads:admin`.
   *
   * Errors of its own: `SVC-SENDER_RULE-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/sender-rules/{id}`
   */
  deleteSenderRule: { method: 'DELETE', path: '/api/v1/sender-rules/{id}', scope: 'threads:admin', returns: 'item' },
  /**
   * List inbound items
   *
   * Everything that came in, newest first, whatever became of it: events of your own programs, and mails. `GET /inbound-mails` shows more of a mail. Filters combine; `meta.total` is exact.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/inbound-items`
   */
  listInboundItems: { method: 'GET', path: '/api/v1/inbound-items', scope: 'threads:read', returns: 'list' },
  /**
   * Get an inbound item
   *
   * One item that came in, with its body.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-INBOUND_ITEM-NOT_FOUND` (404).
   *
   * `GET /api/v1/inbound-items/{id}`
   */
  getInboundItem: { method: 'GET', path: '/api/v1/inbound-items/{id}', scope: 'threads:read', returns: 'item' },
  /**
   * Release a suspended item
   *
   * Processes a suspended item past the guard that stopped it: it becomes a message in the thread to which it belongs. Releasing it again returns the same result. Release a mail with `POST /inbound-mails/{id}/release`.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-INBOUND_ITEM-NOT_FOUND` (404), `SVC-INBOUND_ITEM-NOT_SUSPENDED` (409), `SVC-INBOUND_ITEM-INBOX_INACTIVE` (409).
   *
   * `POST /api/v1/inbound-items/{id}/release`
   */
  releaseInboundItem: { method: 'POST', path: '/api/v1/inbound-items/{id}/release', scope: 'threads:write', returns: 'item' },
  /**
   * List labels
   *
   * All labels of the tenant, archived ones included, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/labels`
   */
  listLabels: { method: 'GET', path: '/api/v1/labels', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a label
   *
   * Creates a label. The name must be unique within the tenant, ignoring letter case. A tenant has at most 5,000 labels.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/labels`
   */
  createLabel: { method: 'POST', path: '/api/v1/labels', scope: 'catalog:write', returns: 'item' },
  /**
   * Get a label
   *
   * Returns one label, with the number of its threads.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404).
   *
   * `GET /api/v1/labels/{id}`
   */
  getLabel: { method: 'GET', path: '/api/v1/labels/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a label
   *
   * Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately. A label that an action of an automation rule names cannot be archived.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `PATCH /api/v1/labels/{id}`
   */
  updateLabel: { method: 'PATCH', path: '/api/v1/labels/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * Archive a label
   *
   * Archives a label instead of deleting it: its threads keep it. Archiving again changes nothing. A label that an action of an automation rule names cannot be archived.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/labels/{id}`
   */
  deleteLabel: { method: 'DELETE', path: '/api/v1/labels/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * List teams
   *
   * All teams of the tenant, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/teams`
   */
  listTeams: { method: 'GET', path: '/api/v1/teams', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a team
   *
   * Creates a team without members. The name must be unique within the tenant, ignoring letter case. A tenant has at most 1,000 teams.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/teams`
   */
  createTeam: { method: 'POST', path: '/api/v1/teams', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get a team
   *
   * Returns one team with its members.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404).
   *
   * `GET /api/v1/teams/{id}`
   */
  getTeam: { method: 'GET', path: '/api/v1/teams/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a team
   *
   * Changes the fields sent. Members are added and removed one by one.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/teams/{id}`
   */
  updateTeam: { method: 'PATCH', path: '/api/v1/teams/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete a team
   *
   * Deletes a team permanently; its members stay. A team that threads or inboxes refer to is not deleted; the error has their numbers.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/teams/{id}`
   */
  deleteTeam: { method: 'DELETE', path: '/api/v1/teams/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * List users
   *
   * All users of the tenant, including invited and suspended ones, newest first. `namePrefix` matches names and e-mail addresses.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/users`
   */
  listUsers: { method: 'GET', path: '/api/v1/users', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a user
   *
   * Invites a user by mail, with a link that works once, for seven days (`POST /auth/forgot` sends it again). With `invite: false` creates an active user without a password, to whom threads can be assigned immediately. A program gets a user of the kind SERVICE, which never signs in and whose messages are automatic. The e-mail address must be unique within the tenant, ignoring letter case. The caller needs all scopes of the new user in addition to `catalog:admin`: `admin` for admins and owners, `write` for agents, `read` for viewers. Only an owner can create owners. A tenant has at most 10,000 users.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/users`
   */
  createUser: { method: 'POST', path: '/api/v1/users', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get a user
   *
   * Returns one user with their teams.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-USER-NOT_FOUND` (404).
   *
   * `GET /api/v1/users/{id}`
   */
  getUser: { method: 'GET', path: '/api/v1/users/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a user
   *
   * Changes the fields sent. `status: SUSPENDED` stops the user’s API keys within a second and keeps everything else; `ACTIVE` activates the user again. The user’s open threads are `GET /threads?assigneeId=…&status=open`. `POST /threads/batch` with these filters hands them over: to another user, or with `assigneeId: null` back to their teams. Any other thread of a suspended user or a viewer goes back to its team when it opens again. A new role changes the scopes of their keys within a second. The last active owner can neither be suspended nor given another role. A new `email` becomes `pendingEmail` until the link mailed to it is used (`POST /auth/confirm-email`), at most a day; the current address gets a notice and stays valid for signing in. A new role cancels a pending address. An INVITED user has the new address at once, and the invitation is sent to it. To change role, status or address the caller needs all scopes of the user.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-USER-NOT_FOUND` (404), `SVC-USER-LAST_OWNER` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/users/{id}`
   */
  updateUser: { method: 'PATCH', path: '/api/v1/users/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete a user
   *
   * Deletes a user permanently; their messages keep their name. A user with assigned threads, API keys or teams is not deleted; the error has the numbers. Suspend the user instead: `PATCH /users/{id}` with `{"status": "SUSPENDED"}`. The last active owner cannot be deleted. The caller needs all scopes of the user.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-USER-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409), `SVC-USER-LAST_OWNER` (409).
   *
   * `DELETE /api/v1/users/{id}`
   */
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Create a link that accepts an invitation
   *
   * Returns a link for an INVITED user, to pass on without mail. It works once, for seven days. Links that were mailed or created before keep working until one of them is used. The caller needs all scopes of the user, as for creating one. The audit log names the caller.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-USER-NOT_FOUND` (404), `SVC-USER-NOT_INVITED` (409).
   *
   * `POST /api/v1/users/{id}/invitation-link`
   */
  createInvitationLink: { method: 'POST', path: '/api/v1/users/{id}/invitation-link', scope: 'catalog:admin', returns: 'item' },
  /**
   * Add a member to a team
   *
   * Adds a user to a team. Adding an existing member changes nothing.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `PUT /api/v1/teams/{id}/members/{userId}`
   */
  addTeamMember: { method: 'PUT', path: '/api/v1/teams/{id}/members/{userId}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Remove a member from a team
   *
   * Removes a user from a team. They keep their threads. Removing a user who is not a member changes nothing.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/teams/{id}/members/{userId}`
   */
  removeTeamMember: { method: 'DELETE', path: '/api/v1/teams/{id}/members/{userId}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get your preferences
   *
   * Returns the preferences of the signed-in user, which are the same on every device.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/me/preferences`
   */
  getPreferences: { method: 'GET', path: '/api/v1/me/preferences', scope: 'session', returns: 'item' },
  /**
   * Change your preferences
   *
   * Changes the fields sent, for the signed-in user. With `availability: AVAILABLE` waiting threads of your teams are assigned at once. Only a change of availability emits `user.updated`.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/me/preferences`
   */
  updatePreferences: { method: 'PATCH', path: '/api/v1/me/preferences', scope: 'session', returns: 'item' },
  /**
   * List business hours
   *
   * All business hours of the tenant, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/business-hours`
   */
  listBusinessHours: { method: 'GET', path: '/api/v1/business-hours', scope: 'catalog:read', returns: 'list' },
  /**
   * Create business hours
   *
   * Creates business hours: a time zone, weekly periods, several a day and over midnight, and holidays. SLA policies and teams refer to them. A tenant has at most 200 sets of business hours.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/business-hours`
   */
  createBusinessHours: { method: 'POST', path: '/api/v1/business-hours', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get business hours
   *
   * Returns the periods of the week and the holidays.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `GET /api/v1/business-hours/{id}`
   */
  getBusinessHours: { method: 'GET', path: '/api/v1/business-hours/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change business hours
   *
   * Changes the fields sent; `weekly` and `holidays` are replaced completely. Existing deadlines do not move: the change applies to clocks that start from now on.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/business-hours/{id}`
   */
  updateBusinessHours: { method: 'PATCH', path: '/api/v1/business-hours/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete business hours
   *
   * Deletes business hours permanently, unless SLA policies or teams refer to them; the error has their numbers. Existing deadlines do not move.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/business-hours/{id}`
   */
  deleteBusinessHours: { method: 'DELETE', path: '/api/v1/business-hours/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Import holidays
   *
   * Imports holidays from an iCalendar file, such as a published calendar of public holidays. Every day of an event becomes a holiday; recurring events are followed for five years, cancelled events are ignored. Times are converted to the time zone of the business hours. An existing holiday keeps its name.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `POST /api/v1/business-hours/{id}/import-holidays`
   */
  importHolidays: { method: 'POST', path: '/api/v1/business-hours/{id}/import-holidays', scope: 'catalog:admin', returns: 'item' },
  /**
   * List SLA policies
   *
   * All SLA policies of the tenant, newest first. They are tried in the order of `order`.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/sla-policies`
   */
  listSlaPolicies: { method: 'GET', path: '/api/v1/sla-policies', scope: 'catalog:read', returns: 'list' },
  /**
   * Create an SLA policy
   *
   * Creates a policy, last in order unless `order` is sent. A thread gets the first policy whose conditions match, or else that of its inbox (`slaPolicyId`): when it is created, and again when its priority, inbox, team or labels change, or, a moment later, its customer’s custom fields. Conditions on these fields also require the scope `customers:read`. A tenant has at most 100 SLA policies.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-DUPLICATE` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/sla-policies`
   */
  createSlaPolicy: { method: 'POST', path: '/api/v1/sla-policies', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get an SLA policy
   *
   * One SLA policy.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-SLAPOLICY-NOT_FOUND` (404).
   *
   * `GET /api/v1/sla-policies/{id}`
   */
  getSlaPolicy: { method: 'GET', path: '/api/v1/sla-policies/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change an SLA policy
   *
   * Changes the fields sent; `conditions` and `targets` are replaced completely. Existing deadlines do not move: the change applies to threads that get the policy from now on. New conditions on customers’ fields also require the scope `customers:read`.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-SLAPOLICY-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/sla-policies/{id}`
   */
  updateSlaPolicy: { method: 'PATCH', path: '/api/v1/sla-policies/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Delete an SLA policy
   *
   * Deletes a policy permanently, unless inboxes refer to it; the error has their number. Existing deadlines do not move.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-SLAPOLICY-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/sla-policies/{id}`
   */
  deleteSlaPolicy: { method: 'DELETE', path: '/api/v1/sla-policies/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * List custom fields
   *
   * All custom fields of the tenant, archived ones included, newest first. `namePrefix` matches names and keys.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/custom-fields`
   */
  listCustomFields: { method: 'GET', path: '/api/v1/custom-fields', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a custom field
   *
   * Creates a field for threads or for customers. From then on new values under its key must match its type; existing values stay until they are changed. Keys without a field accept any value. A tenant has at most 500 custom fields.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/custom-fields`
   */
  createCustomField: { method: 'POST', path: '/api/v1/custom-fields', scope: 'catalog:admin', returns: 'item' },
  /**
   * Get a custom field
   *
   * One custom field.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-CUSTOMFIELD-NOT_FOUND` (404).
   *
   * `GET /api/v1/custom-fields/{id}`
   */
  getCustomField: { method: 'GET', path: '/api/v1/custom-fields/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a custom field
   *
   * Changes the fields sent. Key, type and target never change. `options` is the complete list of options: omitted options are archived, and existing values stay. `archived: false` restores an archived field.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CUSTOMFIELD-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/custom-fields/{id}`
   */
  updateCustomField: { method: 'PATCH', path: '/api/v1/custom-fields/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * Archive a custom field
   *
   * Archives a field instead of deleting it: threads and customers keep their values, which can only be removed. The key cannot be used for another field. Archiving again changes nothing.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CUSTOMFIELD-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/custom-fields/{id}`
   */
  deleteCustomField: { method: 'DELETE', path: '/api/v1/custom-fields/{id}', scope: 'catalog:admin', returns: 'item' },
  /**
   * List canned responses
   *
   * Shared canned responses and your own, newest first; with the scope `catalog:admin` also those of other users. `namePrefix` matches shortcuts and titles.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/canned-responses`
   */
  listCannedResponses: { method: 'GET', path: '/api/v1/canned-responses', scope: 'catalog:read', returns: 'list' },
  /**
   * Create a canned response
   *
   * Creates a reply with variables, a list of actions, or both. A variable that does not exist is refused. `POST /canned-responses/{id}/preview` shows the result for a thread, `POST /threads/{id}/apply-canned-response` sends it and runs the actions. The caller needs the scopes of each action and variable: `threads:write` for actions, `threads:read` for variables and `SEND_WEBHOOK`, `customers:read` for the customer’s external id and custom fields. A tenant has at most 5,000 canned responses.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/canned-responses`
   */
  createCannedResponse: { method: 'POST', path: '/api/v1/canned-responses', scope: 'catalog:write', returns: 'item' },
  /**
   * Get a canned response
   *
   * Returns a shared canned response, or one of your own.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-CANNEDRESPONSE-NOT_FOUND` (404).
   *
   * `GET /api/v1/canned-responses/{id}`
   */
  getCannedResponse: { method: 'GET', path: '/api/v1/canned-responses/{id}', scope: 'catalog:read', returns: 'item' },
  /**
   * Change a canned response
   *
   * Changes the fields sent; `actions`, `attachments`, `inboxIds` and `teamIds` are replaced completely. Every user with the scope can change a shared canned response. One that an automation rule applies stays shared. Changing the body or the actions needs the scopes of each action and variable, as creating it does, and `threads:write` if a rule sends it.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/canned-responses/{id}`
   */
  updateCannedResponse: { method: 'PATCH', path: '/api/v1/canned-responses/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * Delete a canned response
   *
   * Deletes a canned response permanently. Messages that were sent with it stay, with their files.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/canned-responses/{id}`
   */
  deleteCannedResponse: { method: 'DELETE', path: '/api/v1/canned-responses/{id}', scope: 'catalog:write', returns: 'item' },
  /**
   * List automation rules
   *
   * All rules of the tenant, newest first. They run in the order of `order`.
   *
   * Needs the scope `automations:read`.
   *
   * `GET /api/v1/automation-rules`
   */
  listAutomationRules: { method: 'GET', path: '/api/v1/automation-rules', scope: 'automations:read', returns: 'list' },
  /**
   * Create an automation rule
   *
   * Creates a rule, last in order. It runs on what happens and becomes due from now on. The objects that a rule names cannot be deleted while it names them. The caller needs the scopes of everything that the rule does and reads: `threads:write` for most actions, `threads:read` for conditions and `SEND_WEBHOOK`, `customers:read` for the customer’s fields, and those of its events. The rule keeps running when its author loses them. A tenant has at most 1,000 automation rules.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-RULE-LIMIT_REACHED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/automation-rules`
   */
  createAutomationRule: { method: 'POST', path: '/api/v1/automation-rules', scope: 'automations:admin', returns: 'item' },
  /**
   * Order the automation rules
   *
   * Puts all rules in this order, in one transaction. `ids` names each rule of the tenant once; if one was created or deleted in the meantime, the response is 400 and nothing changes. The place is no part of a version: `version` stays as it is.
   *
   * Needs the scope `automations:admin`.
   *
   * `PUT /api/v1/automation-rules/order`
   */
  orderAutomationRules: { method: 'PUT', path: '/api/v1/automation-rules/order', scope: 'automations:admin', returns: 'item' },
  /**
   * Get an automation rule
   *
   * One automation rule.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-RULE-NOT_FOUND` (404).
   *
   * `GET /api/v1/automation-rules/{id}`
   */
  getAutomationRule: { method: 'GET', path: '/api/v1/automation-rules/{id}', scope: 'automations:read', returns: 'item' },
  /**
   * Change an automation rule
   *
   * Changes the fields sent, each completely, and keeps the former rule as a version. The change also holds for events that happened just before and that rules have not read yet, usually those of less than a second: a disabled rule no longer runs on them. Enabling a rule ends its pause, and makes it run on what happens from then on. Changes of what the rule does, and enabling it, need the scopes that creating it would need; a rule can be disabled and renamed without.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-RULE-NOT_FOUND` (404), `SVC-RULE-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/automation-rules/{id}`
   */
  updateAutomationRule: { method: 'PATCH', path: '/api/v1/automation-rules/{id}', scope: 'automations:admin', returns: 'item' },
  /**
   * Delete an automation rule
   *
   * Deletes a rule permanently, with its versions. It does not run on events that rules have not read yet. Reports keep its name. Its runs stay until `retention.automationRuns` is over.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-RULE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/automation-rules/{id}`
   */
  deleteAutomationRule: { method: 'DELETE', path: '/api/v1/automation-rules/{id}', scope: 'automations:admin', returns: 'item' },
  /**
   * List the versions of an automation rule
   *
   * The rule after each change, with author and time, newest first: the latest 200. The place in the order is no part of a version.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-RULE-NOT_FOUND` (404).
   *
   * `GET /api/v1/automation-rules/{id}/versions`
   */
  listAutomationRuleVersions: { method: 'GET', path: '/api/v1/automation-rules/{id}/versions', scope: 'automations:read', returns: 'list' },
  /**
   * Restore a version of an automation rule
   *
   * Gives the rule the name, conditions and actions of an earlier version. It stays enabled or disabled. The caller needs the scopes that creating it would need.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-RULE-NOT_FOUND` (404), `SVC-RULE-VERSION_NOT_FOUND` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/automation-rules/{id}/restore`
   */
  restoreAutomationRule: { method: 'POST', path: '/api/v1/automation-rules/{id}/restore', scope: 'automations:admin', returns: 'item' },
  /**
   * List runs of automation rules
   *
   * What became of rules on events and at times, newest first. An event that does not fit a rule makes no run. `changes` is empty without the scope `threads:read`.
   *
   * Needs the scope `automations:read`.
   *
   * `GET /api/v1/automation-runs`
   */
  listAutomationRuns: { method: 'GET', path: '/api/v1/automation-runs', scope: 'automations:read', returns: 'list' },
  /**
   * Get a run of an automation rule
   *
   * One run of a rule. `changes` is empty without the scope `threads:read`.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-AUTOMATIONRUN-NOT_FOUND` (404).
   *
   * `GET /api/v1/automation-runs/{id}`
   */
  getAutomationRun: { method: 'GET', path: '/api/v1/automation-runs/{id}', scope: 'automations:read', returns: 'item' },
  /**
   * List the runs of automation rules on a thread
   *
   * What became of rules on this thread, newest first. `changes` is empty without the scope `threads:read`.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/automation-runs`
   */
  listThreadAutomationRuns: { method: 'GET', path: '/api/v1/threads/{id}/automation-runs', scope: 'automations:read', returns: 'list' },
  /**
   * Apply an automation rule to existing threads
   *
   * Starts a background job that applies the rule, as it is now and enabled or not, to the threads that match `filter` now, at most 100,000: to each at most once. The trigger of the rule does not matter, but its own `filter` must hold too. `oncePerThread` and all guards hold, and each run is in `GET /automation-runs?jobId=`. Failures do not pause the rule. The events name the user as the actor, and the rule as the cause. `GET /jobs/{id}` shows the progress. The caller needs the scopes that creating the rule would need.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-RULE-NOT_FOUND` (404), `SVC-THREAD-TOTAL_CHANGED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-THREAD-BATCH_TOO_LARGE` (422).
   *
   * `POST /api/v1/automation-rules/{id}/apply`
   */
  applyAutomationRule: { method: 'POST', path: '/api/v1/automation-rules/{id}/apply', scope: 'automations:admin', returns: 'item' },
  /**
   * Explain an automation rule on a thread
   *
   * Compares each condition of a rule with a thread as it is now and with a stored event, and shows what the actions would do. Changes nothing. Without an event, conditions on the message are compared with the latest message of the thread. The rule need not be saved. The caller needs the scopes that creating the rule would need, and that of the event.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/automation-rules/explain`
   */
  explainAutomationRule: { method: 'POST', path: '/api/v1/automation-rules/explain', scope: 'automations:admin', returns: 'item' },
  /**
   * Try an automation rule on stored events
   *
   * Starts a background job that reads the stored events of a period and finds out what the rule would have done. Nothing else is written: no thread changes and nothing is sent. `GET /automation-rules/dry-runs/{id}` shows its progress and figures. The caller needs the scopes that creating the rule would need.
   *
   * Needs the scope `automations:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/automation-rules/dry-runs`
   */
  startAutomationDryRun: { method: 'POST', path: '/api/v1/automation-rules/dry-runs', scope: 'automations:admin', returns: 'item' },
  /**
   * Get a dry run
   *
   * The progress and the figures of a dry run.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-DRYRUN-NOT_FOUND` (404).
   *
   * `GET /api/v1/automation-rules/dry-runs/{id}`
   */
  getAutomationDryRun: { method: 'GET', path: '/api/v1/automation-rules/dry-runs/{id}', scope: 'automations:read', returns: 'item' },
  /**
   * List the matches of a dry run
   *
   * What the rule would have done, latest first. While the dry run runs, more matches are added at the beginning. Without the scope `threads:read`, `thread` is null, and `before` and `after` are empty.
   *
   * Needs the scope `automations:read`.
   *
   * Errors of its own: `SVC-DRYRUN-NOT_FOUND` (404).
   *
   * `GET /api/v1/automation-rules/dry-runs/{id}/matches`
   */
  listAutomationDryRunMatches: { method: 'GET', path: '/api/v1/automation-rules/dry-runs/{id}/matches', scope: 'automations:read', returns: 'list' },
  /**
   * List collections
   *
   * All collections of the knowledge base, newest first. `parentId` and `order` form their tree.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/collections`
   */
  listKbCollections: { method: 'GET', path: '/api/v1/kb/collections', scope: 'kb:read', returns: 'list' },
  /**
   * Create a collection
   *
   * Creates a collection of the knowledge base, at the top or within another collection, after its siblings unless `order` is given. A tenant has at most 2,000 collections in the knowledge base.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-KBCOLLECTION-TOO_DEEP` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/kb/collections`
   */
  createKbCollection: { method: 'POST', path: '/api/v1/kb/collections', scope: 'kb:write', returns: 'item' },
  /**
   * Get a collection
   *
   * Returns one collection of the knowledge base.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/collections/{id}`
   */
  getKbCollection: { method: 'GET', path: '/api/v1/kb/collections/{id}', scope: 'kb:read', returns: 'item' },
  /**
   * Change a collection
   *
   * Changes the fields sent. `parentId` moves it with all its contents. Former slugs still find it.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-KBCOLLECTION-CIRCLE` (409), `SVC-KBCOLLECTION-TOO_DEEP` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/kb/collections/{id}`
   */
  updateKbCollection: { method: 'PATCH', path: '/api/v1/kb/collections/{id}', scope: 'kb:write', returns: 'item' },
  /**
   * Delete a collection
   *
   * Deletes an empty collection. If articles or other collections are in it, the error has their numbers.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/kb/collections/{id}`
   */
  deleteKbCollection: { method: 'DELETE', path: '/api/v1/kb/collections/{id}', scope: 'kb:write', returns: 'item' },
  /**
   * List articles
   *
   * All articles of the knowledge base, newest first, drafts and internal ones included. Filters combine; `namePrefix` matches titles.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/articles`
   */
  listKbArticles: { method: 'GET', path: '/api/v1/kb/articles', scope: 'kb:read', returns: 'list' },
  /**
   * Create an article
   *
   * Creates an article of the knowledge base as a draft, which readers do not see until it is published (`POST /kb/articles/{id}/publish`); with `status: "PUBLISHED"` it is published at once. By default it is PUBLIC, in Markdown and in the tenant’s language. A tenant has at most 20,000 articles in the knowledge base.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-KBARTICLE-TRANSLATION_REFUSED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/kb/articles`
   */
  createKbArticle: { method: 'POST', path: '/api/v1/kb/articles', scope: 'kb:write', returns: 'item' },
  /**
   * Get an article
   *
   * Returns one article: its draft (`title`, `body`) and its published version (`publishedTitle`, `publishedBody`).
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/articles/{id}`
   */
  getKbArticle: { method: 'GET', path: '/api/v1/kb/articles/{id}', scope: 'kb:read', returns: 'item' },
  /**
   * Change an article
   *
   * Changes the fields sent. `title`, `body` and `bodyFormat` belong to the draft: readers see them when it is published. All other fields take effect at once. `status` publishes the draft (PUBLISHED), unpublishes the article (DRAFT) or archives it (ARCHIVED). Each change is a version that can be restored. Send the `ETag` as `If-Match`, so that you do not overwrite a concurrent change. Editors that save while their user types send `autosave: true`, which stores fewer versions.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-KBARTICLE-TRANSLATION_REFUSED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/kb/articles/{id}`
   */
  updateKbArticle: { method: 'PATCH', path: '/api/v1/kb/articles/{id}', scope: 'kb:write', returns: 'item' },
  /**
   * Delete an article
   *
   * Deletes an article with all its versions and pictures. To hide it only, set `status` to ARCHIVED. Translations must be deleted before their original.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/kb/articles/{id}`
   */
  deleteKbArticle: { method: 'DELETE', path: '/api/v1/kb/articles/{id}', scope: 'kb:write', returns: 'item' },
  /**
   * Publish an article
   *
   * Publishes the draft at once, or the draft of that moment at `publishAt`. If the draft equals the published version, nothing changes. Another `publishAt` replaces the planned time, and null cancels it.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/kb/articles/{id}/publish`
   */
  publishKbArticle: { method: 'POST', path: '/api/v1/kb/articles/{id}/publish', scope: 'kb:write', returns: 'item' },
  /**
   * List the versions of an article
   *
   * The versions of an article with author and time, newest first: all published versions, and the latest 200 of all.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/articles/{id}/versions`
   */
  listKbArticleVersions: { method: 'GET', path: '/api/v1/kb/articles/{id}/versions', scope: 'kb:read', returns: 'list' },
  /**
   * Compare two versions of an article
   *
   * Returns the lines that were added and removed between two versions.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-KBARTICLE-VERSION_NOT_FOUND` (422).
   *
   * `GET /api/v1/kb/articles/{id}/difference`
   */
  compareKbArticleVersions: { method: 'GET', path: '/api/v1/kb/articles/{id}/difference', scope: 'kb:read', returns: 'item' },
  /**
   * Restore a version of an article
   *
   * Copies an earlier version to the draft, as a new version. Readers see it when it is published.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-KBARTICLE-VERSION_NOT_FOUND` (422).
   *
   * `POST /api/v1/kb/articles/{id}/restore`
   */
  restoreKbArticle: { method: 'POST', path: '/api/v1/kb/articles/{id}/restore', scope: 'kb:write', returns: 'item' },
  /**
   * Preview an article
   *
   * The draft as HTML, as readers would see it.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/articles/{id}/preview`
   */
  previewKbArticle: { method: 'GET', path: '/api/v1/kb/articles/{id}/preview', scope: 'kb:read', returns: 'item' },
  /**
   * Search the knowledge base
   *
   * Published articles that match, best first, with the matching texts. Internal articles are included: send `visibility=PUBLIC` if you show the results to the public. Drafts are not found.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/search`
   */
  searchKb: { method: 'GET', path: '/api/v1/kb/search', scope: 'kb:read', returns: 'list' },
  /**
   * List searches without results
   *
   * Searches of help-centre visitors that found nothing, with their number, latest first. Stored for three months, at most a thousand.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/missed-searches`
   */
  listMissedSearches: { method: 'GET', path: '/api/v1/kb/missed-searches', scope: 'kb:read', returns: 'list' },
  /**
   * Suggest a reply
   *
   * Suggests replies to the customer’s latest question, best first. The built-in provider uses canned responses with their variables filled in (with the scope `catalog:read`) and replies to similar questions, and cites them. If it finds nothing similar, the status is `NO_ANSWER`. Sends and changes nothing. Also needs the scope `threads:read`. With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/suggest-reply`
   */
  suggestReply: { method: 'POST', path: '/api/v1/ai/suggest-reply', scope: 'ai:write', returns: 'item', pieces: 'AiDelta' },
  /**
   * Summarize a thread
   *
   * Summarizes a thread, internal notes included. The built-in provider quotes the most important sentences, each with its message, and writes none of its own. Sends and changes nothing. Also needs the scope `threads:read`. With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/summarize`
   */
  summarizeThread: { method: 'POST', path: '/api/v1/ai/summarize', scope: 'ai:write', returns: 'item', pieces: 'AiDelta' },
  /**
   * Classify a thread
   *
   * Proposes the label, the priority, the inbox and the team of a thread, learnt from your own similar threads, each with the frequency of correct predictions among them. A value that cannot be learnt is null. Sends and changes nothing. Also needs the scope `threads:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/classify`
   */
  classifyThread: { method: 'POST', path: '/api/v1/ai/classify', scope: 'ai:write', returns: 'item' },
  /**
   * Suggest labels
   *
   * Suggests labels that a thread does not have, learnt from your own labelled threads. `confidence` is the frequency of correct suggestions among them; the citations are similar labelled threads. If there are too few labelled threads, the status is `NO_ANSWER`. Sends and changes nothing. Also needs the scope `threads:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/suggest-labels`
   */
  suggestLabels: { method: 'POST', path: '/api/v1/ai/suggest-labels', scope: 'ai:write', returns: 'item' },
  /**
   * Rewrite a text
   *
   * Rewrites a text with a language model; without a model the response is 422. Sends and changes nothing. Also needs the scope `threads:read`. With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-PROVIDER_REQUIRED` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/rewrite`
   */
  rewriteText: { method: 'POST', path: '/api/v1/ai/rewrite', scope: 'ai:write', returns: 'item', pieces: 'AiDelta' },
  /**
   * Translate a text
   *
   * Translates a text with a language model; without a model the response is 422. Sends and changes nothing. Also needs the scope `threads:read`. With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-PROVIDER_REQUIRED` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/translate`
   */
  translateText: { method: 'POST', path: '/api/v1/ai/translate', scope: 'ai:write', returns: 'item', pieces: 'AiDelta' },
  /**
   * Answer a question
   *
   * Answers with quoted passages from published articles of the knowledge base, internal ones included, each with its article. Words are compared in their basic forms if PostgreSQL has a dictionary for the article’s language. If no passage matches most of the question, the status is `NO_ANSWER`, and `suggestions` has the nearest articles. Also needs the scope `kb:read`. Sends and changes nothing. Also needs the scope `threads:read`. With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/answer`
   */
  answerQuestion: { method: 'POST', path: '/api/v1/ai/answer', scope: 'ai:write', returns: 'item', pieces: 'AiDelta' },
  /**
   * List runs
   *
   * Results of AI operations, newest first. Runs are stored for 90 days. Also needs the scope `threads:read`, for runs of `ANSWER` `kb:read`, and for runs of `SUGGEST_REPLY`, which may quote canned responses, `catalog:read` and `customers:read`. Without `operation` it needs all of these.
   *
   * Needs the scope `ai:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403).
   *
   * `GET /api/v1/ai/runs`
   */
  listAiRuns: { method: 'GET', path: '/api/v1/ai/runs', scope: 'ai:read', returns: 'list' },
  /**
   * Get a run
   *
   * Returns one run with its result. Also needs the scope `threads:read`, for runs of `ANSWER` `kb:read`, and for runs of `SUGGEST_REPLY`, which may quote canned responses, `catalog:read` and `customers:read`.
   *
   * Needs the scope `ai:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-AI-RUN_NOT_FOUND` (404).
   *
   * `GET /api/v1/ai/runs/{id}`
   */
  getAiRun: { method: 'GET', path: '/api/v1/ai/runs/{id}', scope: 'ai:read', returns: 'item' },
  /**
   * Rate a run
   *
   * Stores whether a run helped. A second rating replaces the first. Also needs the scope `threads:read`, for runs of `ANSWER` `kb:read`, and for runs of `SUGGEST_REPLY`, which may quote canned responses, `catalog:read` and `customers:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-AI-RUN_NOT_FOUND` (404).
   *
   * `POST /api/v1/ai/runs/{id}/feedback`
   */
  rateAiRun: { method: 'POST', path: '/api/v1/ai/runs/{id}/feedback', scope: 'ai:write', returns: 'item' },
  /**
   * Get usage
   *
   * Returns the cost of AI operations in the last 30 days, by day and operation, including deleted runs. Without `limit` all is on one page.
   *
   * Needs the scope `ai:read`.
   *
   * `GET /api/v1/ai/usage`
   */
  getAiUsage: { method: 'GET', path: '/api/v1/ai/usage', scope: 'ai:read', returns: 'list' },
  /**
   * Export a customer
   *
   * Exports all data of a customer as a ZIP file: a page for reading (`index.html`), the same data as JSON, and attachments. Customers merged into this one are included; messages of other customers in merged threads are not. The response is 202; `GET /privacy/requests/{id}` shows the progress, then the `download`, a signed link for seven days. Then, or when the customer is erased, the file is deleted. The caller’s user gets a mail with the link, if they may still make such a request, or with the failure.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `POST /api/v1/privacy/export`
   */
  exportCustomer: { method: 'POST', path: '/api/v1/privacy/export', scope: 'privacy:admin', returns: 'item' },
  /**
   * Erase a customer
   *
   * Erases all data of a customer: name, addresses and custom fields, threads, messages by, to and about the customer (internal notes included), scheduled replies, drafts, the search index, events and webhook deliveries, personal fields of audit logs, stored responses, mails, exports. Customers merged into this one are erased too. Messages of another customer in a merged thread stay. With `dryRun` it only counts. The response is 202; `GET /privacy/requests/{id}` shows the progress, then the `preview` or the `receipt`. `privacy.request.completed` is emitted, and the caller’s user gets a mail with the receipt or the failure. Data that is written during the erasure is erased within a minute after it. An erasure cannot be undone; earlier backups still have the data.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `POST /api/v1/privacy/erase`
   */
  eraseCustomer: { method: 'POST', path: '/api/v1/privacy/erase', scope: 'privacy:admin', returns: 'item' },
  /**
   * List privacy requests
   *
   * Exports and erasures, newest first, including those by the retention of closed threads. They are stored permanently, as evidence.
   *
   * Needs the scope `privacy:admin`.
   *
   * `GET /api/v1/privacy/requests`
   */
  listPrivacyRequests: { method: 'GET', path: '/api/v1/privacy/requests', scope: 'privacy:admin', returns: 'list' },
  /**
   * Get a privacy request
   *
   * Returns the progress of an export or erasure, and its result: the download, the preview or the receipt.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-PRIVACY-NOT_FOUND` (404).
   *
   * `GET /api/v1/privacy/requests/{id}`
   */
  getPrivacyRequest: { method: 'GET', path: '/api/v1/privacy/requests/{id}', scope: 'privacy:admin', returns: 'item' },
  /**
   * Export a report
   *
   * The rows of a report as CSV, with the ids of the metrics as headings and durations in seconds. The export is in the audit log (`report.exported`). A response that is cut off before the end of its transfer is incomplete. At most 10 exports and streams per key and 50 per tenant in one process.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-REPORT-TOO_LARGE` (422), `SVC-REPORT-BEHIND` (503).
   *
   * `GET /api/v1/reports/export`
   */
  exportReport: { method: 'GET', path: '/api/v1/reports/export', scope: 'reports:read', returns: 'csv' },
  /**
   * Export facts
   *
   * The facts of `GET /reports/facts` as CSV, all of them, newest first, with durations in seconds. The export is in the audit log (`report.exported`). A response that is cut off before the end of its transfer is incomplete. At most 10 exports and streams per key and 50 per tenant in one process.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-REPORT-TOO_LARGE` (422).
   *
   * `GET /api/v1/reports/facts/export`
   */
  exportReportFacts: { method: 'GET', path: '/api/v1/reports/facts/export', scope: 'reports:read', returns: 'csv' },
  /**
   * Get a report
   *
   * Figures by time and group, and their totals. Each figure has the address of the facts behind it. Buckets are whole hours, days or longer periods of the time zone; the first and the last one end with the range, and buckets that have not begun are left out. Figures contain all events up to `asOf`, usually less than a second ago. A metric has only some dimensions (`GET /reports/metrics`).
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-REPORT-TOO_LARGE` (422), `SVC-REPORT-BEHIND` (503).
   *
   * `GET /api/v1/reports`
   */
  getReport: { method: 'GET', path: '/api/v1/reports', scope: 'reports:read', returns: 'item' },
  /**
   * List facts
   *
   * The facts that a metric counts, those of a kind, or all, newest first. Facts do not change when threads change later; with `asOf`, as in `factsUrl` of a figure, `meta.total` is that figure whatever has happened since: of a rate its `whole`, of a number of threads one fact for each thread, of the backlog one fact for each thread that was in it.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-REPORT-TOO_LARGE` (422).
   *
   * `GET /api/v1/reports/facts`
   */
  listReportFacts: { method: 'GET', path: '/api/v1/reports/facts', scope: 'reports:read', returns: 'list' },
  /**
   * List metrics
   *
   * What each number of reports means, what counts and what does not, and by what it can be grouped and filtered. Without `limit` all metrics are on one page.
   *
   * Needs the scope `reports:read`.
   *
   * `GET /api/v1/reports/metrics`
   */
  listReportMetrics: { method: 'GET', path: '/api/v1/reports/metrics', scope: 'reports:read', returns: 'list' },
  /**
   * List the threads of facts
   *
   * The different threads that the facts of `GET /reports/facts` are about, as they are now, in the form of `GET /threads`. Deleted threads are missing. `POST /threads/batch` takes their ids.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-REPORT-TOO_LARGE` (422).
   *
   * `GET /api/v1/reports/threads`
   */
  listReportThreads: { method: 'GET', path: '/api/v1/reports/threads', scope: 'threads:read', returns: 'list' },
  /**
   * Get the state of now
   *
   * How many threads are unresolved, unassigned, waiting and overdue at this moment, how old they are, and who has them.
   *
   * Needs the scope `reports:read`.
   *
   * `GET /api/v1/reports/now`
   */
  getReportNow: { method: 'GET', path: '/api/v1/reports/now', scope: 'reports:read', returns: 'item' },
  /**
   * Save a report
   *
   * Saves the parameters of `GET /reports` under a name, for yourself or, with `shared`, for all users. They are checked as `GET /reports` checks them. Dates relative to today (`today-30`) keep the report current. A user has at most 500 saved reports.
   *
   * Needs the scope `reports:write`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-REPORT-TOO_LARGE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/saved-reports`
   */
  createSavedReport: { method: 'POST', path: '/api/v1/saved-reports', scope: 'reports:write', returns: 'item' },
  /**
   * List saved reports
   *
   * Shared reports and your own, newest first; with the scope `reports:admin` also personal ones of other users.
   *
   * Needs the scope `reports:read`.
   *
   * `GET /api/v1/saved-reports`
   */
  listSavedReports: { method: 'GET', path: '/api/v1/saved-reports', scope: 'reports:read', returns: 'list' },
  /**
   * Delete a saved report
   *
   * Deletes a saved report permanently; figures are not affected.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `reports:write`.
   *
   * Errors of its own: `SVC-SAVEDREPORT-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/saved-reports/{id}`
   */
  deleteSavedReport: { method: 'DELETE', path: '/api/v1/saved-reports/{id}', scope: 'reports:write', returns: 'item' },
  /**
   * Get a saved report
   *
   * Returns a shared report, or one of your own.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-SAVEDREPORT-NOT_FOUND` (404).
   *
   * `GET /api/v1/saved-reports/{id}`
   */
  getSavedReport: { method: 'GET', path: '/api/v1/saved-reports/{id}', scope: 'reports:read', returns: 'item' },
  /**
   * Change a saved report
   *
   * Changes the fields sent; `query` is replaced completely. Every user with the scope can change a shared report.
   *
   * Needs the scope `reports:write`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-REPORT-INVALID_RANGE` (400), `SVC-REPORT-PEOPLE_HIDDEN` (403), `SVC-SAVEDREPORT-NOT_FOUND` (404), `SVC-REPORT-TOO_LARGE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/saved-reports/{id}`
   */
  updateSavedReport: { method: 'PATCH', path: '/api/v1/saved-reports/{id}', scope: 'reports:write', returns: 'item' },
  /**
   * Rebuild the data of reports
   *
   * Starts a background job that makes the facts or the sums of reports again and replaces those that differ. Reports show the old ones until the job ends. Its `result` has `compared`, the number of facts or sums, `different`, the first hundred that were replaced, and `kept`, the number of threads whose facts stay because their events were deleted. While a rebuild runs, the response is that job.
   *
   * Needs the scope `reports:admin`.
   *
   * `POST /api/v1/reports/rebuild`
   */
  rebuildReports: { method: 'POST', path: '/api/v1/reports/rebuild', scope: 'reports:admin', returns: 'item' },
  /**
   * Get the facts of a thread
   *
   * Shows why a thread counts in reports as it does: everything that happened to it, in order, and what reports remember of it.
   *
   * Needs the scope `reports:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/measures`
   */
  getThreadMeasures: { method: 'GET', path: '/api/v1/threads/{id}/measures', scope: 'reports:read', returns: 'item' },
  /**
   * List webhooks
   *
   * The tenant’s webhooks, newest first. Secrets are never shown again.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/v1/webhooks`
   */
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks', scope: 'webhooks:read', returns: 'list' },
  /**
   * Register a webhook
   *
   * Registers your endpoint. It receives all later events of its types, each at least once, signed as Standard Webhooks specifies. Only this response shows the secret. A tenant has at most 25 webhooks.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/webhooks`
   */
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', scope: 'webhooks:admin', returns: 'item' },
  /**
   * Get a webhook
   *
   * Returns one webhook with its number of consecutive failures.
   *
   * Needs the scope `webhooks:read`.
   *
   * Errors of its own: `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `GET /api/v1/webhooks/{id}`
   */
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{id}', scope: 'webhooks:read', returns: 'item' },
  /**
   * Change a webhook
   *
   * Changes the fields sent. `PAUSED` holds deliveries back without losing them, `ACTIVE` sends them. A disabled webhook stays disabled: use `enable` to reactivate it. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/webhooks/{id}`
   */
  updateWebhook: { method: 'PATCH', path: '/api/v1/webhooks/{id}', scope: 'webhooks:admin', returns: 'item' },
  /**
   * Delete a webhook
   *
   * Deletes the webhook and cancels pending deliveries; past deliveries stay in `GET /webhook-deliveries` until they are pruned.
   *
   * Deletes permanently and returns the deleted object.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/webhooks/{id}`
   */
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{id}', scope: 'webhooks:admin', returns: 'item' },
  /**
   * Test a webhook
   *
   * Sends a `webhook.test` event, or the example of `eventType`, to this webhook only, regardless of its event types and status. Returns the delivery with the outcome of its first attempt, within ten seconds. It is still PENDING if the webhook has 16 attempts in progress. Failed tests are retried like other deliveries, and never count towards disabling.
   *
   * Needs the scope `webhooks:write`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/test`
   */
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/test', scope: 'webhooks:write', returns: 'item' },
  /**
   * Rotate a webhook’s secret
   *
   * Creates a new secret, which only this response shows. During the overlap, deliveries are signed with both secrets, so that receivers can switch at any time. At most four earlier secrets keep their own overlap; an overlap of 0 ends all of them. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret', scope: 'webhooks:admin', returns: 'item' },
  /**
   * Enable a webhook
   *
   * Activates a disabled or paused webhook and resets its failure count. With `replayMissed: true` it sends the events missed in the last seven days, oldest first; otherwise they are discarded. Enabling an active webhook changes nothing. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/enable`
   */
  enableWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/enable', scope: 'webhooks:admin', returns: 'item' },
  /**
   * List the deliveries of a webhook
   *
   * All deliveries of one webhook, past and pending, newest first. Bodies are null for events that the caller may not read. The cost of a total does not depend on the number of deliveries.
   *
   * Needs the scope `webhooks:read`.
   *
   * Errors of its own: `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `GET /api/v1/webhooks/{id}/deliveries`
   */
  listWebhookDeliveries: { method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', scope: 'webhooks:read', returns: 'list' },
  /**
   * List deliveries
   *
   * Deliveries of all webhooks, including deleted webhooks, newest first. Bodies are null for events that the caller may not read.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/v1/webhook-deliveries`
   */
  listDeliveries: { method: 'GET', path: '/api/v1/webhook-deliveries', scope: 'webhooks:read', returns: 'list' },
  /**
   * Get a delivery
   *
   * Returns one delivery with its attempts. Bodies are null for events that the caller may not read.
   *
   * Needs the scope `webhooks:read`.
   *
   * Errors of its own: `SVC-DELIVERY-NOT_FOUND` (404).
   *
   * `GET /api/v1/webhook-deliveries/{id}`
   */
  getDelivery: { method: 'GET', path: '/api/v1/webhook-deliveries/{id}', scope: 'webhooks:read', returns: 'item' },
  /**
   * Replay a delivery
   *
   * Queues the delivery’s event for its webhook again, as a new delivery with a full number of attempts. The `webhook-id` header is the same, so that receivers recognise a replay. Deliveries of a paused or disabled webhook wait until it is active. The caller must be allowed to read the event.
   *
   * Needs the scope `webhooks:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-DELIVERY-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/webhook-deliveries/{id}/replay`
   */
  replayDelivery: { method: 'POST', path: '/api/v1/webhook-deliveries/{id}/replay', scope: 'webhooks:write', returns: 'item' },
  /**
   * Read the event feed
   *
   * Events, **oldest first**, stored for 30 days. Start without `after`, then send the last event’s id (or `meta.cursor`) to continue: no event is skipped, regardless of the order in which transactions commit, and none is shown twice. The newest page has `hasMore: false`; store its last id and poll again later. To begin with what happens from now on, send `after=latest`: the page is empty, and polling with its `meta.cursor`, which every page with `after=latest` has, shows what came since. `sort=-sequence` shows the newest events first. Shows only types whose objects the caller may read: a message, for example, also needs `threads:read`.
   *
   * Needs the scope `events:read`.
   *
   * Errors of its own: `SVC-PAGINATION-INVALID_CURSOR` (400).
   *
   * `GET /api/v1/events`
   */
  listEvents: { method: 'GET', path: '/api/v1/events', scope: 'events:read', returns: 'list' },
  /**
   * Stream events
   *
   * Server-sent events, each once, in order, named by their types unless `names=false`. Every event’s `id` is its `evt_…` id; reconnect with the last one as `Last-Event-ID` (browsers do so themselves) or as `after`, and no event is missed. An `id` without data is your current position: store it like any other. With `presence=true`, events named `presence` without an id report users who open threads, start typing, or leave (`state: LEFT`), and with `visitors=true` also events named `visitor` websites’ visitors; neither is stored. With a session, events named `notification.changed` without an id have your NotificationCounts whenever your notifications change; they are in no other feed. A deleted position gets a `reset` event first: read the feed from its beginning, or continue from now. Shows only types whose objects the caller may read. A comment every 15 seconds keeps the connection open. At most 10 streams per key and 50 per tenant in one process.
   *
   * Needs the scope `events:read`.
   *
   * `GET /api/v1/events/stream`
   */
  streamEvents: { method: 'GET', path: '/api/v1/events/stream', scope: 'events:read', streams: 'Event' },
  /**
   * List the types of events
   *
   * All event types, by name, on one page. The schemas of their objects are in the API’s description.
   *
   * Needs the scope `events:read`.
   *
   * `GET /api/v1/event-types`
   */
  listEventTypes: { method: 'GET', path: '/api/v1/event-types', scope: 'events:read', returns: 'list' },
  /**
   * Sign in
   *
   * Starts a session with an e-mail address and password. Use the access token like an API key for 15 minutes; `POST /auth/refresh` returns the next one. `tenant` can be omitted unless the password is valid in several tenants; then the error is `SVC-AUTH-TENANT_REQUIRED` with their slugs. A user with an authenticator also sends `code`; without it a correct password gives `SVC-AUTH-CODE_REQUIRED`. Refusals have the same text and take the same time whether or not the address exists.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-INVALID_CREDENTIALS` (401), `SVC-TENANT-SUSPENDED` (403), `SVC-AUTH-TENANT_REQUIRED` (409), `SVC-AUTH-CODE_REQUIRED` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/login`
   */
  login: { method: 'POST', path: '/api/v1/auth/login', scope: 'none', returns: 'item' },
  /**
   * Refresh a session
   *
   * Returns the next access token and the next refresh token. A refresh token can be used once; for ten seconds it returns the same next token again, for tabs that refresh at the same moment. Later it counts as stolen: the session ends, with an audit row, the event `session.ended` and a mail to the user. A session ends 14 days after its last refresh, and 90 days after signing in.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-INVALID_CREDENTIALS` (401), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/refresh`
   */
  refresh: { method: 'POST', path: '/api/v1/auth/refresh', scope: 'none', returns: 'item' },
  /**
   * Sign out
   *
   * Ends the session of this request: its access tokens stop within a second on every node, and its refresh token stops at once.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `POST /api/v1/auth/logout`
   */
  logout: { method: 'POST', path: '/api/v1/auth/logout', scope: 'session', returns: 'item' },
  /**
   * Request a link to choose a password
   *
   * Mails a link that works once, for an hour, to the user with this address, in each tenant. An invited user gets the invitation again. The response is the same, and takes the same time, whether or not such a user exists. A user gets at most three mails an hour.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/forgot`
   */
  forgotPassword: { method: 'POST', path: '/api/v1/auth/forgot', scope: 'none', returns: 'item' },
  /**
   * Choose a password with a link
   *
   * Sets the password of the user to whom the link was sent, once. All sessions, the calendar URL (`/me/calendar`) and all other links of the user end. Signing in then needs the new password, and the second factor as before.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/reset`
   */
  resetPassword: { method: 'POST', path: '/api/v1/auth/reset', scope: 'none', returns: 'item' },
  /**
   * Change your password
   *
   * Changes the caller’s password, which needs the current one. All other sessions and the calendar URL (`/me/calendar`) of the user end.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/change`
   */
  changePassword: { method: 'POST', path: '/api/v1/auth/change', scope: 'session', returns: 'item' },
  /**
   * Read an invitation
   *
   * Returns who invited whom, for the page of an invitation. The link stays unused. The token is in the body, because URLs are logged. Only refused requests count as attempts.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/invitation`
   */
  readInvitation: { method: 'POST', path: '/api/v1/auth/invitation', scope: 'none', returns: 'item' },
  /**
   * Accept an invitation
   *
   * Makes the invited user ACTIVE, with the chosen password, and starts a session. A retry with the same `Idempotency-Key` returns the same session.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/accept-invitation`
   */
  acceptInvitation: { method: 'POST', path: '/api/v1/auth/accept-invitation', scope: 'none', returns: 'item' },
  /**
   * Confirm a new address
   *
   * Takes the token of the link that was mailed to a user’s new address (`PATCH /users/{id}` with `email`). From then on the user signs in with that address. If another user made the change, all sessions and the calendar URL of the user end. Links that were mailed to the earlier address end, and that address gets a notice.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-CATALOG-DUPLICATE` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/confirm-email`
   */
  confirmEmail: { method: 'POST', path: '/api/v1/auth/confirm-email', scope: 'none', returns: 'item' },
  /**
   * List your sessions
   *
   * Your active sessions, newest first.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/auth/sessions`
   */
  listSessions: { method: 'GET', path: '/api/v1/auth/sessions', scope: 'session', returns: 'list' },
  /**
   * End one of your sessions
   *
   * Ends one of your sessions: its access tokens stop within a second on every node. Sessions of other users are not found.
   *
   * Nothing is deleted for good.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-SESSION-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/auth/sessions/{id}`
   */
  endSession: { method: 'DELETE', path: '/api/v1/auth/sessions/{id}', scope: 'session', returns: 'item' },
  /**
   * Enroll an authenticator
   *
   * Returns a secret for an authenticator app (TOTP). Nothing changes until `POST /auth/totp/confirm` gets a code of it; an earlier authenticator works until then. Replacing an authenticator needs its `code`, so that a stolen session and password are not enough. If the user’s role needs a second factor and the user has none, their session can only set one up.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-AUTH-CODE_REJECTED` (400), `SVC-AUTH-CODE_REQUIRED` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/enroll`
   */
  enrollTotp: { method: 'POST', path: '/api/v1/auth/totp/enroll', scope: 'session', returns: 'item' },
  /**
   * Confirm an authenticator
   *
   * Takes a code of the secret from `POST /auth/totp/enroll`. From then on signing in needs `code`. The response has ten recovery codes, each of which replaces a code once; earlier recovery codes stop working.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-AUTH-CODE_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/confirm`
   */
  confirmTotp: { method: 'POST', path: '/api/v1/auth/totp/confirm', scope: 'session', returns: 'item' },
  /**
   * Remove the authenticator
   *
   * Removes the authenticator, which needs its code or a recovery code. If the user’s role needs a second factor, the user must enroll again first.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * Errors of its own: `SVC-AUTH-CODE_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/disable`
   */
  disableTotp: { method: 'POST', path: '/api/v1/auth/totp/disable', scope: 'session', returns: 'item' },
  /**
   * List API keys
   *
   * All keys of the tenant, revoked and expired ones included, newest first, without the key itself.
   *
   * Needs the scope `keys:admin`.
   *
   * `GET /api/v1/api-keys`
   */
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys', scope: 'keys:admin', returns: 'list' },
  /**
   * Create an API key
   *
   * Creates a key for the caller’s user, or with `userId` for a user of the kind SERVICE, in whose name the key then acts. Only this response shows the key itself. The key cannot have scopes that the caller lacks, and the role of its user limits them. It stops working when its user is suspended. Only an owner can create a key that acts for an owner. A tenant has at most 1,000 API keys that work.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/api-keys`
   */
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', scope: 'keys:admin', returns: 'item' },
  /**
   * Get an API key
   *
   * Returns one key, also a revoked or expired one, without the key itself.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-KEY-NOT_FOUND` (404).
   *
   * `GET /api/v1/api-keys/{id}`
   */
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{id}', scope: 'keys:admin', returns: 'item' },
  /**
   * Revoke an API key
   *
   * Revokes a key: it stops working everywhere within a second and stays in the list. A key may revoke itself. Revoking it again changes nothing. A key with scopes that the caller lacks cannot be revoked.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-KEY-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/api-keys/{id}`
   */
  revokeApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{id}', scope: 'keys:admin', returns: 'item' },
  /**
   * Rotate an API key
   *
   * Creates a successor with the same name, scopes, user and lifetime, counted from now, and shows it only in this response. The old key keeps working for the overlap, at most until it expires, and names its successor in `rotatedTo`. A rotated key can be rotated again while it works; a revoked or expired key is not found. A key with scopes that the caller lacks cannot be rotated; only an owner can rotate a key of an owner. A tenant has at most 1,000 API keys that work.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-KEY-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/api-keys/{id}/rotate`
   */
  rotateApiKey: { method: 'POST', path: '/api/v1/api-keys/{id}/rotate', scope: 'keys:admin', returns: 'item' },
  /**
   * Get the settings of your tenant
   *
   * Returns the tenant’s settings, with defaults for settings that were never changed.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/v1/tenant/settings`
   */
  getTenantSettings: { method: 'GET', path: '/api/v1/tenant/settings', scope: 'settings:read', returns: 'item' },
  /**
   * Change settings of your tenant
   *
   * Changes the fields sent, also within `reopening`, `secondFactor`, `reporting`, `satisfaction`, `brand`, `retention`, `automations`, `storage` and `ai`. Changes take effect on every node within two seconds. `allowedSignInDomains` must allow you and at least one owner to sign in. A shorter retention period deletes older data at once and permanently. A new `ai.url` or `aiKey` also needs the scopes `threads:read`, `kb:read` and `catalog:read`, because that server receives the texts of AI operations. Settings by which the service changes threads or writes to customers also need `threads:write` (`autoCloseDays`, `reopening`, `assignOnFirstReply`, `defaultPriority`, `satisfaction`); retention needs the level admin of what it deletes, and `automations` needs `automations:admin`. Turning one off with null needs no more.
   *
   * Needs the scope `settings:admin`.
   *
   * Errors of its own: `SVC-AI-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-TENANT-SETTINGS_LOCK_OUT` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/tenant/settings`
   */
  updateTenantSettings: { method: 'PATCH', path: '/api/v1/tenant/settings', scope: 'settings:admin', returns: 'item' },
  /**
   * List audit logs
   *
   * Every change in the tenant with its actor, newest first. Filters combine; `meta.total` is exact.
   *
   * Needs the scope `audit:read`.
   *
   * `GET /api/v1/audit-logs`
   */
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', scope: 'audit:read', returns: 'list' },
  /**
   * Export audit logs
   *
   * Returns all audit logs that match, newest first, each as a line of JSON. The export is itself in the audit log (`audit_log.exported`, with the filters). A response that is cut off before the end of its transfer is incomplete: send the request again. At most 10 exports and streams per key and 50 per tenant in one process.
   *
   * Needs the scope `audit:read`.
   *
   * `GET /api/v1/audit-logs/export`
   */
  exportAuditLogs: { method: 'GET', path: '/api/v1/audit-logs/export', scope: 'audit:read', lines: 'AuditLog' },
  /**
   * Get the system’s health
   *
   * Returns every part of the service and its current state, always on one page.
   *
   * Needs the scope `system:read`.
   *
   * `GET /api/v1/system-health`
   */
  getSystemHealth: { method: 'GET', path: '/api/v1/system-health', scope: 'system:read', returns: 'list' },
  /**
   * Get the caller
   *
   * Returns the tenant, the user and the key of this request’s credential. Any valid credential may call this.
   *
   * Needs no particular scope.
   *
   * `GET /api/v1/me`
   */
  getMe: { method: 'GET', path: '/api/v1/me', scope: 'any', returns: 'item' },
  /**
   * Create your calendar URL
   *
   * Creates a secret URL at which calendar programs read your meetings (iCalendar, with an ETag). It replaces an earlier URL, which ends at once. It also ends when you change your password or are suspended.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `POST /api/v1/me/calendar`
   */
  createCalendarFeed: { method: 'POST', path: '/api/v1/me/calendar', scope: 'session', returns: 'item' },
  /**
   * Get your calendar
   *
   * Returns whether your calendar has a URL, and since when. The URL is shown only when it is created.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `GET /api/v1/me/calendar`
   */
  getCalendarFeed: { method: 'GET', path: '/api/v1/me/calendar', scope: 'session', returns: 'item' },
  /**
   * Delete your calendar URL
   *
   * Ends your calendar URL at once. Without a URL nothing changes.
   *
   * Needs the access token of a session; API keys are refused.
   *
   * `DELETE /api/v1/me/calendar`
   */
  deleteCalendarFeed: { method: 'DELETE', path: '/api/v1/me/calendar', scope: 'session', returns: 'item' },
  /**
   * Get this description
   *
   * Returns the OpenAPI 3.1 document of this API, for generating clients, without the envelope. An installation may allow reading it without credentials.
   *
   * Needs no particular scope.
   *
   * `GET /api/v1/openapi`
   */
  getOpenapi: { method: 'GET', path: '/api/v1/openapi', scope: 'any', returns: 'document' },
  /**
   * Get the configuration of a chat
   *
   * What a chat shows before a visitor writes: its appearance, what a visitor is asked, and who answers. It may be a minute old. Reading it stores nothing.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-NOT_FOUND` (404).
   *
   * `GET /api/v1/widget/config`
   */
  getWidgetConfig: { method: 'GET', path: '/api/v1/widget/config', scope: 'none', returns: 'item' },
  /**
   * Start a visitor’s session
   *
   * Starts the session of a website’s visitor and returns its token, with which all operations of the chat are called. Nothing is stored until the visitor writes, so start a session with the first message. With `identityToken` the visitor is the person whom your server has signed; without, a new anonymous one. Browsers of other sites than the allowed ones are refused. An address can start 30 sessions per minute. While many visitors start sessions in the inbox, anonymous ones need a `proof` (`POST /widget/challenges`). A repeated request without `identityToken` starts another session, also with the same Idempotency-Key.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-IDENTITY_INVALID` (401), `SVC-WIDGET-ORIGIN_FORBIDDEN` (403), `SVC-WIDGET-IDENTITY_REQUIRED` (403), `SVC-WIDGET-CHALLENGE_REQUIRED` (403), `SVC-WIDGET-NOT_FOUND` (404), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/sessions`
   */
  createWidgetSession: { method: 'POST', path: '/api/v1/widget/sessions', scope: 'none', returns: 'item' },
  /**
   * End the visitor’s session
   *
   * Ends the session: its token is refused from then on, within a second in all processes. The conversations stay unless `erase` is true, which erases those of an anonymous visitor in the background.
   *
   * Nothing is deleted for good.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * `DELETE /api/v1/widget/sessions`
   */
  endWidgetSession: { method: 'DELETE', path: '/api/v1/widget/sessions', scope: 'visitor', returns: 'item' },
  /**
   * Identify the visitor
   *
   * Returns a session of the person whom your server has signed. Another `sub` is another visitor: discard the former token and everything that is on screen.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-WIDGET-IDENTITY_INVALID` (401), `SVC-WIDGET-NOT_FOUND` (404).
   *
   * `POST /api/v1/widget/identify`
   */
  identifyVisitor: { method: 'POST', path: '/api/v1/widget/identify', scope: 'visitor', returns: 'item' },
  /**
   * Request a link to one’s requests
   *
   * Mails a link to the portal, `/help/requests` on the tenant’s host, to the customer with this address. It works once, for 15 minutes. The response is the same, and takes the same time, whether or not there is such a customer. A customer gets at most three mails in 15 minutes.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-ORIGIN_FORBIDDEN` (403), `SVC-WIDGET-NOT_FOUND` (404), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/portal-links`
   */
  createPortalLink: { method: 'POST', path: '/api/v1/widget/portal-links', scope: 'none', returns: 'item' },
  /**
   * Sign in to the portal
   *
   * Starts the session of a customer who has proved who they are: with the token of a link (`POST /widget/portal-links`), or with a JWT of your server. All operations of the chat accept its token, and show the customer’s threads of every channel: what the customer wrote, and the replies that were sent to them.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-IDENTITY_INVALID` (401), `SVC-WIDGET-ORIGIN_FORBIDDEN` (403), `SVC-WIDGET-NOT_FOUND` (404), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/portal-sessions`
   */
  createPortalSession: { method: 'POST', path: '/api/v1/widget/portal-sessions', scope: 'none', returns: 'item' },
  /**
   * Search articles in a chat
   *
   * Public articles of the help centre that match, best first, in one language: the visitor’s if there are articles in it, otherwise the tenant’s. Empty if the chat has no help (`widget.helpCenter`).
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-NOT_FOUND` (404).
   *
   * `GET /api/v1/widget/articles`
   */
  searchWidgetArticles: { method: 'GET', path: '/api/v1/widget/articles', scope: 'none', returns: 'list' },
  /**
   * Get an article in a chat
   *
   * A public article of the help centre with its text. Former slugs also find it.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-WIDGET-NOT_FOUND` (404).
   *
   * `GET /api/v1/widget/articles/{slug}`
   */
  getWidgetArticle: { method: 'GET', path: '/api/v1/widget/articles/{slug}', scope: 'none', returns: 'item' },
  /**
   * Get a challenge
   *
   * Returns a proof of work. An operation that demands one responds with 403 `SVC-WIDGET-CHALLENGE_REQUIRED`; send it again with the challenge and your nonce as `proof`. A challenge is valid for five minutes.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-WIDGET-NOT_FOUND` (404), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/challenges`
   */
  createWidgetChallenge: { method: 'POST', path: '/api/v1/widget/challenges', scope: 'none', returns: 'item' },
  /**
   * Send a contact form
   *
   * Begins a thread in the inbox of a chat, with what somebody wrote in a form of your own. It needs a `proof` (`POST /widget/challenges`), which can be used once. Replies go to the address by e-mail, through the inbox in `widget.continuity`. The address proves nothing: it belongs to a new customer. `fields` has the answers to what the inbox asks (`widget.preChat`). For files, start an anonymous session (`POST /widget/sessions`), send them with its token (`POST /widget/uploads`), and pass `sessionToken` and `uploadIds`; the session does not show the thread. An address can send 30 forms per minute. A ready form is the page `/w/{key}/form`.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-WIDGET-SESSION_INVALID` (401), `SVC-WIDGET-CHALLENGE_REQUIRED` (403), `SVC-WIDGET-IDENTITY_REQUIRED` (403), `SVC-WIDGET-NOT_FOUND` (404), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/forms/{key}`
   */
  submitForm: { method: 'POST', path: '/api/v1/forms/{key}', scope: 'none', returns: 'item' },
  /**
   * List the visitor’s conversations
   *
   * The visitor’s conversations in this inbox, those with the latest message first: at most the latest 200.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * `GET /api/v1/widget/threads`
   */
  listWidgetThreads: { method: 'GET', path: '/api/v1/widget/threads', scope: 'visitor', returns: 'list' },
  /**
   * Begin a conversation
   *
   * Begins a conversation with its first message. A repeated request with the same `clientId` is **200** with the first answer, and writes nothing. `preChat` has the answers to what the inbox asks; an address that is typed there proves nothing. A visitor can begin 3 conversations in 10 minutes, an address 30 in a minute, and all visitors of an inbox 100 in a minute.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-WIDGET-NOT_FOUND` (404), `SVC-THREAD-NOT_FOUND` (404), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/threads`
   */
  createWidgetThread: { method: 'POST', path: '/api/v1/widget/threads', scope: 'visitor', returns: 'item' },
  /**
   * List the messages of a conversation
   *
   * The messages that the visitor may see, newest first. With `after`, only later ones, oldest first: that is how a program catches up after a pause. Notes and messages of other people are never among them.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/widget/threads/{id}/messages`
   */
  listWidgetMessages: { method: 'GET', path: '/api/v1/widget/threads/{id}/messages', scope: 'visitor', returns: 'list' },
  /**
   * Write a message
   *
   * Writes the visitor’s message. It opens a conversation that is resolved; in a closed one it begins another, as `threadId` shows. A repeated request with the same `clientId` is **200** with the first message, and writes nothing. A visitor can write 20 messages per minute.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-THREAD-NOT_FOUND` (404), `SVC-WIDGET-NOT_FOUND` (404), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-RATE-WIDGET_EXCEEDED` (429).
   *
   * `POST /api/v1/widget/threads/{id}/messages`
   */
  createWidgetMessage: { method: 'POST', path: '/api/v1/widget/threads/{id}/messages', scope: 'visitor', returns: 'item' },
  /**
   * Report that the visitor has seen messages
   *
   * Reports what became of the team’s messages up to a `sequence`: the visitor has seen them or, with `state: DELIVERED`, the program has them and does not show them yet. Agents see both in `delivery` of the messages. A report never takes an earlier one back.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `PUT /api/v1/widget/threads/{id}/read`
   */
  markWidgetThreadRead: { method: 'PUT', path: '/api/v1/widget/threads/{id}/read', scope: 'visitor', returns: 'item' },
  /**
   * Count what the visitor has not seen
   *
   * Counts the messages of the team that the visitor has not seen, up to 100 in each conversation.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * `GET /api/v1/widget/unread`
   */
  getWidgetUnread: { method: 'GET', path: '/api/v1/widget/unread', scope: 'visitor', returns: 'item' },
  /**
   * End a conversation
   *
   * Resolves the conversation for the visitor, and a message of the service says so. A later message opens it again. A conversation that has ended does not change.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-THREAD-NOT_FOUND` (404), `SVC-WIDGET-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409).
   *
   * `POST /api/v1/widget/threads/{id}/end`
   */
  endWidgetThread: { method: 'POST', path: '/api/v1/widget/threads/{id}/end', scope: 'visitor', returns: 'item' },
  /**
   * Mail a conversation to the visitor
   *
   * Mails the latest 200 messages to the visitor: only to the address that your site has signed, or that the visitor has typed in `preChat`, once a person of the team has answered. At most 3 in an hour.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-THREAD-NOT_FOUND` (404), `SVC-WIDGET-NOT_FOUND` (404).
   *
   * `POST /api/v1/widget/threads/{id}/transcript`
   */
  sendWidgetTranscript: { method: 'POST', path: '/api/v1/widget/threads/{id}/transcript', scope: 'visitor', returns: 'item' },
  /**
   * Rate a conversation
   *
   * Stores how the visitor rates the conversation, as the answer to its satisfaction request. A later rating replaces it until the request expires. Where the tenant asks for thumbs, 4 and 5 are a thumb up.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-SATISFACTION-EXPIRED` (409).
   *
   * `POST /api/v1/widget/threads/{id}/rating`
   */
  rateWidgetThread: { method: 'POST', path: '/api/v1/widget/threads/{id}/rating', scope: 'visitor', returns: 'item' },
  /**
   * Send a file
   *
   * Stores a file of at most 10 MiB, as a form with the field `file`. Attach it to a message by its id within a day; nobody else can. JPEG, PNG and WebP pictures lose their EXIF, XMP and IPTC data, which may say where they were taken; HEIC and other pictures keep it. Programs, scripts and shortcuts of Windows, by name or by content, are 422. The inbox must take files (`widget.files`). A visitor can send 5 files in 10 minutes.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-WIDGET-NOT_FOUND` (404), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-UPLOAD-TYPE_REJECTED` (422), `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/widget/uploads`
   */
  createWidgetUpload: { method: 'POST', path: '/api/v1/widget/uploads', scope: 'visitor', returns: 'item' },
  /**
   * Report that the visitor types
   *
   * Agents see that the visitor types for ten seconds. Repeat it every few seconds while the visitor goes on.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `POST /api/v1/widget/threads/{id}/typing`
   */
  reportVisitorTyping: { method: 'POST', path: '/api/v1/widget/threads/{id}/typing', scope: 'visitor', returns: 'item' },
  /**
   * Stream the visitor’s conversations
   *
   * Server-sent events: `message` with a WidgetMessage that is new or has changed, `thread` with a WidgetThread that has changed or that the team has seen, `typing` (`threadId`, `name`, `typing`) when somebody of the team begins or ceases to type, and `reset` when conversations must be read again. Reconnect with the last `id` as `Last-Event-ID` (browsers do so themselves), and nothing is missed; a position that is no longer held gets a `reset` first. An `id` without data is your position. A comment every 15 seconds keeps the connection open. A visitor can have 2 streams. While one is open, agents see that the visitor is online.
   *
   * Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.
   *
   * `GET /api/v1/widget/stream`
   */
  streamWidget: { method: 'GET', path: '/api/v1/widget/stream', scope: 'visitor', streams: 'WidgetMessage' },
} as const
