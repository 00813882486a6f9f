/** Deletes runs after the tenant's `retention.automationRuns`. */
import { fetchOne } from '#kit/write.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../../tenant-settings/index.ts'
import { readSettings } from '../../tenants/index.ts'
import { deleteOldMailCounts, deleteOldRuns } from './run-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'forget-automation-runs': NoInput
  }
}

const chunk = 2_000

export const forgetAutomationRuns = job({
  name: 'forget-automation-runs',
  description: 'Deletes runs of automation rules that are older than the tenant’s retention period.',
  every: { seconds: 6 * 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(deleteOldMailCounts, { tenantId })
    const days = (await readSettings(tx, tenantId))?.retention.automationRuns ?? null
    if (days === null) return
    const { count } = await fetchOne(tx, deleteOldRuns, { tenantId, days, limit: chunk })
    return count === chunk ? { againInSeconds: 0 } : undefined
  },
})

export const forgetWhenRetentionChanges = eventJob(tenantUpdated, 'forget-automation-runs', (_, { retention }) =>
  retention ? { key: '' } : null,
)
