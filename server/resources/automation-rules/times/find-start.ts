/** Finds when the condition of a TIME rule began for a thread. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { measures } from '../../reports/index.ts'
import { toStanding } from '../../sla-policies/index.ts'
import type { ThreadSnapshot } from '../../threads/index.ts'
import type { RuleStart, RuleTrigger } from '../condition-schema.ts'
import { findLastMessage, latestChanges } from './time-queries.ts'

/** Returns milliseconds since 1970; null when the condition does not currently hold for the thread. */
export async function findStart(db: Queryable, tenantId: Uuid, since: RuleStart, { thread }: ThreadSnapshot): Promise<number | null> {
  if (thread.mergedInto !== null) return null
  const toMs = (time: string | null) => (time === null ? null : Date.parse(isoTime(time)))
  switch (since) {
    case 'CREATED':
      return toMs(thread.createdAt)
    case 'WAITING':
      return thread.status === 'open' || thread.status === 'pending' ? toMs(thread.waitingSince) : null
    case 'LAST_MESSAGE':
      return (await db.first(findLastMessage, { tenantId, threadId: thread.id }))?.at ?? null
    case 'SLA_DUE':
      return thread.sla ? toStanding(thread.sla.clocks, { status: thread.status, merged: false }).dueAt : null
    case 'STATUS':
    case 'ASSIGNED':
    case 'SNOOZE_ENDED': {
      const latest = await db.first(latestChanges[since], { tenantId, threadId: thread.id, reader: measures.name })
      if (!latest) return null
      const { at, isCreation, value } = latest
      if (since === 'SNOOZE_ENDED') return !isCreation && value === 'awake' ? at : null
      const now = since === 'STATUS' ? thread.status : thread.assigneeId
      if (now === null) return null
      // The event and the fact of a creation can have different times.
      return isCreation ? toMs(thread.createdAt) : value === now ? at : null
    }
  }
}

/** Whether the condition still holds and began at the same time. */
export async function hasBegunAt(
  db: Queryable,
  tenantId: Uuid,
  { since }: Pick<RuleTrigger, 'since'>,
  snapshot: ThreadSnapshot,
  beganAt: string,
): Promise<boolean> {
  return since !== undefined && (await findStart(db, tenantId, since, snapshot)) === Date.parse(beganAt)
}
