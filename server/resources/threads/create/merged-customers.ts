/** Moves a merged customer's threads to the merge target, in a job (decision 32). */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { customerMerged } from '../../customers/index.ts'
import { findThreadOwner, giveThreads, lockThreadsOfCustomer } from './customer-queries.ts'

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
const chunk = 200
/**
 * Seconds until the job's second run. A statement that read the customer before the merge may insert a thread for them after the first run;
 * no statement runs longer than ten seconds.
 */
const lateSeconds = 60

export const giveThreadsWhenMerged = eventJob(customerMerged, 'give-threads-to-target', ({ id }) => ({ key: id }))
export const giveLateThreadsWhenMerged = eventJob(customerMerged, 'give-threads-to-target', ({ id }) => ({
  key: `${id} late`,
  inSeconds: lateSeconds,
}))

/** Moves the next threads to the merge target. Emits no events and keeps versions, because `customer.merged` covers all threads. */
export async function giveToTarget({
  tx,
  effects,
  tenantId,
  key,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const own = { tenantId, customerId: key.split(' ')[0] ?? '' }
  const holder = await tx.first(findThreadOwner, own)
  if (!holder || holder.id === own.customerId) return undefined
  const ids = (await tx.rows(lockThreadsOfCustomer, { ...own, limit: chunk })).map(({ id }) => id)
  if (ids.length === 0) return undefined
  await tx.rows(giveThreads, { ...own, holderId: holder.id, ids })
  // Conditions of SLA policies can test custom fields of the new customer.
  effects.enqueue('choose-sla-again', { key: holder.id })
  return ids.length >= chunk ? { againInSeconds: 0 } : undefined
}

/** Expands a filter by customer to the merge target and the merged customers whose threads the job has not moved yet. */
export async function expandCustomerFilter(
  db: Queryable,
  tenantId: Uuid,
  { customerId, ...filters }: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  if (typeof customerId !== 'string') return filters
  const holder = await db.first(findThreadOwner, { tenantId, customerId })
  if (!holder) return { ...filters, customerId }
  const { id, sources } = holder
  return sources.length === 0 ? { ...filters, customerId: id } : { ...filters, customerIds: [id, ...sources] }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the merged customer's id, with the suffix `late` for the second run. */
    'give-threads-to-target': NoInput
  }
}

export const giveThreadsToTarget = job({
  name: 'give-threads-to-target',
  description: 'Gives the threads of a merged customer to the one that it was merged into.',
  leaseSeconds: 20,
  atOnce: 1,
  run: giveToTarget,
})
