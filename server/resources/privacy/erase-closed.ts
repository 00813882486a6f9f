/** The retention of closed threads: those that are past the tenant's number of days are erased like those of an erased customer. */
import { follow, job, newId, type NoInput, fetchOne, type RunContext } from '../../kit/index.ts'
import { readSettings } from '../tenants/index.ts'
import { findAnyClosed, noteClosed } from '../threads/index.ts'
import { insertRequest, isRetaining } from './queries.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'

/** So many threads at once. More are found in the next period. */
const threadsMax = 10_000

/** Makes a request for what is due, unless one is at work. */
export async function requestRetention({ tx, effects, tenantId }: RunContext<NoInput, unknown>): Promise<void> {
  const days = (await readSettings(tx, tenantId))?.retention.closedThreads ?? null
  if (days === null || !(await tx.first(findAnyClosed, { tenantId, days })) || (await tx.first(isRetaining, { tenantId }))) return
  const id = newId()
  const asked = { type: 'RETENTION', mode: 'DELETE', dryRun: false, keepSubjects: false, customerId: null } as const
  await fetchOne(tx, insertRequest, { tenantId, id, ...asked, requestedBy: null })
  const noted = await fetchOne(tx, noteClosed, { tenantId, requestId: id, days, limit: threadsMax })
  effects.enqueue('erase-personal-data', { key: id })
  effects.audit({
    action: 'privacy_request.created',
    target: { type: 'privacy_request', id },
    after: { ...asked, days, threads: noted.noted },
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

export const eraseWhenRetentionChanges = follow(tenantUpdated, 'erase-closed-threads', (_, { retention }) =>
  retention ? { key: '' } : null,
)
