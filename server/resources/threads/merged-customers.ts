/** Reassigns the threads of a merged customer (decision 32). */
import { follow, job, type NoInput, type Queryable, type RunContext, type Uuid } from '../../kit/index.ts'
import { customerMerged } from '../customers/index.ts'
import { findThreadOwner, giveThreads, lockThreadsOfCustomer } from './customer-queries.ts'

/** The number of threads changed in one transaction, which takes some tens of milliseconds. */
const portion = 200
/**
 * A statement that read the customer before the merge may write a thread of the source after the job has finished. No statement runs longer
 * than ten seconds, so the job runs once more after this time.
 */
const lateSeconds = 60

export const giveThreadsWhenMerged = follow(customerMerged, 'give-threads-to-target', ({ id }) => ({ key: id }))
export const giveLateThreadsWhenMerged = follow(customerMerged, 'give-threads-to-target', ({ id }) => ({
  key: `${id} late`,
  inSeconds: lateSeconds,
}))

/** Emits no events and changes no versions: `customer.merged` covers all threads at once. */
export async function giveToTarget({
  tx,
  effects,
  tenantId,
  key,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const own = { tenantId, customerId: key.split(' ')[0] ?? '' }
  const holder = await tx.first(findThreadOwner, own)
  if (!holder || holder.id === own.customerId) return undefined
  const ids = (await tx.rows(lockThreadsOfCustomer, { ...own, limit: portion })).map(({ id }) => id)
  if (ids.length === 0) return undefined
  await tx.rows(giveThreads, { ...own, holderId: holder.id, ids })
  // Their SLA policies may depend on the fields of whose they are now.
  effects.enqueue('choose-sla-again', { key: holder.id })
  return ids.length >= portion ? { againInSeconds: 0 } : undefined
}

/** Expands a filter by a customer to all customers whose threads belong to that customer now. */
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
    /** The key is the merged customer, with the suffix `late` for the second run. */
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
