/** Every operation: how it is called, and what it answers. Made of openapi.json by `npm run generate`: changes are overwritten. */
export const operationTable = {
  /**
   * List threads
   *
   * Threads, newest first. Filters combine. `meta.total` is exact; without filters and with `status` alone its cost does not depend on the number of threads. With `q` the best matches come first unless `sort` is given, and `meta.highlights` shows where the words were found, for each thread of the page in the same order.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/threads`
   */
  listThreads: { method: 'GET', path: '/api/v1/threads', scope: 'threads:read', answers: 'list' },
  /**
   * Create a thread
   *
   * Creates a thread with its first message. Two forms are accepted: with a `requester`, whose customer record is created or updated, or with `inboxId` and `customerId`. If a thread with the request’s `external_reference_id` exists, the request answers **200** with that thread and changes nothing. Tags become labels; a tag that names an archived label restores it. Without `inboxId` the thread goes to the default inbox, otherwise to the oldest active EMAIL or API inbox. Custom fields are checked against your tenant’s definitions; one that is required ON_CREATE must be sent.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-VALIDATION-AMBIGUOUS_SHAPE` (400), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-INBOX-NONE_AVAILABLE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads`
   */
  createThread: { method: 'POST', path: '/api/v1/threads', scope: 'threads:write', answers: 'item' },
  /**
   * Get a thread
   *
   * One thread. Its messages have a list of their own.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}`
   */
  getThread: { method: 'GET', path: '/api/v1/threads/{id}', scope: 'threads:read', answers: 'item' },
  /**
   * Change a thread
   *
   * Changes the fields sent. Status: open, pending and resolved threads can change to any status; a closed one can only be reopened. Custom fields are merged, null removes one, and values are checked against your tenant’s definitions; a field that is required ON_RESOLVE must have a value before the thread is resolved. A request that changes nothing answers 200 and emits no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/threads/{id}`
   */
  updateThread: { method: 'PATCH', path: '/api/v1/threads/{id}', scope: 'threads:write', answers: 'item' },
  /**
   * Assign a thread
   *
   * Assigns a thread to a person, a team, or nobody; omitted fields stay. A `strategy` chooses a member of the team who is active, available, not a viewer, and has fewer open threads, across all teams, than the team’s `maxOpenPerAgent`. When there is none, the thread waits in the team’s queue: `assignee` is null, and the oldest thread is assigned as soon as somebody can take it. A thread that is moved to a team without naming a person is assigned according to the team’s `assignment`. Anybody except suspended people and viewers can be assigned by name. When two agents take the same thread, both send `ifAssigneeId: null`, and only one of them gets it.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-ASSIGNEE_CHANGED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/assign`
   */
  assignThread: { method: 'POST', path: '/api/v1/threads/{id}/assign', scope: 'threads:write', answers: 'item' },
  /**
   * Change the labels of a thread
   *
   * Adds and removes labels, or sets all of them, by id or by name. Unknown names are refused unless `createMissing` is true. An archived label stays on its threads and can be removed from them, but not added, unless its name is sent with `createMissing`, which restores it. Concurrent requests that add or remove different labels all take effect. A request that changes nothing emits no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/labels`
   */
  changeThreadLabels: { method: 'POST', path: '/api/v1/threads/{id}/labels', scope: 'threads:write', answers: 'item' },
  /**
   * Reply to a thread
   *
   * Adds an agent’s message. Its author is the person the API key belongs to. The status stays; the first reply assigns an unassigned thread to its author, unless the tenant has turned `assignOnFirstReply` off. With `expectedLastMessageId` the reply is refused when the thread has newer messages. With `sendAt` or `undoSeconds` it is sent later, once: until then it is one of the thread’s scheduled messages and can be cancelled. If the thread is closed by then, it fails, and `message.delivery_changed` is emitted. With `changes` it also changes the thread when it is sent: both happen, or neither. A reply to a merged thread goes to the thread that it was merged into, as `threadId` shows.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-CLOSED` (409), `SVC-THREAD-STALE_REPLY` (409), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/reply`
   */
  replyToThread: { method: 'POST', path: '/api/v1/threads/{id}/reply', scope: 'threads:write', answers: 'item' },
  /**
   * List the messages of a thread
   *
   * Messages of one thread, newest first, including internal notes; messages with equal times by descending id. A merged thread shows those of the thread that it was merged into, as `threadId` shows.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/messages`
   */
  listMessages: { method: 'GET', path: '/api/v1/threads/{id}/messages', scope: 'threads:read', answers: 'list' },
  /**
   * Add a message to a thread
   *
   * Adds a message, by default the customer’s. A customer’s message opens a pending or resolved thread; on a closed thread, and on one that was resolved longer ago than the tenant’s `reopening` allows, it begins a new thread with `followUpOf`, whose id the message’s `threadId` shows. Internal notes are agents’, and are accepted on closed threads too. A message to a thread that was merged goes to the thread that it was merged into, as `threadId` shows.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-CLOSED` (409), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-INBOX-NONE_AVAILABLE` (422), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/messages`
   */
  createMessage: { method: 'POST', path: '/api/v1/threads/{id}/messages', scope: 'threads:write', answers: 'item' },
  /**
   * List the threads of a customer
   *
   * All threads of one customer, newest first; for a merged customer, the threads of the one that it was merged into. `GET /threads?customerId=…` can be combined with other filters.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `GET /api/v1/customers/{id}/threads`
   */
  listCustomerThreads: { method: 'GET', path: '/api/v1/customers/{id}/threads', scope: 'threads:read', answers: 'list' },
  /**
   * Snooze a thread
   *
   * The thread becomes pending and is snoozed until a time, for a number of seconds, or until the customer writes. It becomes open at that time or with the customer’s next message, whichever comes first. Snoozing again replaces the time. A change of its status ends the snooze. A resolved thread can be snoozed, a closed one cannot.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/threads/{id}/snooze`
   */
  snoozeThread: { method: 'POST', path: '/api/v1/threads/{id}/snooze', scope: 'threads:write', answers: 'item' },
  /**
   * Wake a thread
   *
   * Ends the snooze of a thread, which becomes open. A thread that is not snoozed is not changed.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409).
   *
   * `DELETE /api/v1/threads/{id}/snooze`
   */
  unsnoozeThread: { method: 'DELETE', path: '/api/v1/threads/{id}/snooze', scope: 'threads:write', answers: 'item' },
  /**
   * List the scheduled replies of a thread
   *
   * Replies that are waiting to be sent (`delivery.state` is `QUEUED`, `sendAt` is the time) and those that could not be sent (`FAILED`), the latest scheduled first. They are not among the thread’s messages until they are sent. When the thread is merged, they move with its messages.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/scheduled-messages`
   */
  listScheduledMessages: { method: 'GET', path: '/api/v1/threads/{id}/scheduled-messages', scope: 'threads:read', answers: 'list' },
  /**
   * Cancel a scheduled reply
   *
   * Removes a reply that is waiting to be sent, or that could not be sent, with its files. A reply that has already been sent answers 409 and stays: either this request or the sending wins, and the answer says which. Messages that were never scheduled cannot be cancelled: they answer 404.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404), `SVC-MESSAGE-SENT` (409).
   *
   * `DELETE /api/v1/messages/{id}`
   */
  deleteMessage: { method: 'DELETE', path: '/api/v1/messages/{id}', scope: 'threads:write', answers: 'item' },
  /**
   * Send a scheduled reply now
   *
   * Sends a reply that is waiting to be sent, as if its time had come, or tries once more to send one that could not be sent, with its files. It stays the message of whoever wrote it. A reply that has already been sent answers 409: of several requests, the sending at its time and a cancellation, one wins, and the answers say which. On a closed thread the reply is refused, and waits as before.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-MESSAGE-NOT_FOUND` (404), `SVC-MESSAGE-SENT` (409), `SVC-THREAD-CLOSED` (409), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/messages/{id}/send`
   */
  sendMessageNow: { method: 'POST', path: '/api/v1/messages/{id}/send', scope: 'threads:write', answers: 'item' },
  /**
   * Merge threads into this one
   *
   * Moves the messages of up to 20 threads into this one, with their ids and times, and combines the labels. The sources become `closed` with `mergedInto`; later replies, messages and changes to them go to this thread. The sources may have 100,000 messages together. It opens when a source is open or its customer is waiting. Threads of different customers require `allowCrossCustomer`. `POST /threads/{id}/unmerge` on a source undoes its merge.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/merge`
   */
  mergeThread: { method: 'POST', path: '/api/v1/threads/{id}/merge', scope: 'threads:write', answers: 'item' },
  /**
   * Undo the merge of this thread
   *
   * Moves the messages of a merged thread out of the target, and restores the thread’s previous status; a snooze that would have ended meanwhile has ended. The target loses labels that only came from this thread, and a status that it got by the merge, unless it was changed or written to since, or has that status by another merge. Messages written since the merge, and messages that were split off, stay where they are. If the target was itself merged, or other threads were merged into it, those merges stay.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409).
   *
   * `POST /api/v1/threads/{id}/unmerge`
   */
  unmergeThread: { method: 'POST', path: '/api/v1/threads/{id}/unmerge', scope: 'threads:write', answers: 'item' },
  /**
   * Split messages off into a new thread
   *
   * Creates a new open thread from some of the messages, which keep their ids and times. It gets the customer, inbox, team, assignee, channel, priority, labels and custom fields of the original thread; at least one message must stay there.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/split`
   */
  splitThread: { method: 'POST', path: '/api/v1/threads/{id}/split', scope: 'threads:write', answers: 'item' },
  /**
   * Change many threads
   *
   * Makes the same change to up to 100 threads at once, with a result for each: a thread is changed completely or not at all, and a thread that cannot be changed does not affect the others. With `filter` and `expectedTotal`, changes all threads that match now, at most 100,000: the answer is a job, which changes each of them once in the background; `GET /jobs/{id}` shows its progress. Errors in `changes` itself refuse the whole request.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-TOTAL_CHANGED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422), `SVC-THREAD-BATCH_TOO_LARGE` (422).
   *
   * `POST /api/v1/threads/batch`
   */
  batchThreads: { method: 'POST', path: '/api/v1/threads/batch', scope: 'threads:write', answers: 'item' },
  /**
   * Apply a canned response
   *
   * Sends the reply of a canned response with its variables filled in, and runs its actions: all or nothing. Refused with 422 when a variable has no value or an action refers to something that no longer exists; `details` says which. A reply to a closed thread is refused unless an action reopens it. Variables with the customer’s external id or custom fields require the scope `customers:read`, too.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-THREAD-NOT_FOUND` (404), `SVC-THREAD-INVALID_TRANSITION` (409), `SVC-THREAD-CLOSED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/apply-canned-response`
   */
  applyCannedResponse: { method: 'POST', path: '/api/v1/threads/{id}/apply-canned-response', scope: 'threads:write', answers: 'item' },
  /**
   * Preview a canned response
   *
   * Shows the reply as it would be sent to a thread, and changes nothing. Variables without a value are listed in `missing` and left in `body`; the response cannot be applied while there are any. Requires the scope `catalog:read`, too, and `customers:read` for variables with the customer’s external id or custom fields.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/canned-responses/{id}/preview`
   */
  previewCannedResponse: { method: 'POST', path: '/api/v1/canned-responses/{id}/preview', scope: 'threads:read', answers: 'item' },
  /**
   * Get your draft
   *
   * Your unsent draft for a thread. Drafts belong to the person the credential acts for.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-DRAFT-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/draft`
   */
  getDraft: { method: 'GET', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', answers: 'item' },
  /**
   * Save your draft
   *
   * Saves your draft for a thread. It can be saved as often as needed: the latest save wins. Leaves no audit row and no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PUT /api/v1/threads/{id}/draft`
   */
  saveDraft: { method: 'PUT', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', answers: 'item' },
  /**
   * Delete your draft
   *
   * Deletes your draft for a thread.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-DRAFT-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/threads/{id}/draft`
   */
  deleteDraft: { method: 'DELETE', path: '/api/v1/threads/{id}/draft', scope: 'threads:write', answers: 'item' },
  /**
   * Mark a thread as read
   *
   * Records how far you have read a thread. The mark only moves forward, so requests may arrive out of order; `unread: true` removes it. Your own replies mark a thread as read. Leaves no audit row and no event.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PUT /api/v1/threads/{id}/read`
   */
  markThreadRead: { method: 'PUT', path: '/api/v1/threads/{id}/read', scope: 'threads:write', answers: 'item' },
  /**
   * Report your presence in a thread
   *
   * Tells colleagues that you are viewing a thread or typing in it, and returns who else is. Repeat it every 20 to 30 seconds: 45 seconds after the last report you count as gone. Name the thread that you came from as `leftThreadId`, and you leave it in the same request. `GET /events/stream?presence=true` reports changes as they happen. Presence is not stored as events.
   *
   * Needs the scope `threads:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/threads/{id}/presence`
   */
  reportPresence: { method: 'POST', path: '/api/v1/threads/{id}/presence', scope: 'threads:write', answers: 'item' },
  /**
   * Get a thread with everything that a screen shows of it
   *
   * The thread, its newest messages, scheduled replies, changes and meetings, its customer with their newest threads, and the caller’s drafts, read mark and presence, in one response instead of ten. A part that the caller’s scopes do not allow is null. The `cursor` of a part is for the list operation that the part names. A merged thread shows the messages of the thread that it was merged into.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/threads/{id}/view`
   */
  getThreadView: { method: 'GET', path: '/api/v1/threads/{id}/view', scope: 'threads:read', answers: 'item' },
  /**
   * Upload a file
   *
   * Takes a file of at most 25 MiB as a form (`multipart/form-data`). It can then be attached, once, to a message: by its id in `attachments` of a new thread, a reply or a message. What is not attached within a day is deleted, unless a draft names it. The media type is recognised from the content; a file that says it is of another one is refused. With `sha256` the file is refused unless that is its checksum. A retry with the same `Idempotency-Key` and the same file is answered with the first upload.
   *
   * Needs the scope `uploads:write`.
   *
   * Errors of its own: `SVC-UPLOAD-TOO_LARGE` (413), `SVC-UPLOAD-TYPE_REJECTED` (422), `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/uploads`
   */
  createUpload: { method: 'POST', path: '/api/v1/uploads', scope: 'uploads:write', answers: 'item' },
  /**
   * Get a URL for uploading a file
   *
   * For programs that may send a file but hold no key, such as a web page: announces a file, and answers with a URL that takes exactly this one, with `PUT` and the given headers, once and within 15 minutes. If files are kept in a bucket, it goes straight there. When the file has arrived and is what was announced, the upload is READY and can be attached: see `GET /uploads/{id}`.
   *
   * Needs the scope `uploads:write`.
   *
   * Errors of its own: `SVC-UPLOAD-STORAGE_FULL` (507).
   *
   * `POST /api/v1/uploads/presigned`
   */
  createPresignedUpload: { method: 'POST', path: '/api/v1/uploads/presigned', scope: 'uploads:write', answers: 'item' },
  /**
   * Get an upload
   *
   * An upload with its state, and a URL for reading its file for five minutes. After a file was sent to a bucket, it takes about a second until it was checked and is READY.
   *
   * Needs the scope `uploads:read`.
   *
   * Errors of its own: `SVC-UPLOAD-NOT_FOUND` (404).
   *
   * `GET /api/v1/uploads/{id}`
   */
  getUpload: { method: 'GET', path: '/api/v1/uploads/{id}', scope: 'uploads:read', answers: 'item' },
  /**
   * Schedule a meeting
   *
   * Schedules a meeting with the customer of a thread. Without `attendees` the customer is invited, without `hostId` the assignee of the thread holds it, else the caller. A host has one meeting at a time: an overlapping one is refused, also when both are scheduled at the same moment. Attendees are invited by mail, with an iCalendar invitation, and reminded an hour before. In a merged thread the meeting belongs to the thread that has its messages.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-THREAD-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/threads/{id}/schedule-meeting`
   */
  scheduleMeeting: { method: 'POST', path: '/api/v1/threads/{id}/schedule-meeting', scope: 'meetings:write', answers: 'item' },
  /**
   * List meetings
   *
   * Meetings, last scheduled first unless `sort` says otherwise. Filters combine; `meta.total` is exact. The week of a host is `hostId`, `startsAfter`, `startsBefore` and `sort=startsAt`.
   *
   * Needs the scope `meetings:read`.
   *
   * `GET /api/v1/scheduled-meetings`
   */
  listMeetings: { method: 'GET', path: '/api/v1/scheduled-meetings', scope: 'meetings:read', answers: 'list' },
  /**
   * Get a meeting
   *
   * One meeting.
   *
   * Needs the scope `meetings:read`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404).
   *
   * `GET /api/v1/scheduled-meetings/{id}`
   */
  getMeeting: { method: 'GET', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:read', answers: 'item' },
  /**
   * Change a meeting
   *
   * Changes the fields sent; `attendees` are replaced as a whole, and of those who stay what is left out stays, too. `icsSequence` rises when invitations say something else from then on: title, times, zone, host, place, or who is invited. Attendees are told of it by mail, those who are taken off the list that it is cancelled for them. When the meeting moves, attendees are asked again (`rsvp`). A cancelled meeting cannot be changed.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `PATCH /api/v1/scheduled-meetings/{id}`
   */
  updateMeeting: { method: 'PATCH', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:write', answers: 'item' },
  /**
   * Cancel a meeting
   *
   * The meeting does not take place; its time is free again, and attendees are told by mail. It stays in lists with the status `CANCELLED`. One that took place cannot be cancelled.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-NOT_SCHEDULED` (409).
   *
   * `DELETE /api/v1/scheduled-meetings/{id}`
   */
  cancelMeeting: { method: 'DELETE', path: '/api/v1/scheduled-meetings/{id}', scope: 'meetings:write', answers: 'item' },
  /**
   * Record who came
   *
   * Records for attendees whether they came. When one did, the meeting is `COMPLETED`; when none of all did, `NO_SHOW`; until something is recorded for all or one came, it stays `SCHEDULED`. Sending it again corrects it.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-MEETING-CONFLICT` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/scheduled-meetings/{id}/attendance`
   */
  recordMeetingAttendance: { method: 'POST', path: '/api/v1/scheduled-meetings/{id}/attendance', scope: 'meetings:write', answers: 'item' },
  /**
   * Attach a recording
   *
   * Attaches a recording to a meeting: an upload, which then belongs to the meeting, or the URL of one that is kept elsewhere. It takes the place of the recording before; the file of that one is deleted.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404), `SVC-UPLOAD-NOT_READY` (409), `SVC-UPLOAD-ALREADY_ATTACHED` (409), `SVC-MEETING-NOT_SCHEDULED` (409), `SVC-UPLOAD-TOO_LARGE` (413), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/scheduled-meetings/{id}/recording`
   */
  attachMeetingRecording: { method: 'POST', path: '/api/v1/scheduled-meetings/{id}/recording', scope: 'meetings:write', answers: 'item' },
  /**
   * Remove the recording
   *
   * Removes the recording of a meeting; its file is deleted. Without one nothing changes.
   *
   * Needs the scope `meetings:write`.
   *
   * Errors of its own: `SVC-MEETING-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/scheduled-meetings/{id}/recording`
   */
  removeMeetingRecording: { method: 'DELETE', path: '/api/v1/scheduled-meetings/{id}/recording', scope: 'meetings:write', answers: 'item' },
  /**
   * Get a job
   *
   * The progress of work on many objects, such as a batch by filter. Jobs can be read for 30 days after they end.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-JOB-NOT_FOUND` (404).
   *
   * `GET /api/v1/jobs/{id}`
   */
  getJob: { method: 'GET', path: '/api/v1/jobs/{id}', scope: 'threads:read', answers: 'item' },
  /**
   * List views
   *
   * Shared views and your own, newest first. With the scope `catalog:admin` also the personal views of others.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/views`
   */
  listViews: { method: 'GET', path: '/api/v1/views', scope: 'catalog:read', answers: 'list' },
  /**
   * Create a view
   *
   * Saves filters, a sort order and columns under a name, for yourself or, with `shared`, for everybody. A user has at most 500 views.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/views`
   */
  createView: { method: 'POST', path: '/api/v1/views', scope: 'catalog:write', answers: 'item' },
  /**
   * Count the threads of your views
   *
   * For each view that you can see, how many threads it shows, and how many of them you have not read: the numbers that a dashboard shows next to the names. A view that cannot be counted says why in `error`.
   *
   * Needs the scope `threads:read`.
   *
   * `GET /api/v1/views/counts`
   */
  countViews: { method: 'GET', path: '/api/v1/views/counts', scope: 'threads:read', answers: 'item' },
  /**
   * Get a view
   *
   * One view: a shared one, or one of your own.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404).
   *
   * `GET /api/v1/views/{id}`
   */
  getView: { method: 'GET', path: '/api/v1/views/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change a view
   *
   * Changes the fields sent; `filters` and `columns` are replaced as a whole. Everybody who sees a shared view may change it.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/views/{id}`
   */
  updateView: { method: 'PATCH', path: '/api/v1/views/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * Delete a view
   *
   * Deletes a view permanently; its threads are not affected.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/views/{id}`
   */
  deleteView: { method: 'DELETE', path: '/api/v1/views/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * List the threads of a view
   *
   * The threads of a view, in its sort order. `me` in its filters means the caller.
   *
   * Needs the scope `threads:read`.
   *
   * Errors of its own: `SVC-VIEW-NOT_FOUND` (404).
   *
   * `GET /api/v1/views/{id}/threads`
   */
  listViewThreads: { method: 'GET', path: '/api/v1/views/{id}/threads', scope: 'threads:read', answers: 'list' },
  /**
   * List customers
   *
   * Customers, newest first. `q` finds them by parts of words; other filters are exact matches. All of them combine, and `meta.total` is exact. Merged customers are not listed; their addresses and external ids find the customer that they were merged into.
   *
   * Needs the scope `customers:read`.
   *
   * `GET /api/v1/customers`
   */
  listCustomers: { method: 'GET', path: '/api/v1/customers', scope: 'customers:read', answers: 'list' },
  /**
   * Create or update a customer
   *
   * Creates the customer of an e-mail address, or changes the one to which it leads: the address of a merged customer leads to the one that it was merged into. Only the fields sent change; custom fields are merged, and null removes one. Addresses are compared ignoring letter case, and domains in either of their forms. Custom fields are checked against your tenant’s definitions; one that is required ON_CREATE must be sent for a new customer. A request that changes nothing answers 200 and emits no event.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-ERASED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/customers`
   */
  upsertCustomer: { method: 'POST', path: '/api/v1/customers', scope: 'customers:write', answers: 'item' },
  /**
   * Get a customer
   *
   * One customer. Their threads have a list of their own. A merged customer is shown as it was, with `mergedInto`; all other operations on it apply to that customer.
   *
   * Needs the scope `customers:read`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `GET /api/v1/customers/{id}`
   */
  getCustomer: { method: 'GET', path: '/api/v1/customers/{id}', scope: 'customers:read', answers: 'item' },
  /**
   * Change a customer
   *
   * Changes the fields sent. Custom fields are merged, null removes one, and values are checked against your tenant’s definitions. An address or external id of another customer is refused. A change to a merged customer changes the one that it was merged into, as the answer’s `id` shows.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-ERASED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `PATCH /api/v1/customers/{id}`
   */
  updateCustomer: { method: 'PATCH', path: '/api/v1/customers/{id}', scope: 'customers:write', answers: 'item' },
  /**
   * Merge customers into this one
   *
   * Merges up to 20 customers into this one, because they are the same person. This one gets their threads; a name, external id or custom field that it lacks is taken from the first source that has one, and its own values stay. From now on the addresses and external ids of the sources lead to this customer, in new threads, upserts and filters. The sources can still be read by id, with `mergedInto`, but are no longer listed or counted. A merge cannot be undone.
   *
   * Needs the scope `customers:write`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404), `SVC-CUSTOMER-MERGE_CONFLICT` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/customers/{id}/merge`
   */
  mergeCustomer: { method: 'POST', path: '/api/v1/customers/{id}/merge', scope: 'customers:write', answers: 'item' },
  /**
   * List inboxes
   *
   * All inboxes of the tenant, inactive ones included, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/inboxes`
   */
  listInboxes: { method: 'GET', path: '/api/v1/inboxes', scope: 'catalog:read', answers: 'list' },
  /**
   * Create an inbox
   *
   * Creates an inbox. Its address depends on its type: an e-mail address, a telephone number, a channel, a website. No two active inboxes of a type have the same address, in any letter case. With `isDefault: true` it replaces the current default inbox. A tenant has at most 500 inboxes.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/inboxes`
   */
  createInbox: { method: 'POST', path: '/api/v1/inboxes', scope: 'catalog:admin', answers: 'item' },
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
  getInbox: { method: 'GET', path: '/api/v1/inboxes/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change an inbox
   *
   * Changes the fields sent. `isDefault: true` makes this the default inbox instead of the current one; `false` leaves the tenant without one, and new threads then go to the oldest active EMAIL or API inbox. `active: false` keeps the inbox’s threads and receives no new ones.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-INBOX-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/inboxes/{id}`
   */
  updateInbox: { method: 'PATCH', path: '/api/v1/inboxes/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Delete an inbox
   *
   * Deletes an inbox without threads permanently. An inbox with threads is not deleted, and the error says how many; `PATCH /inboxes/{id}` with `{"active": false}` keeps it from receiving new ones. The default inbox is never deleted: make another one the default first.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-INBOX-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/inboxes/{id}`
   */
  deleteInbox: { method: 'DELETE', path: '/api/v1/inboxes/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * List labels
   *
   * All labels of the tenant, archived ones included, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/labels`
   */
  listLabels: { method: 'GET', path: '/api/v1/labels', scope: 'catalog:read', answers: 'list' },
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
  createLabel: { method: 'POST', path: '/api/v1/labels', scope: 'catalog:write', answers: 'item' },
  /**
   * Get a label
   *
   * One label, with the number of threads that have it.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404).
   *
   * `GET /api/v1/labels/{id}`
   */
  getLabel: { method: 'GET', path: '/api/v1/labels/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change a label
   *
   * Changes the fields sent. `archived: false` restores an archived label. Threads show the new name immediately.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `PATCH /api/v1/labels/{id}`
   */
  updateLabel: { method: 'PATCH', path: '/api/v1/labels/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * Archive a label
   *
   * Labels are archived rather than deleted: threads that have the label keep it. Archiving again changes nothing.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-LABEL-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/labels/{id}`
   */
  deleteLabel: { method: 'DELETE', path: '/api/v1/labels/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * List teams
   *
   * All teams of the tenant, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/teams`
   */
  listTeams: { method: 'GET', path: '/api/v1/teams', scope: 'catalog:read', answers: 'list' },
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
  createTeam: { method: 'POST', path: '/api/v1/teams', scope: 'catalog:admin', answers: 'item' },
  /**
   * Get a team
   *
   * One team, with its members.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404).
   *
   * `GET /api/v1/teams/{id}`
   */
  getTeam: { method: 'GET', path: '/api/v1/teams/{id}', scope: 'catalog:read', answers: 'item' },
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
  updateTeam: { method: 'PATCH', path: '/api/v1/teams/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Delete a team
   *
   * Deletes a team permanently; its members stay. A team that threads or inboxes refer to is not deleted; the error says how many.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/teams/{id}`
   */
  deleteTeam: { method: 'DELETE', path: '/api/v1/teams/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * List users
   *
   * All people of the tenant, including invited and suspended ones, newest first. `namePrefix` matches names and e-mail addresses.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/users`
   */
  listUsers: { method: 'GET', path: '/api/v1/users', scope: 'catalog:read', answers: 'list' },
  /**
   * Create a user
   *
   * Invites a person by mail, with a link that works once, for seven days (`POST /auth/forgot` sends it again), or with `invite: false` creates an active one without a password, to whom threads can be assigned immediately. The e-mail address must be unique within the tenant, ignoring letter case. The caller must hold everything that the new person may do: `admin` for admins and owners, `write` for agents, `read` for viewers, each besides `catalog:admin`. Only an owner can create owners. A tenant has at most 10,000 users.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/users`
   */
  createUser: { method: 'POST', path: '/api/v1/users', scope: 'catalog:admin', answers: 'item' },
  /**
   * Get a user
   *
   * One person, with their teams.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-USER-NOT_FOUND` (404).
   *
   * `GET /api/v1/users/{id}`
   */
  getUser: { method: 'GET', path: '/api/v1/users/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change a user
   *
   * Changes the fields sent. `status: SUSPENDED` stops the person’s API keys within a second and keeps everything else; `ACTIVE` activates them again. Another role changes within a second what their keys may do. The last active owner can neither be suspended nor given another role. Another `email` waits as `pendingEmail` until the link in a mail to it is used (`POST /auth/confirm-email`), a day at most; the address before is told, and stays valid for signing in. A new role ends an address that waits. An INVITED person has the new address at once, and the invitation goes to it. To change role, status or address the caller must hold everything that the person may do.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-USER-NOT_FOUND` (404), `SVC-USER-LAST_OWNER` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/users/{id}`
   */
  updateUser: { method: 'PATCH', path: '/api/v1/users/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Delete a user
   *
   * Deletes a person permanently; messages that they wrote keep their name. A person who has assigned threads, API keys or teams is not deleted; the error says what refers to them and how often. Suspend them instead: `PATCH /users/{id}` with `{"status": "SUSPENDED"}`. The last active owner is never deleted. The caller must hold everything that the person may do.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-USER-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409), `SVC-USER-LAST_OWNER` (409).
   *
   * `DELETE /api/v1/users/{id}`
   */
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Add a member to a team
   *
   * Adds a person to a team. Adding an existing member changes nothing.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `PUT /api/v1/teams/{id}/members/{userId}`
   */
  addTeamMember: { method: 'PUT', path: '/api/v1/teams/{id}/members/{userId}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Remove a member from a team
   *
   * Removes a person from a team. They keep their threads. Removing somebody who is not a member changes nothing.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-TEAM-NOT_FOUND` (404), `SVC-USER-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/teams/{id}/members/{userId}`
   */
  removeTeamMember: { method: 'DELETE', path: '/api/v1/teams/{id}/members/{userId}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Get your preferences
   *
   * What the person who is signed in has chosen for themselves, to have it on every machine.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `GET /api/v1/me/preferences`
   */
  getPreferences: { method: 'GET', path: '/api/v1/me/preferences', scope: 'session', answers: 'item' },
  /**
   * Change your preferences
   *
   * Changes the fields sent, for the person who is signed in. With `availability: AVAILABLE` threads that wait in the queues of your teams are handed out at once; `user.updated` tells of the availability, and nothing of the rest.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `PATCH /api/v1/me/preferences`
   */
  updatePreferences: { method: 'PATCH', path: '/api/v1/me/preferences', scope: 'session', answers: 'item' },
  /**
   * List business hours
   *
   * All business hours of the tenant, newest first.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/business-hours`
   */
  listBusinessHours: { method: 'GET', path: '/api/v1/business-hours', scope: 'catalog:read', answers: 'list' },
  /**
   * Create business hours
   *
   * Creates business hours: periods of the week on the clock of a time zone, several a day and over midnight too, and holidays. SLA policies and teams refer to them. A tenant has at most 200 sets of business hours.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/business-hours`
   */
  createBusinessHours: { method: 'POST', path: '/api/v1/business-hours', scope: 'catalog:admin', answers: 'item' },
  /**
   * Get business hours
   *
   * The periods of the week and the holidays.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `GET /api/v1/business-hours/{id}`
   */
  getBusinessHours: { method: 'GET', path: '/api/v1/business-hours/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change business hours
   *
   * Changes the fields sent; `weekly` and `holidays` are replaced as a whole. Deadlines that threads have stay as they were promised: the change holds for clocks that start from now on.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/business-hours/{id}`
   */
  updateBusinessHours: { method: 'PATCH', path: '/api/v1/business-hours/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Delete business hours
   *
   * Deletes business hours permanently, unless SLA policies or teams refer to them; the error says how many. Threads keep what was promised by them.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-BUSINESSHOURS-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/business-hours/{id}`
   */
  deleteBusinessHours: { method: 'DELETE', path: '/api/v1/business-hours/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Import holidays
   *
   * Takes holidays from an iCalendar file, as calendars of public holidays are published. Every day of its events becomes a holiday; recurring events are followed until five years from now, cancelled ones are left out. Events with a time in another zone count in the zone of the business hours. A day that is there keeps its name.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-VALIDATION-FAILED` (400), `SVC-BUSINESSHOURS-NOT_FOUND` (404).
   *
   * `POST /api/v1/business-hours/{id}/import-holidays`
   */
  importHolidays: { method: 'POST', path: '/api/v1/business-hours/{id}/import-holidays', scope: 'catalog:admin', answers: 'item' },
  /**
   * List SLA policies
   *
   * All SLA policies of the tenant, newest first; `order` says in which order they are tried.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/sla-policies`
   */
  listSlaPolicies: { method: 'GET', path: '/api/v1/sla-policies', scope: 'catalog:read', answers: 'list' },
  /**
   * Create an SLA policy
   *
   * Creates a policy, the last in order unless `order` is sent. Threads get the first policy whose conditions hold, else that of their inbox (`slaPolicyId`): when they are created, and again when their priority, inbox, team or labels change, or, a moment later, custom fields of their customer. A tenant has at most 100 SLA policies.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/sla-policies`
   */
  createSlaPolicy: { method: 'POST', path: '/api/v1/sla-policies', scope: 'catalog:admin', answers: 'item' },
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
  getSlaPolicy: { method: 'GET', path: '/api/v1/sla-policies/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change an SLA policy
   *
   * Changes the fields sent; `conditions` and `targets` are replaced as a whole. What threads were promised stays: the change holds for threads that get the policy from now on.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-SLAPOLICY-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/sla-policies/{id}`
   */
  updateSlaPolicy: { method: 'PATCH', path: '/api/v1/sla-policies/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Delete an SLA policy
   *
   * Deletes a policy permanently, unless inboxes refer to it; the error says how many. Threads keep what they were promised.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-SLAPOLICY-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/sla-policies/{id}`
   */
  deleteSlaPolicy: { method: 'DELETE', path: '/api/v1/sla-policies/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * List custom fields
   *
   * All custom fields of the tenant, archived ones included, newest first. `namePrefix` matches names and keys.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/custom-fields`
   */
  listCustomFields: { method: 'GET', path: '/api/v1/custom-fields', scope: 'catalog:read', answers: 'list' },
  /**
   * Create a custom field
   *
   * Creates a field for threads or for customers. From then on new values under its key must fit it; existing values stay as they are until they are changed. Keys without a field accept any value. A tenant has at most 500 custom fields.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409).
   *
   * `POST /api/v1/custom-fields`
   */
  createCustomField: { method: 'POST', path: '/api/v1/custom-fields', scope: 'catalog:admin', answers: 'item' },
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
  getCustomField: { method: 'GET', path: '/api/v1/custom-fields/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change a custom field
   *
   * Changes the fields sent. Key, type and target never change. `options` is the complete list of what can be chosen from now on: omitted options are archived, and existing values stay. `archived: false` restores an archived field.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CUSTOMFIELD-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/custom-fields/{id}`
   */
  updateCustomField: { method: 'PATCH', path: '/api/v1/custom-fields/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * Archive a custom field
   *
   * Fields are archived rather than deleted: threads and customers keep their existing values, which from then on can only be removed. The key cannot be used for another field. Archiving again changes nothing.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `catalog:admin`.
   *
   * Errors of its own: `SVC-CUSTOMFIELD-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/custom-fields/{id}`
   */
  deleteCustomField: { method: 'DELETE', path: '/api/v1/custom-fields/{id}', scope: 'catalog:admin', answers: 'item' },
  /**
   * List canned responses
   *
   * Shared canned responses and your own, newest first; with the scope `catalog:admin` also those of others. `namePrefix` matches shortcuts and titles.
   *
   * Needs the scope `catalog:read`.
   *
   * `GET /api/v1/canned-responses`
   */
  listCannedResponses: { method: 'GET', path: '/api/v1/canned-responses', scope: 'catalog:read', answers: 'list' },
  /**
   * Create a canned response
   *
   * Creates a reply with variables, a list of actions, or both. A variable that does not exist is refused. `POST /canned-responses/{id}/preview` shows the result for a thread, `POST /threads/{id}/apply-canned-response` sends it and runs the actions. A tenant has at most 5,000 canned responses.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/canned-responses`
   */
  createCannedResponse: { method: 'POST', path: '/api/v1/canned-responses', scope: 'catalog:write', answers: 'item' },
  /**
   * Get a canned response
   *
   * One canned response: a shared one, or one of your own.
   *
   * Needs the scope `catalog:read`.
   *
   * Errors of its own: `SVC-CANNEDRESPONSE-NOT_FOUND` (404).
   *
   * `GET /api/v1/canned-responses/{id}`
   */
  getCannedResponse: { method: 'GET', path: '/api/v1/canned-responses/{id}', scope: 'catalog:read', answers: 'item' },
  /**
   * Change a canned response
   *
   * Changes the fields sent; `actions`, `inboxIds` and `teamIds` are replaced as a whole. Everybody who sees a shared one may change it.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/canned-responses/{id}`
   */
  updateCannedResponse: { method: 'PATCH', path: '/api/v1/canned-responses/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * Delete a canned response
   *
   * Deletes a canned response permanently. Messages that were sent with it stay.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `catalog:write`.
   *
   * Errors of its own: `SVC-CANNEDRESPONSE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/canned-responses/{id}`
   */
  deleteCannedResponse: { method: 'DELETE', path: '/api/v1/canned-responses/{id}', scope: 'catalog:write', answers: 'item' },
  /**
   * List collections
   *
   * All collections of the knowledge base, newest first. `parentId` and `order` make the tree of them.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/collections`
   */
  listKbCollections: { method: 'GET', path: '/api/v1/kb/collections', scope: 'kb:read', answers: 'list' },
  /**
   * Create a collection
   *
   * Creates a collection of the knowledge base, at the top or within another one, after its siblings unless `order` is given. A tenant has at most 2,000 collections in the knowledge base.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-KBCOLLECTION-TOO_DEEP` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/kb/collections`
   */
  createKbCollection: { method: 'POST', path: '/api/v1/kb/collections', scope: 'kb:write', answers: 'item' },
  /**
   * Get a collection
   *
   * One collection of the knowledge base.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/collections/{id}`
   */
  getKbCollection: { method: 'GET', path: '/api/v1/kb/collections/{id}', scope: 'kb:read', answers: 'item' },
  /**
   * Change a collection
   *
   * Changes the fields sent. With `parentId` it moves, with everything that is within it. A former slug keeps leading to it.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-KBCOLLECTION-CIRCLE` (409), `SVC-KBCOLLECTION-TOO_DEEP` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/kb/collections/{id}`
   */
  updateKbCollection: { method: 'PATCH', path: '/api/v1/kb/collections/{id}', scope: 'kb:write', answers: 'item' },
  /**
   * Delete a collection
   *
   * Only an empty one: while articles or other collections are in it, the error says how many.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBCOLLECTION-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/kb/collections/{id}`
   */
  deleteKbCollection: { method: 'DELETE', path: '/api/v1/kb/collections/{id}', scope: 'kb:write', answers: 'item' },
  /**
   * List articles
   *
   * All articles of the knowledge base, newest first, drafts and internal ones included. Filters combine; `namePrefix` is the beginning of a title.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/articles`
   */
  listKbArticles: { method: 'GET', path: '/api/v1/kb/articles', scope: 'kb:read', answers: 'list' },
  /**
   * Create an article
   *
   * Creates an article of the knowledge base as a draft that nobody else reads, until it is published (`POST /kb/articles/{id}/publish`); with `status: "PUBLISHED"` at once. It is PUBLIC, in Markdown and in the tenant’s language unless told otherwise. A tenant has at most 20,000 articles in the knowledge base.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-CATALOG-DUPLICATE` (409), `SVC-KBARTICLE-TRANSLATION_REFUSED` (409), `SVC-CATALOG-LIMIT_REACHED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/kb/articles`
   */
  createKbArticle: { method: 'POST', path: '/api/v1/kb/articles', scope: 'kb:write', answers: 'item' },
  /**
   * Get an article
   *
   * One article: its draft (`title`, `body`), and what readers see (`publishedTitle`, `publishedBody`).
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/articles/{id}`
   */
  getKbArticle: { method: 'GET', path: '/api/v1/kb/articles/{id}', scope: 'kb:read', answers: 'item' },
  /**
   * Change an article
   *
   * Changes the fields sent. `title`, `body` and `bodyFormat` are the draft’s: readers see them when it is published. All other fields take effect at once. `status` publishes the draft (PUBLISHED), takes the article from its readers (DRAFT) or puts it away (ARCHIVED). Each change is a version that can be restored. Send the `ETag` that you read as `If-Match`, and nobody’s change is overwritten.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-CATALOG-DUPLICATE` (409), `SVC-KBARTICLE-TRANSLATION_REFUSED` (409), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `PATCH /api/v1/kb/articles/{id}`
   */
  updateKbArticle: { method: 'PATCH', path: '/api/v1/kb/articles/{id}', scope: 'kb:write', answers: 'item' },
  /**
   * Delete an article
   *
   * With all its versions and pictures. To keep it out of sight only, set `status` to ARCHIVED. The original of translations is not deleted before them.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-CATALOG-IN_USE` (409).
   *
   * `DELETE /api/v1/kb/articles/{id}`
   */
  deleteKbArticle: { method: 'DELETE', path: '/api/v1/kb/articles/{id}', scope: 'kb:write', answers: 'item' },
  /**
   * Publish an article
   *
   * Shows the draft to readers, at once or at `publishAt`, as it will be then. Where nothing differs from what they see, nothing changes. Another time replaces the one that was planned, and `publishAt: null` takes it back.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-VALIDATION-TIME_OUT_OF_RANGE` (422).
   *
   * `POST /api/v1/kb/articles/{id}/publish`
   */
  publishKbArticle: { method: 'POST', path: '/api/v1/kb/articles/{id}/publish', scope: 'kb:write', answers: 'item' },
  /**
   * List the versions of an article
   *
   * What the article was, who changed it and when, newest first: all that were published, and the latest 200 of all.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404).
   *
   * `GET /api/v1/kb/articles/{id}/versions`
   */
  listKbArticleVersions: { method: 'GET', path: '/api/v1/kb/articles/{id}/versions', scope: 'kb:read', answers: 'list' },
  /**
   * Compare two versions of an article
   *
   * What was added and removed between two versions, line by line.
   *
   * Needs the scope `kb:read`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-KBARTICLE-VERSION_NOT_FOUND` (422).
   *
   * `GET /api/v1/kb/articles/{id}/difference`
   */
  compareKbArticleVersions: { method: 'GET', path: '/api/v1/kb/articles/{id}/difference', scope: 'kb:read', answers: 'item' },
  /**
   * Restore a version of an article
   *
   * Makes an earlier version the draft, as a new version. Readers see it when it is published.
   *
   * Needs the scope `kb:write`.
   *
   * Errors of its own: `SVC-KBARTICLE-NOT_FOUND` (404), `SVC-KBARTICLE-VERSION_NOT_FOUND` (422).
   *
   * `POST /api/v1/kb/articles/{id}/restore`
   */
  restoreKbArticle: { method: 'POST', path: '/api/v1/kb/articles/{id}/restore', scope: 'kb:write', answers: 'item' },
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
  previewKbArticle: { method: 'GET', path: '/api/v1/kb/articles/{id}/preview', scope: 'kb:read', answers: 'item' },
  /**
   * Search the knowledge base
   *
   * Published articles with the words, best first, with what matches in them. Internal ones are among them: what is shown to strangers is searched with `visibility=PUBLIC`, which leaves out internal collections, too. Drafts are never found.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/search`
   */
  searchKb: { method: 'GET', path: '/api/v1/kb/search', scope: 'kb:read', answers: 'list' },
  /**
   * List what was searched and not found
   *
   * What visitors of the help centre searched without finding anything, and how often, the first to be searched last. Kept for three months, a thousand of them at most.
   *
   * Needs the scope `kb:read`.
   *
   * `GET /api/v1/kb/missed-searches`
   */
  listMissedSearches: { method: 'GET', path: '/api/v1/kb/missed-searches', scope: 'kb:read', answers: 'list' },
  /**
   * Suggest a reply
   *
   * Replies to what the customer has asked last, best first. The built-in provider proposes what people have written before, and says where: canned responses with their variables filled in (if the key may read them, `catalog:read`), and answers to like questions. When there is nothing like it, the status is `NO_ANSWER`. Nothing is sent or changed. The key must also have the scope `threads:read`. With `Accept: text/event-stream` a text that a language model writes arrives as it is written. Who leaves before its end ends the run: it is kept as failed, and a retry with the same `Idempotency-Key` asks anew. A retry of a run that has ended gets its result alone.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/suggest-reply`
   */
  suggestReply: { method: 'POST', path: '/api/v1/ai/suggest-reply', scope: 'ai:write', answers: 'item', pieces: 'AiDelta' },
  /**
   * Summarize a thread
   *
   * What a thread is about, internal notes included. The built-in provider quotes the sentences that matter, each with its message; it writes none of its own. Nothing is sent or changed. The key must also have the scope `threads:read`. With `Accept: text/event-stream` a text that a language model writes arrives as it is written. Who leaves before its end ends the run: it is kept as failed, and a retry with the same `Idempotency-Key` asks anew. A retry of a run that has ended gets its result alone.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/summarize`
   */
  summarizeThread: { method: 'POST', path: '/api/v1/ai/summarize', scope: 'ai:write', answers: 'item', pieces: 'AiDelta' },
  /**
   * Classify a thread
   *
   * Where a thread belongs: the label that fits best, the priority, the inbox and the team, each learnt from your own threads that look alike, with how often such a guess was right among them. What your threads do not tell is null. Nothing is sent or changed. The key must also have the scope `threads:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/classify`
   */
  classifyThread: { method: 'POST', path: '/api/v1/ai/classify', scope: 'ai:write', answers: 'item' },
  /**
   * Suggest labels
   *
   * Labels that fit a thread and that it does not have, learnt from your own labelled threads. `confidence` is how often such a suggestion was right among them; the citations are labelled threads that look alike. Without labelled threads that tell anything, the status is `NO_ANSWER`. Nothing is sent or changed. The key must also have the scope `threads:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/suggest-labels`
   */
  suggestLabels: { method: 'POST', path: '/api/v1/ai/suggest-labels', scope: 'ai:write', answers: 'item' },
  /**
   * Rewrite a text
   *
   * A text in other words, by a language model; without one it is refused with 422. Nothing is sent or changed. The key must also have the scope `threads:read`. With `Accept: text/event-stream` a text that a language model writes arrives as it is written. Who leaves before its end ends the run: it is kept as failed, and a retry with the same `Idempotency-Key` asks anew. A retry of a run that has ended gets its result alone.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-PROVIDER_REQUIRED` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/rewrite`
   */
  rewriteText: { method: 'POST', path: '/api/v1/ai/rewrite', scope: 'ai:write', answers: 'item', pieces: 'AiDelta' },
  /**
   * Translate a text
   *
   * A text in another language, by a language model; without one it is refused with 422. Nothing is sent or changed. The key must also have the scope `threads:read`. With `Accept: text/event-stream` a text that a language model writes arrives as it is written. Who leaves before its end ends the run: it is kept as failed, and a retry with the same `Idempotency-Key` asks anew. A retry of a run that has ended gets its result alone.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422), `SVC-AI-PROVIDER_REQUIRED` (422), `SVC-AI-BUDGET_SPENT` (429), `SVC-AI-TOO_MANY_AT_ONCE` (429), `SVC-AI-UPSTREAM_FAILED` (502).
   *
   * `POST /api/v1/ai/translate`
   */
  translateText: { method: 'POST', path: '/api/v1/ai/translate', scope: 'ai:write', answers: 'item', pieces: 'AiDelta' },
  /**
   * Answer a question
   *
   * An answer from the published articles of the knowledge base, internal ones included: the passages that speak of what was asked, quoted, each with its article. Words are compared in their basic forms, where PostgreSQL has a dictionary for the language of the article. When no passage speaks of most of the question, the status is `NO_ANSWER`, and `suggestions` has the articles that come nearest. The key must also have the scope `kb:read`. Nothing is sent or changed. The key must also have the scope `threads:read`. With `Accept: text/event-stream` a text that a language model writes arrives as it is written. Who leaves before its end ends the run: it is kept as failed, and a retry with the same `Idempotency-Key` asks anew. A retry of a run that has ended gets its result alone.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/ai/answer`
   */
  answerQuestion: { method: 'POST', path: '/api/v1/ai/answer', scope: 'ai:write', answers: 'item', pieces: 'AiDelta' },
  /**
   * List runs
   *
   * Results of AI operations, newest first. They are kept for 90 days. The key must also have the scope `threads:read`, for runs of `ANSWER` also `kb:read`, and for those of `SUGGEST_REPLY`, which may be canned responses, also `catalog:read` and `customers:read`. Without `operation`, all of them are needed.
   *
   * Needs the scope `ai:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403).
   *
   * `GET /api/v1/ai/runs`
   */
  listAiRuns: { method: 'GET', path: '/api/v1/ai/runs', scope: 'ai:read', answers: 'list' },
  /**
   * Get a run
   *
   * One run with its result. The key must also have the scope `threads:read`, for runs of `ANSWER` also `kb:read`, and for those of `SUGGEST_REPLY`, which may be canned responses, also `catalog:read` and `customers:read`.
   *
   * Needs the scope `ai:read`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-AI-RUN_NOT_FOUND` (404).
   *
   * `GET /api/v1/ai/runs/{id}`
   */
  getAiRun: { method: 'GET', path: '/api/v1/ai/runs/{id}', scope: 'ai:read', answers: 'item' },
  /**
   * Rate a run
   *
   * Says whether a run helped. A second rating takes the place of the first. The key must also have the scope `threads:read`, for runs of `ANSWER` also `kb:read`, and for those of `SUGGEST_REPLY`, which may be canned responses, also `catalog:read` and `customers:read`.
   *
   * Needs the scope `ai:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-AI-RUN_NOT_FOUND` (404).
   *
   * `POST /api/v1/ai/runs/{id}/feedback`
   */
  rateAiRun: { method: 'POST', path: '/api/v1/ai/runs/{id}/feedback', scope: 'ai:write', answers: 'item' },
  /**
   * Get usage
   *
   * What AI operations have cost in the last 30 days, by day and operation. It outlives the runs.
   *
   * Needs the scope `ai:read`.
   *
   * `GET /api/v1/ai/usage`
   */
  getAiUsage: { method: 'GET', path: '/api/v1/ai/usage', scope: 'ai:read', answers: 'item' },
  /**
   * Export a customer
   *
   * Puts together everything that is held of a customer, as a ZIP file: a page to read (`index.html`), the same as JSON, and attachments. Customers who were merged into this one are the same person and are in it; messages of others in merged threads are not. The request is answered with 202; `GET /privacy/requests/{id}` shows the progress, then the `download`: a signed link, for seven days. Then the file is deleted, and at once when the customer is erased. The person who asked, or whose key did, is mailed the link, if they may still ask then; or that it failed.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `POST /api/v1/privacy/export`
   */
  exportCustomer: { method: 'POST', path: '/api/v1/privacy/export', scope: 'privacy:admin', answers: 'item' },
  /**
   * Erase a customer
   *
   * Erases everything that is held of a customer, wherever it went: name, addresses and custom fields, threads, messages (the customer’s own, and those that were written to or about them, internal notes included), scheduled replies, drafts, the search index, events and what webhooks send of them, audit logs, answers kept for retries, mails, exports. Customers who were merged into this one are the same person and are erased, too. Messages that another customer wrote into a merged thread stay. With `dryRun` it only counts. The request is answered with 202; `GET /privacy/requests/{id}` shows the progress, then the `preview` or the `receipt`, and the event `privacy.request.completed` tells when it is there; the person who asked, or whose key did, is mailed the receipt, or that it failed. What is being written while the erasure runs is erased within a minute after it. It cannot be undone; backups that were made before still have the data.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-CUSTOMER-NOT_FOUND` (404).
   *
   * `POST /api/v1/privacy/erase`
   */
  eraseCustomer: { method: 'POST', path: '/api/v1/privacy/erase', scope: 'privacy:admin', answers: 'item' },
  /**
   * List privacy requests
   *
   * Exports and erasures, newest first, with those that the retention of closed threads made. They stay as evidence.
   *
   * Needs the scope `privacy:admin`.
   *
   * `GET /api/v1/privacy/requests`
   */
  listPrivacyRequests: { method: 'GET', path: '/api/v1/privacy/requests', scope: 'privacy:admin', answers: 'list' },
  /**
   * Get a privacy request
   *
   * The progress of an export or an erasure, and its result: the download, the preview or the receipt.
   *
   * Needs the scope `privacy:admin`.
   *
   * Errors of its own: `SVC-PRIVACY-NOT_FOUND` (404).
   *
   * `GET /api/v1/privacy/requests/{id}`
   */
  getPrivacyRequest: { method: 'GET', path: '/api/v1/privacy/requests/{id}', scope: 'privacy:admin', answers: 'item' },
  /**
   * List webhooks
   *
   * The tenant’s webhooks, newest first. Secrets are never shown again.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/v1/webhooks`
   */
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks', scope: 'webhooks:read', answers: 'list' },
  /**
   * Register a webhook
   *
   * Registers your endpoint. It receives all later events of its types, each at least once, signed as Standard Webhooks specifies. The secret is shown in this answer only. A tenant has at most 25 webhooks.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/webhooks`
   */
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', scope: 'webhooks:admin', answers: 'item' },
  /**
   * Get a webhook
   *
   * One webhook, with its count of consecutive failures.
   *
   * Needs the scope `webhooks:read`.
   *
   * Errors of its own: `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `GET /api/v1/webhooks/{id}`
   */
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{id}', scope: 'webhooks:read', answers: 'item' },
  /**
   * Change a webhook
   *
   * Changes the fields sent. `PAUSED` holds deliveries back without losing them, `ACTIVE` sends what was held. A disabled webhook stays disabled: use `enable` to reactivate it. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `PATCH /api/v1/webhooks/{id}`
   */
  updateWebhook: { method: 'PATCH', path: '/api/v1/webhooks/{id}', scope: 'webhooks:admin', answers: 'item' },
  /**
   * Delete a webhook
   *
   * Deletes the webhook. Pending deliveries are cancelled; past deliveries stay in `GET /webhook-deliveries` until they are pruned.
   *
   * Deletes for good; the answer shows what there was.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/webhooks/{id}`
   */
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{id}', scope: 'webhooks:admin', answers: 'item' },
  /**
   * Test a webhook
   *
   * Sends a `webhook.test` event to this webhook only, regardless of its event types and status. The answer is the queued delivery; `GET /webhooks/{id}/deliveries` shows the result within moments. Tests never count towards disabling.
   *
   * Needs the scope `webhooks:write`.
   *
   * Errors of its own: `SVC-WEBHOOK-URL_FORBIDDEN` (400), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/test`
   */
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/test', scope: 'webhooks:write', answers: 'item' },
  /**
   * Rotate a webhook’s secret
   *
   * Creates a new secret, shown in this answer only. During the overlap, deliveries carry a signature with each secret, so that receivers can switch at any time. Secrets that were rotated earlier keep their own overlap, at most the latest four; an overlap of 0 ends all of them. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret', scope: 'webhooks:admin', answers: 'item' },
  /**
   * Enable a webhook
   *
   * Activates a disabled or paused webhook and resets its failure count. With `replayMissed: true` the events that it missed, of at most seven days, are sent oldest first; otherwise they are discarded. Enabling an active webhook changes nothing. The caller must be allowed to read every event that the webhook sends, or has yet to send.
   *
   * Needs the scope `webhooks:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-WEBHOOK-NOT_FOUND` (404).
   *
   * `POST /api/v1/webhooks/{id}/enable`
   */
  enableWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/enable', scope: 'webhooks:admin', answers: 'item' },
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
  listWebhookDeliveries: { method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', scope: 'webhooks:read', answers: 'list' },
  /**
   * List deliveries
   *
   * Deliveries of all webhooks, including deleted webhooks, newest first. Bodies are null for events that the caller may not read.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/v1/webhook-deliveries`
   */
  listDeliveries: { method: 'GET', path: '/api/v1/webhook-deliveries', scope: 'webhooks:read', answers: 'list' },
  /**
   * Replay a delivery
   *
   * Queues the delivery’s event for its webhook again, as a new delivery with a full number of attempts. The `webhook-id` header stays the event’s, so that receivers can recognise a replay. Deliveries of a paused or disabled webhook wait until it is active; a replayed test is a test again. The caller must be allowed to read the event.
   *
   * Needs the scope `webhooks:write`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-DELIVERY-NOT_FOUND` (404), `SVC-VALIDATION-UNKNOWN_REFERENCE` (422).
   *
   * `POST /api/v1/webhook-deliveries/{id}/replay`
   */
  replayDelivery: { method: 'POST', path: '/api/v1/webhook-deliveries/{id}/replay', scope: 'webhooks:write', answers: 'item' },
  /**
   * Read the event feed
   *
   * Everything that happened, **oldest first**, kept for 30 days. Start without `after`, then send the last event’s id (or `meta.cursor`) to continue: no event is ever skipped, regardless of the order in which transactions commit, and none is shown twice. The newest page has `hasMore: false`; keep its last id and poll again later. Only types whose objects the key may read are shown: a message, for example, also needs `threads:read`.
   *
   * Needs the scope `events:read`.
   *
   * Errors of its own: `SVC-PAGINATION-INVALID_CURSOR` (400).
   *
   * `GET /api/v1/events`
   */
  listEvents: { method: 'GET', path: '/api/v1/events', scope: 'events:read', answers: 'list' },
  /**
   * Stream events
   *
   * Server-sent events as they happen: each once, in order. Every event’s `id` is its `evt_…` id; reconnect with the last one as `Last-Event-ID` (browsers do so themselves) or as `after`, and nothing is missed. An `id` without data is your current position while no event matches your filter: store it like any other. With `presence=true`, events named `presence` without an id report who opens threads, starts typing, and leaves (`state: LEFT`): they are not stored and never repeated. A position that no longer exists gets a `reset` event first: read the feed from its beginning, or continue from now. Only types whose objects the key may read are shown, as in the feed. A comment every 15 seconds keeps the connection alive. At most 10 streams per key and 50 per tenant in one process.
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
  listEventTypes: { method: 'GET', path: '/api/v1/event-types', scope: 'events:read', answers: 'list' },
  /**
   * Sign in
   *
   * Begins a session of a person with their e-mail address and password. The access token takes the place of an API key for 15 minutes; `POST /auth/refresh` gets the next one. Without `tenant` it is the one whose person the password opens; when there are several, the answer is `SVC-AUTH-TENANT_REQUIRED` with their slugs. A person with an authenticator also sends `code`; without it a right password is answered with `SVC-AUTH-CODE_REQUIRED`. Refusals are in the same words and take the same time whether or not the address exists.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-INVALID_CREDENTIALS` (401), `SVC-TENANT-SUSPENDED` (403), `SVC-AUTH-TENANT_REQUIRED` (409), `SVC-AUTH-CODE_REQUIRED` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/login`
   */
  login: { method: 'POST', path: '/api/v1/auth/login', scope: 'none', answers: 'item' },
  /**
   * Refresh a session
   *
   * Gives the next access token and the next refresh token. A refresh token is used once; for ten seconds it gives the same next one again, for tabs that refresh at the same moment. Used later, it counts as stolen: the session ends everywhere, with an audit row, the event `session.ended` and a mail to the person. A session ends 14 days after its last refresh, and 90 days after its beginning.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-INVALID_CREDENTIALS` (401), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/refresh`
   */
  refresh: { method: 'POST', path: '/api/v1/auth/refresh', scope: 'none', answers: 'item' },
  /**
   * Sign out
   *
   * Ends the session of this request: its access tokens stop within a second on every node, and its refresh token is worth nothing.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `POST /api/v1/auth/logout`
   */
  logout: { method: 'POST', path: '/api/v1/auth/logout', scope: 'session', answers: 'item' },
  /**
   * Ask for a link to choose a password
   *
   * Sends a mail with a link that is good once, for an hour, to the person of the address; of several tenants to each of them. Whoever has not accepted their invitation yet gets it again. The answer is the same, and takes the same time, whether or not there is such a person. At most three mails an hour go to one person.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/forgot`
   */
  forgotPassword: { method: 'POST', path: '/api/v1/auth/forgot', scope: 'none', answers: 'item' },
  /**
   * Choose a password with a link
   *
   * Sets the password of the person whom the link was sent to, once. All their sessions end, the URL of their calendar (`/me/calendar`), and all other links of theirs. They sign in with it as usual: a link takes the place of the password, not of a second factor.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/reset`
   */
  resetPassword: { method: 'POST', path: '/api/v1/auth/reset', scope: 'none', answers: 'item' },
  /**
   * Change your password
   *
   * Sets another password of the calling person, who proves that they know the present one. All their other sessions end, and so does the URL of their calendar (`/me/calendar`).
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * Errors of its own: `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/change`
   */
  changePassword: { method: 'POST', path: '/api/v1/auth/change', scope: 'session', answers: 'item' },
  /**
   * Accept an invitation
   *
   * Makes the person whom the invitation was sent to ACTIVE, with the password that they choose. They sign in with it afterwards.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/accept-invitation`
   */
  acceptInvitation: { method: 'POST', path: '/api/v1/auth/accept-invitation', scope: 'none', answers: 'item' },
  /**
   * Confirm a new address
   *
   * Takes the token of the link that was mailed to the new address of a person (`PATCH /users/{id}` with `email`). From now on the person signs in with that address. When somebody else had asked for the change, all sessions of the person end, and the URL of their calendar. Links that were mailed to the address before end, and it is told.
   *
   * Needs no credentials.
   *
   * Errors of its own: `SVC-AUTH-RESET_TOKEN_INVALID` (400), `SVC-TENANT-SUSPENDED` (403), `SVC-CATALOG-DUPLICATE` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/confirm-email`
   */
  confirmEmail: { method: 'POST', path: '/api/v1/auth/confirm-email', scope: 'none', answers: 'item' },
  /**
   * List your sessions
   *
   * Where you are signed in, newest first. Sessions that were ended or whose time is over are not shown.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `GET /api/v1/auth/sessions`
   */
  listSessions: { method: 'GET', path: '/api/v1/auth/sessions', scope: 'session', answers: 'list' },
  /**
   * End one of your sessions
   *
   * Signs you out where you are not: the access tokens of the session stop within a second on every node. Those of other people are not found.
   *
   * Nothing is deleted for good.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * Errors of its own: `SVC-SESSION-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/auth/sessions/{id}`
   */
  endSession: { method: 'DELETE', path: '/api/v1/auth/sessions/{id}', scope: 'session', answers: 'item' },
  /**
   * Begin to use an authenticator
   *
   * Gives a secret for an authenticator app (TOTP). Nothing changes until `POST /auth/totp/confirm` was sent a code of it; an authenticator that is in use works until then. A person who has an authenticator proves it by `code`, so that a stolen session and password cannot replace it. A person whose role needs a second factor and who has none can do nothing in a session but this.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * Errors of its own: `SVC-AUTH-PASSWORD_REJECTED` (400), `SVC-AUTH-CODE_REJECTED` (400), `SVC-AUTH-CODE_REQUIRED` (409), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/enroll`
   */
  enrollTotp: { method: 'POST', path: '/api/v1/auth/totp/enroll', scope: 'session', answers: 'item' },
  /**
   * Use an authenticator from now on
   *
   * Takes a code of the secret that `POST /auth/totp/enroll` gave. From now on signing in needs `code`. The answer has ten recovery codes, each of which takes the place of a code once; earlier ones are worth nothing.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * Errors of its own: `SVC-AUTH-CODE_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/confirm`
   */
  confirmTotp: { method: 'POST', path: '/api/v1/auth/totp/confirm', scope: 'session', answers: 'item' },
  /**
   * Use no authenticator any more
   *
   * Takes a code of the authenticator or a recovery code. Where the tenant wants a second factor of the role, the person has to enroll again before anything else.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * Errors of its own: `SVC-AUTH-CODE_REJECTED` (400), `SVC-RATE-AUTH_EXCEEDED` (429).
   *
   * `POST /api/v1/auth/totp/disable`
   */
  disableTotp: { method: 'POST', path: '/api/v1/auth/totp/disable', scope: 'session', answers: 'item' },
  /**
   * List API keys
   *
   * All keys of the tenant, revoked and expired ones included, newest first. The keys themselves are never shown again.
   *
   * Needs the scope `keys:admin`.
   *
   * `GET /api/v1/api-keys`
   */
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys', scope: 'keys:admin', answers: 'list' },
  /**
   * Create an API key
   *
   * Creates a key that acts for the same person as the calling one. The key itself is shown only in this answer. A key cannot be given scopes that the calling key lacks. A tenant has at most 1,000 API keys that work.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/api-keys`
   */
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', scope: 'keys:admin', answers: 'item' },
  /**
   * Rotate an API key
   *
   * Creates a successor with the same name, scopes, person and lifetime, counted from now, and shows it in this answer only. The old key keeps working for the overlap, never longer than it would have anyway, and names its successor in `rotatedTo`. A rotated key can be rotated again while it works; a revoked or expired key is not found. A key with scopes that the calling key lacks cannot be rotated; one that acts for an owner, only by an owner. A tenant has at most 1,000 API keys that work.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-KEY-NOT_FOUND` (404), `SVC-CATALOG-LIMIT_REACHED` (409).
   *
   * `POST /api/v1/api-keys/{id}/rotate`
   */
  rotateApiKey: { method: 'POST', path: '/api/v1/api-keys/{id}/rotate', scope: 'keys:admin', answers: 'item' },
  /**
   * Revoke an API key
   *
   * The key stops working everywhere within a second. It stays in the list. A key may revoke itself. Revoking it again changes nothing. A key with scopes that the calling key lacks cannot be revoked.
   *
   * Nothing is deleted for good.
   *
   * Needs the scope `keys:admin`.
   *
   * Errors of its own: `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-KEY-NOT_FOUND` (404).
   *
   * `DELETE /api/v1/api-keys/{id}`
   */
  revokeApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{id}', scope: 'keys:admin', answers: 'item' },
  /**
   * Get the settings of your tenant
   *
   * What your tenant has decided for itself, with the defaults where it has decided nothing.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/v1/tenant/settings`
   */
  getTenantSettings: { method: 'GET', path: '/api/v1/tenant/settings', scope: 'settings:read', answers: 'item' },
  /**
   * Change settings of your tenant
   *
   * Changes what is sent, also within `reopening`, `secondFactor`, `retention` and `ai`; the rest stays. Everything takes effect on every node within two seconds. `allowedSignInDomains` must leave you and one owner at least able to sign in. Shorter periods of retention delete what is older at once, and nothing brings that back. Another `ai.url` needs the scopes `threads:read`, `kb:read` and `catalog:read`, too: the server there receives what agents send to AI operations.
   *
   * Needs the scope `settings:admin`.
   *
   * Errors of its own: `SVC-AI-URL_FORBIDDEN` (400), `SVC-AUTH-SCOPE_ESCALATION` (403), `SVC-TENANT-SETTINGS_LOCK_OUT` (422).
   *
   * `PATCH /api/v1/tenant/settings`
   */
  updateTenantSettings: { method: 'PATCH', path: '/api/v1/tenant/settings', scope: 'settings:admin', answers: 'item' },
  /**
   * List audit logs
   *
   * Every change made in the tenant and who made it, newest first. Filters combine; `meta.total` is exact.
   *
   * Needs the scope `audit:read`.
   *
   * `GET /api/v1/audit-logs`
   */
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', scope: 'audit:read', answers: 'list' },
  /**
   * Export audit logs
   *
   * All audit logs that the filters match, newest first, each as a line of JSON: for auditors, and for programs that keep them. The export is itself in the audit log (`audit_log.exported`, with the filters), and so the first line of one without filters. An answer that ends without the end of its transfer is not whole: ask again. At most 10 exports and streams per key and 50 per tenant in one process.
   *
   * Needs the scope `audit:read`.
   *
   * `GET /api/v1/audit-logs/export`
   */
  exportAuditLogs: { method: 'GET', path: '/api/v1/audit-logs/export', scope: 'audit:read', lines: 'AuditLog' },
  /**
   * Get the system’s health
   *
   * Every part of the service and its current state. The answer always has all parts on one page.
   *
   * Needs the scope `system:read`.
   *
   * `GET /api/v1/system-health`
   */
  getSystemHealth: { method: 'GET', path: '/api/v1/system-health', scope: 'system:read', answers: 'list' },
  /**
   * Get the caller
   *
   * The tenant, the person and the key behind the credential of this request. Any valid credential may call this.
   *
   * Any valid API key may do this, whatever its scopes.
   *
   * `GET /api/v1/me`
   */
  getMe: { method: 'GET', path: '/api/v1/me', scope: 'any', answers: 'item' },
  /**
   * Make a URL of your calendar
   *
   * Makes a secret URL under which calendar programs read the meetings that you hold (iCalendar, with an ETag). It takes the place of the URL before, which ends at once. It also ends when you choose another password or are suspended.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `POST /api/v1/me/calendar`
   */
  createCalendarFeed: { method: 'POST', path: '/api/v1/me/calendar', scope: 'session', answers: 'item' },
  /**
   * Get your calendar
   *
   * Whether your calendar has a URL, and since when. The URL itself is shown only when it is made.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `GET /api/v1/me/calendar`
   */
  getCalendarFeed: { method: 'GET', path: '/api/v1/me/calendar', scope: 'session', answers: 'item' },
  /**
   * End the URL of your calendar
   *
   * The URL of your calendar ends at once. Without one nothing changes.
   *
   * Only for people who have signed in: needs the access token of a session.
   *
   * `DELETE /api/v1/me/calendar`
   */
  deleteCalendarFeed: { method: 'DELETE', path: '/api/v1/me/calendar', scope: 'session', answers: 'item' },
  /**
   * Get this description
   *
   * The OpenAPI 3.1 document of this API, for generating clients. It is returned without the envelope. An installation may allow reading it without credentials.
   *
   * Any valid API key may do this, whatever its scopes.
   *
   * `GET /api/v1/openapi`
   */
  getOpenapi: { method: 'GET', path: '/api/v1/openapi', scope: 'any', answers: 'document' },
} as const
