/** Notices floods of sessions: an inbox in which many anonymous visitors start one within a minute. */
import { databaseNow } from '#platform/database-now.ts'
import type { Uuid } from '#platform/ids.ts'

/** Maximum number of anonymous sessions of an inbox in a minute, in this process, that need no proof of work. */
export const maxCalmSessions = 60
const minuteMs = 60_000
/** Maximum number of inboxes that are counted. */
const maxInboxes = 10_000

let minute = 0
const counts = new Map<Uuid, number>()

/** Counts an anonymous session. Returns whether it is one too many to be started without a proof of work. */
export function countSession(inboxId: Uuid, now = databaseNow()): boolean {
  const current = Math.floor(now / minuteMs)
  if (current !== minute || counts.size >= maxInboxes) counts.clear()
  minute = current
  const count = (counts.get(inboxId) ?? 0) + 1
  counts.set(inboxId, count)
  return count > maxCalmSessions
}
