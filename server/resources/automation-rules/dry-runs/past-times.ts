/** The past moments at which a rule with a time would have run. */
import { fetchOne, type Queryable, type Uuid } from '../../../kit/index.ts'
import { addWorkingTime, businessHoursResource, type WorkingHours } from '../../business-hours/index.ts'
import type { RuleTrigger } from '../condition-schema.ts'
import { beginnings } from './beginnings-queries.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Moments per transaction. */
const limit = 400

export type PastTime = { threadId: Uuid; at: number }

/**
 * Returns the moments after `from` and up to `to` at which the condition had lasted for the rule's time. If there are too many, `until` is
 * earlier than `to`, and the rest comes with the next portion.
 */
export async function findPastTimes(
  tx: Queryable,
  tenantId: Uuid,
  trigger: RuleTrigger,
  { from, to }: { from: number; to: number },
): Promise<{ times: PastTime[]; until: number }> {
  const { since = 'CREATED', afterMinutes = 0, businessHoursId } = trigger
  const hours = businessHoursId ? await fetchOne(tx, businessHoursResource.statements.find, { tenantId, id: businessHoursId }) : null
  const lasts = afterMinutes * minuteMs
  const window = { after: findBeginning(hours, lasts, from), through: findBeginning(hours, lasts, to) }
  const found = await tx.rows(beginnings[since], { tenantId, ...window, limit })
  const times = found.flatMap(({ threadId, beganAt, endedAt }) => {
    const at = addTime(hours, beganAt, lasts)
    return endedAt !== null && endedAt <= at ? [] : [{ threadId, at }]
  })
  const last = found.at(-1)
  return { times, until: found.length >= limit && last ? Math.min(to, addTime(hours, last.beganAt, lasts)) : to }
}

function addTime(hours: WorkingHours | null, beganAt: number, ms: number): number {
  return hours ? addWorkingTime(hours, beganAt, ms) : beganAt + ms
}

/** Returns the latest beginning from which the time has passed by `at`: later beginnings are due later. */
function findBeginning(hours: WorkingHours | null, ms: number, at: number): number {
  if (!hours) return at - ms
  let [low, high] = [at - 2 * 366 * dayMs, at]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (addWorkingTime(hours, middle, ms) <= at) low = middle
    else high = middle - 1
  }
  return low
}
