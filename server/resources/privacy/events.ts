import { defineEvent } from '#platform/outbox/events.ts'
import type { RequestRecord } from './queries.ts'
import { toRequest } from './request.ts'
import { PrivacyRequest } from './schema.ts'

export const privacyRequestCompleted = defineEvent({
  type: 'privacy.request.completed',
  scope: 'privacy:admin',
  description: 'An export or an erasure ended: `state` is `DONE` or `FAILED`. Dry runs and the retention of closed threads emit it too.',
  object: PrivacyRequest,
  present: (record: RequestRecord) => toRequest(record),
})
