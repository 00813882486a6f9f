/** Stores jobs, and deletes jobs that wait. */
import type { Queryable } from '../db.ts'
import { newId, type Uuid } from '../ids.ts'
import type { InputOf, JobName, JobOrder } from './orders.ts'
import { cancelJob, enqueueEarliestJobs, enqueueJob, lockWaitingJob } from './queries.ts'

/**
 * Stores a job in the caller's transaction. First lock the rows that the job is about. If the transaction locks more rows afterwards, use
 * `effects.enqueue`, which stores the job at the end. Replaces a job of the same name and key, even while it runs; that run then has no
 * effect. The worker in this process is notified when the response is sent; other workers poll the job within a fraction of a second.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  { tenantId, key, input, at, inSeconds = 0 }: JobOrder<InputOf<Name>>,
): Promise<void> {
  await tx.rows(enqueueJob, { tenantId, id: newId(), name, key, input: input ?? {}, at: at ?? null, inSeconds })
}

/**
 * Stores jobs of one name in one statement. If a job with the same key is waiting for an earlier time, keeps that time, so that later
 * orders do not delay the job. Keys must differ. As with `enqueue`, a run in progress has no effect.
 */
export async function enqueueEarliest<Name extends JobName>(
  tx: Queryable,
  name: Name,
  tenantId: Uuid,
  orders: readonly { key: string; input: InputOf<Name>; at: string }[],
): Promise<void> {
  await tx.rows(enqueueEarliestJobs, { tenantId, name, orders: orders.map((order) => ({ id: newId(), ...order })) })
}

/** Deletes a job, even while it runs; that run then has no effect. Returns whether the job existed. */
export async function cancel(tx: Queryable, name: JobName, { tenantId, key }: { tenantId: Uuid; key: string }): Promise<boolean> {
  return (await tx.rows(cancelJob, { tenantId, name, key })).length > 0
}

/**
 * Locks a job, so that no worker claims or completes it before the commit. Returns whether a worker is running it. Call it before `enqueue`
 * when a run in progress must keep its effect.
 */
export async function isJobRunning(tx: Queryable, name: JobName, { tenantId, key }: { tenantId: Uuid; key: string }): Promise<boolean> {
  return (await tx.first(lockWaitingJob, { tenantId, name, key }))?.running ?? false
}
