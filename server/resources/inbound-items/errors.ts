import { absent, defineError } from '#platform/define-error.ts'

export const inboundItemNotFound = defineError('SVC-INBOUND_ITEM-NOT_FOUND', 404, 'There is no such inbound item.', absent('inbound item'))
export const inboundItemNotSuspended = defineError('SVC-INBOUND_ITEM-NOT_SUSPENDED', 409, 'The item is not suspended.', {
  cause: 'The item was processed, ignored or has expired, or it is a mail. Only suspended items of a program can be released here.',
  cure: 'Read `GET /inbound-items/{id}`: `outcome`, `reason` and `expiresAt` show what happened to it. Release a mail with `POST /inbound-mails/{id}/release`.',
})
export const inboundItemInboxInactive = defineError('SVC-INBOUND_ITEM-INBOX_INACTIVE', 409, 'The inbox of the item is inactive.', {
  cause: 'The item needs a new thread, and an inactive inbox gets none. The item stays suspended.',
  cure: 'Activate the inbox with `PATCH /inboxes/{id}`, and release the item again.',
})
export const hookSignatureInvalid = defineError(
  'SVC-HOOK-SIGNATURE_INVALID',
  401,
  'The signature or the URL of the request is not valid.',
  {
    cause:
      'No inbox has this URL, the inbox has no secret yet, a header `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing, the ' +
      'time differs from the service’s by more than five minutes, or the signature does not match the bytes of the body. The response does ' +
      'not say which.',
    cure:
      'Take `hook.inboundUrl` from `GET /inboxes/{id}`, create a secret with `POST /inboxes/{id}/rotate-secret`, and sign the exact bytes of the ' +
      'body with a library for Standard Webhooks. Check the clock of your machine.',
  },
)
export const hookMalformed = defineError('SVC-HOOK-MALFORMED', 400, 'The body is not an event that the service can read.', {
  cause: 'The body is not JSON, or a field of a known `type` is missing or has the wrong type. The message names the field.',
  cure: 'Correct the field and send the event again. Nothing was stored, so the same ids can be used.',
})
export const hookTooLarge = defineError('SVC-HOOK-TOO_LARGE', 413, 'The body is larger than 1 MiB.', {
  cause: 'An event has at most 1,048,576 bytes. Files do not belong into the body.',
  cure: 'Send links of files in `attachments`: the service fetches them.',
})
