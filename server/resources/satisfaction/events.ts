import { createPresenter } from '#kit/present.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import type { RequestRecord } from './queries.ts'
import { SatisfactionRequest } from './schema.ts'

const present: (record: RequestRecord) => ReturnType<ReturnType<typeof createPresenter<typeof SatisfactionRequest>>> =
  createPresenter(SatisfactionRequest)
const request = { scope: 'threads:read', object: SatisfactionRequest, present } as const

export { present as presentRequest }

export const satisfactionRequested = defineEvent({
  type: 'satisfaction.requested',
  description: 'A customer was asked to rate a thread: the mail was sent, the chat shows the question, or the link was made.',
  ...request,
})
export const satisfactionAnswered = defineEvent({
  type: 'satisfaction.answered',
  description: 'A customer rated a thread for the first time. Changes of the answer emit `satisfaction.changed`.',
  previous: { state: 'SENT', answer: null },
  ...request,
})
export const satisfactionChanged = defineEvent({
  type: 'satisfaction.changed',
  description: 'A customer changed the answer.',
  previous: { answer: { score: 4, comment: null, reasons: [], source: 'LINK', answeredAt: '2026-03-04T10:45:00.000Z', changes: 0 } },
  ...request,
})
export const satisfactionCancelled = defineEvent({
  type: 'satisfaction.cancelled',
  description: 'A request was cancelled before it was answered; `cancelReason` says why.',
  previous: { state: 'PLANNED' },
  ...request,
})
export const satisfactionExpired = defineEvent({
  type: 'satisfaction.expired',
  description: 'A customer did not answer in time.',
  previous: { state: 'SENT' },
  ...request,
})
