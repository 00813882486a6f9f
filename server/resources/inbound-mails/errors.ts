import { absent, defineError } from '#platform/define-error.ts'

export const inboundMailNotFound = defineError('SVC-INBOUND_MAIL-NOT_FOUND', 404, 'There is no such inbound mail.', absent('inbound mail'))
export const inboundMailNotSuspended = defineError('SVC-INBOUND_MAIL-NOT_SUSPENDED', 409, 'The mail is not suspended.', {
  cause: 'The mail has become a message, or has been discarded. Only suspended mails can be released or discarded.',
  cure: 'Read `GET /inbound-mails/{id}`: `outcome`, `threadId` and `expiresAt` show what happened to the mail.',
})
export const inboundMailUnreadable = defineError('SVC-INBOUND_MAIL-UNREADABLE', 422, 'The mail could not be read.', {
  cause: 'Reading the raw mail took too long or too much memory, or failed. The mail stays suspended.',
  cure: 'Read `GET /inbound-mails/{id}/original` with another mail program, and create the thread with `POST /threads`.',
})
export const originalGone = defineError('SVC-MESSAGE-ORIGINAL_GONE', 404, 'The raw mail has been deleted.', {
  cause:
    'Raw mails are deleted after the tenant’s `retention.rawMails`, when a duplicate does not differ, and by an erasure. Messages that did ' +
    'not come in by mail have none.',
  cure: 'Use the message: its text, its attachments and `email` stay.',
})
export const mailMalformed = defineError('SVC-MAIL-MALFORMED', 400, 'The body is not a mail: it has no header line.', {
  cause: 'The body is empty, or has no line such as `From: ada@example.com` before the first empty line.',
  cure: 'Send the whole mail as it arrived, with its headers, as `message/rfc822`.',
})
export const mailTooLarge = defineError('SVC-MAIL-TOO_LARGE', 413, 'The mail is too large.', {
  cause: 'The mail has more bytes than the operator allows (`MAIL_IN_MAX_MIB`, by default 40 MiB).',
  cure: 'Send the mail without its largest attachments, or ask the operator to raise the limit.',
})
