/** Announces SLA warnings and breaches exactly once, in jobs, including those that became due during downtime. */
import { enqueue } from '#platform/jobs/enqueue.ts'
import { job, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { updateOverdue } from '../../sla-policies/index.ts'
import { lockThreadRows } from '../record/queries.ts'
import { announceClocks } from './events.ts'
import { findTiming, findTenantsDue, findThreadsDue, toTiming, writeTiming } from '../record/sla-queries.ts'

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
const chunk = 50

/** Enqueues a job for each tenant with a due announcement. Separate jobs keep one tenant's error from delaying the others. */
export async function findDue({ db }: OutsideContext<NoInput>): Promise<void> {
  for (const { tenantId } of await db.rows(findTenantsDue, { name: 'announce-sla' }))
    await db.transaction((tx) => enqueue(tx, 'announce-sla', { tenantId, key: '' }))
}

export async function announceAll({
  tx,
  effects,
  tenantId,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const ids = (await tx.rows(findThreadsDue, { tenantId, limit: chunk })).map(({ id }) => id)
  // Lock the threads first: a concurrent reply is then either in time, or follows the announced breach.
  await tx.rows(lockThreadRows, { tenantId, ids })
  for (const id of ids) {
    const found = await tx.first(findTiming, { tenantId, id })
    if (!found) continue
    const { clocks, happened } = updateOverdue(found.clocks, found.now)
    if (happened.length === 0) continue
    const { termsId, answered, former, publicNumber, ticketNumber, terms, status, isMerged } = found
    await tx.rows(writeTiming, { tenantId, id, sla: toTiming({ termsId, answered, clocks, former }, { status, merged: isMerged }) })
    announceClocks(effects, { id, publicNumber, ticketNumber }, terms, happened)
  }
  return ids.length === chunk ? { againInSeconds: 0 } : undefined
}

/** Lease in seconds, after which another worker takes over from a killed one. It is short because a chunk takes only milliseconds. */
const leaseSeconds = 5

declare global {
  interface EnqueuedJobs {
    /** At most one job per tenant, with an empty key, while a target is due. */
    'announce-sla': NoInput
  }
}

export const findDueClocks = job({
  name: 'find-due-sla',
  description: 'Looks every second for SLA targets that are about to be missed, or were.',
  every: { seconds: 1, for: 'service' },
  leaseSeconds,
  outside: findDue,
})

export const announceClocksDue = job({
  name: 'announce-sla',
  description: 'Announces SLA targets that are about to be missed, or were.',
  retrySeconds: [0.2, 0.5, 1, 2, 5, 30, 60, 300, 900, 3_600],
  leaseSeconds,
  atOnce: 1,
  run: announceAll,
})
