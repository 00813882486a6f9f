/** Guards against rules that loop or write too much. Each time a guard stops a rule, a run records it. */
import { databaseNow } from '#platform/database-now.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventActor } from '#platform/outbox/attribution.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import { isAutomatic, type MessageRecord, messageCreated, threadCreated, type ThreadRecord } from '../../threads/index.ts'
import type { Expanded } from './expand-actions.ts'
import type { Past } from './run-queries.ts'
import type { RunGuard } from './run-schema.ts'

/**
 * Trigger of a rule on a thread: an event, a condition that began at a time, or a job with which a user applies the rule to existing
 * threads. Has both an event and a time when the event made a thread match a rule that was already due.
 */
export type TriggerContext = {
  readonly threadId: Uuid
  readonly event: EventRow | null
  readonly beganAt: string | null
  /**
   * Rules that ran earlier on the same event, and made the thread match or wrote a field that this rule overwrites. This rule's changes
   * count as caused by them, too.
   */
  readonly buildsOn?: readonly Uuid[]
  readonly application?: { readonly jobId: Uuid; readonly actor: EventActor | null }
}

const maxDepth = 5
export const maxChangesPerHour = 50
const dayMs = 24 * 3_600_000
/** Milliseconds within which a rule replies only once to a thread, unless the customer writes again. */
const replyIntervalMs = dayMs
/** Milliseconds between writing and storing a message, above which the message counts as imported history. */
const importedAfterMs = dayMs

export type Guarded = { outcome: 'LOOP_GUARD' | 'LIMITED'; guard: RunGuard }

/** Facts about earlier runs, for the guards. */
export type GuardedPast = Pick<Past, 'changes' | 'repliedAt' | 'customerWroteAt' | 'customerWasAutomatic'>

/** Returns the guard that stops the rule at this time, or null. An unsaved rule has no id. */
export function findGuard(
  rule: { readonly id: Uuid | null },
  { replies }: Pick<Expanded, 'replies'>,
  { event }: Pick<TriggerContext, 'event'>,
  past: GuardedPast,
  thread: Pick<ThreadRecord, 'createdAt'>,
  now = databaseNow(),
): Guarded | null {
  if (rule.id !== null && event?.cause?.ruleIds.includes(rule.id)) return { outcome: 'LOOP_GUARD', guard: 'ANCESTRY' }
  if ((event?.cause?.depth ?? 0) >= maxDepth) return { outcome: 'LOOP_GUARD', guard: 'DEPTH' }
  if (past.changes >= maxChangesPerHour) return { outcome: 'LOOP_GUARD', guard: 'THREAD_CHANGES' }
  if (!replies) return null
  if (past.customerWasAutomatic || isAboutAutomaticMessage(event)) return { outcome: 'LIMITED', guard: 'AUTOMATIC_MESSAGE' }
  if (event && !isRequest(event, thread)) return { outcome: 'LIMITED', guard: 'NOT_ASKED' }
  const repliedAt = past.repliedAt === null ? null : Date.parse(past.repliedAt)
  if (repliedAt === null || now - repliedAt > replyIntervalMs) return null
  const wroteAt = past.customerWroteAt === null ? -Infinity : Date.parse(past.customerWroteAt)
  return wroteAt > repliedAt ? null : { outcome: 'LIMITED', guard: 'REPLY_INTERVAL' }
}

function isAboutAutomaticMessage(event: EventRow | null): boolean {
  if (event?.type !== messageCreated.type) return false
  // Safe because events of this type store a message's record.
  const message = event.object as MessageRecord
  return isAutomatic(message) || message.email?.noAutoReply === true
}

/**
 * Whether the customer has just written. False for the creation of a thread that an agent began or split off, and for an imported message.
 * True for all events that say nothing about it.
 */
function isRequest({ type, object, cause, createdAt }: EventRow, thread: Pick<ThreadRecord, 'createdAt'>): boolean {
  // Safe because events of this type store a thread's record.
  if (type === threadCreated.type) return cause?.type !== 'SPLIT' && (object as ThreadRecord).lastMessageAuthorType === 'CUSTOMER'
  if (type !== messageCreated.type) return true
  // Safe because events of this type store a message's record.
  const message = object as MessageRecord
  // A mail has the time at which the service accepted it. A mail that waited while the service was down is not history.
  if (message.authorType !== 'CUSTOMER' || message.email) return true
  const writtenAt = toMs(message.createdAt)
  return writtenAt >= toMs(thread.createdAt) && toMs(createdAt) - writtenAt <= importedAfterMs
}

function toMs(time: string): number {
  return Date.parse(isoTime(time))
}
