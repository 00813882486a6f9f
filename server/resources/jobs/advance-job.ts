import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { jobEnded } from './events.ts'
import { type JobProgress, updateJob } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Pick<Effects, 'attribute'>; readonly tenantId: Uuid }

/** Stores the progress of a locked, unfinished job. At the end, emits `job.ended` on behalf of the requester. */
export async function advanceJob(
  { tx, effects, tenantId }: Context,
  id: Uuid,
  { state, done, failed, result }: JobProgress,
): Promise<void> {
  const { actor, ...record } = await fetchOne(tx, updateJob, { tenantId, id, state, done, failed, result })
  if (state === 'DONE' || state === 'FAILED') effects.attribute(actor ? { actor } : {}).emit(jobEnded, id, record)
}
