/** Finds the past points in time at which a TIME rule would have run. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { RuleTrigger } from '../condition-schema.ts'
import { readDuration, toStart, toDueTime } from '../times/due-time.ts'
import { starts } from './starts-queries.ts'

/** Maximum number of points per transaction. */
const limit = 400

export type PastTime = { threadId: Uuid; at: number }

/**
 * Returns the points after `from` and up to `to` at which the condition had lasted for the rule's duration. If there are too many, `until`
 * is earlier than `to`, and the rest follows in the next chunk.
 */
export async function findPastTimes(
  tx: Queryable,
  tenantId: Uuid,
  trigger: RuleTrigger,
  { from, to }: { from: number; to: number },
): Promise<{ times: PastTime[]; until: number }> {
  const duration = await readDuration(tx, tenantId, trigger)
  const window = { after: toStart(duration, from), through: toStart(duration, to) }
  const found = await tx.rows(starts[trigger.since ?? 'CREATED'], { tenantId, ...window, limit })
  const times = found.flatMap(({ threadId, beganAt, endedAt }) => {
    const at = toDueTime(duration, beganAt)
    return endedAt !== null && endedAt <= at ? [] : [{ threadId, at }]
  })
  const last = found.at(-1)
  return { times, until: found.length >= limit && last ? Math.min(to, toDueTime(duration, last.beganAt)) : to }
}
