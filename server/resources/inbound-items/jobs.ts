import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { deleteExpiredItems, dropOldPayloads, dropPayloadOfDuplicates } from './queries.ts'

const chunk = 200

declare global {
  interface EnqueuedJobs {
    /** Recurs for each tenant, with an empty key. */
    'prune-inbound-items': NoInput
  }
}

export const pruneInboundItems = job({
  name: 'prune-inbound-items',
  description: 'Deletes suspended items that have expired, and the bytes of items that are older than their tenant keeps raw mails.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, effects, tenantId }) {
    const limited = { tenantId, limit: chunk }
    const expired = await tx.rows(deleteExpiredItems, limited)
    const duplicates = await tx.rows(dropPayloadOfDuplicates, limited)
    const old = await tx.rows(dropOldPayloads, limited)
    if (expired.length > 0) effects.count('inbound_items', -expired.length)
    return [expired, duplicates, old].some(({ length }) => length === chunk) ? { againInSeconds: 0 } : undefined
  },
})

export const pruneItemsWhenRetentionChanges = eventJob(tenantUpdated, 'prune-inbound-items', (_, { retention }) =>
  retention ? { key: '' } : null,
)
