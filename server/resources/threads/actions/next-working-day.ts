/** Computes the end of a snooze until the next working day. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findNextWorkingDay } from '../../business-hours/index.ts'
import { readTime, type ThreadRecord } from '../record/queries.ts'
import { findThreadHours } from './action-queries.ts'

/** Returns the start of a thread's next working day, in PostgreSQL's format. */
export async function readNextWorkingDay(tx: Queryable, tenantId: Uuid, { sla, teamId }: ThreadRecord): Promise<string> {
  const { now, timezone, hours } = await fetchOne(tx, findThreadHours, { tenantId, termsId: sla?.termsId ?? null, teamId })
  return fetchOne(tx, readTime, { at: new Date(findNextWorkingDay(hours, timezone, now)).toISOString(), inSeconds: null }).then(
    ({ at }) => at,
  )
}
