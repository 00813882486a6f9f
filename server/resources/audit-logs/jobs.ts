import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { readSettings } from '../tenants/index.ts'
import { pruneRows } from './queries.ts'

const batch = 2_000

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'prune-audit-logs': NoInput
  }
}

export const pruneAuditLogs = job({
  name: 'prune-audit-logs',
  description: 'Deletes audit logs that are past the time for which their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    const days = (await readSettings(tx, tenantId))?.retention.auditRows ?? null
    if (days === null) return undefined
    const pruned = (await tx.first(pruneRows, { tenantId, days, batch }))?.pruned ?? 0
    return pruned === batch ? { againInSeconds: 0 } : undefined
  },
})

export const pruneWhenRetentionChanges = eventJob(tenantUpdated, 'prune-audit-logs', (_, { retention }) => (retention ? { key: '' } : null))
