/** Computes when a TIME rule is due. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { addWorkingTime, businessHoursResource, type WorkingHours } from '../../business-hours/index.ts'
import type { RuleTrigger } from '../condition-schema.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Duration of a condition in milliseconds, counted in business hours unless `hours` is null. Negative before a deadline. */
export type Duration = { readonly hours: WorkingHours | null; readonly ms: number }

/** Reads the duration of a rule, with its current business hours. */
export async function readDuration(
  db: Queryable,
  tenantId: Uuid,
  { afterMinutes = 0, businessHoursId }: Pick<RuleTrigger, 'afterMinutes' | 'businessHoursId'>,
): Promise<Duration> {
  const hours = businessHoursId ? await fetchOne(db, businessHoursResource.statements.find, { tenantId, id: businessHoursId }) : null
  return { hours, ms: afterMinutes * minuteMs }
}

/** Returns the due time: the start of the condition plus the duration. */
export function toDueTime({ hours, ms }: Duration, beganAt: number): number {
  return addWorkingTime(hours, beganAt, ms)
}

/** Returns the latest start that is due at a time. Later starts are due later. */
export function toStart(duration: Duration, dueAt: number): number {
  if (!duration.hours) return dueAt - duration.ms
  let [low, high] = [dueAt - 2 * 366 * dayMs, dueAt]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (toDueTime(duration, middle) <= dueAt) low = middle
    else high = middle - 1
  }
  return low
}
