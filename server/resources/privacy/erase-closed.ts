/**
 * Applies the retention of closed threads: erases threads closed for longer than the tenant's number of days, with the steps of a
 * customer's erasure.
 */
import { fetchOne } from '#kit/write.ts'
import { newId } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { readSettings } from '../tenants/index.ts'
import { findAnyClosed, noteClosed } from '../threads/index.ts'
import { insertRequest, findRunningRetention } from './queries.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'

/** Maximum number of threads per request. The next hourly run finds the rest. */
const maxThreads = 10_000

/** Creates a retention request for due threads, unless one is running. */
export async function requestRetention({ tx, effects, tenantId }: RunContext<NoInput, unknown>): Promise<void> {
  const days = (await readSettings(tx, tenantId))?.retention.closedThreads ?? null
  if (days === null || !(await tx.first(findAnyClosed, { tenantId, days })) || (await tx.first(findRunningRetention, { tenantId }))) return
  const id = newId()
  const fields = { type: 'RETENTION', mode: 'DELETE', dryRun: false, keepSubjects: false, customerId: null } as const
  await fetchOne(tx, insertRequest, { tenantId, id, ...fields, requestedBy: null })
  const noted = await fetchOne(tx, noteClosed, { tenantId, requestId: id, days, limit: maxThreads })
  effects.enqueue('erase-personal-data', { key: id })
  effects.audit({
    action: 'privacy_request.created',
    target: { type: 'privacy_request', id },
    after: { ...fields, days, threads: noted.noted },
  })
}

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'erase-closed-threads': NoInput
  }
}

export const eraseClosedThreads = job({
  name: 'erase-closed-threads',
  description: 'Requests the erasure of threads that have been closed for longer than their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  atOnce: 1,
  run: requestRetention,
})

export const eraseWhenRetentionChanges = eventJob(tenantUpdated, 'erase-closed-threads', (_, { retention }) =>
  retention ? { key: '' } : null,
)
