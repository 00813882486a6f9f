/** Types the records of events. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { JobRecord } from '../../jobs/index.ts'
import type { MessageRecord, ThreadRecord } from '../../threads/index.ts'

// Safe because events about messages, threads and jobs have these records.
export const toMessageOf = ({ object }: EventRow) => object as unknown as MessageRecord
export const toJobOf = ({ object }: EventRow) => object as unknown as JobRecord
export const toThreadOf = ({ object }: EventRow) => object as unknown as ThreadRecord

/** The event of the webhooks module, which no other module may import. */
export const webhookDisabled = { type: 'webhook.disabled' } as const

export function isOf({ type }: EventRow, ...events: { type: string }[]): boolean {
  return events.some((each) => each.type === type)
}

export function isUnsettled(event: EventRow): boolean {
  const { status } = toThreadOf(event)
  return status === 'open' || status === 'pending'
}

/** Returns the user who wrote a message; null for customers and programs. */
export function getUser({ authorType, authorId }: MessageRecord): Uuid[] {
  return authorType === 'AGENT' && authorId ? [authorId] : []
}
