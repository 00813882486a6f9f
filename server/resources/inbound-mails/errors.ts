import { absent, defineError } from '../../kit/index.ts'

export const inboundMailNotFound = defineError('SVC-INBOUND_MAIL-NOT_FOUND', 404, 'There is no such inbound mail.', absent('inbound mail'))
export const inboundMailNotSuspended = defineError('SVC-INBOUND_MAIL-NOT_SUSPENDED', 409, 'The mail is not suspended.', {
  cause: 'The mail has become a message, or has been discarded. Only suspended mails can be released or discarded.',
  cure: 'Read `GET /inbound-mails/{id}`: `outcome`, `threadId` and `expiresAt` show what happened to the mail.',
})
export const originalGone = defineError('SVC-MESSAGE-ORIGINAL_GONE', 404, 'The raw mail has been deleted.', {
  cause: 'Raw mails are deleted after the tenant’s `retention.rawMails`, when a duplicate does not differ, and by an erasure.',
  cure: 'Use the message: its text, its attachments and `email` stay.',
})
