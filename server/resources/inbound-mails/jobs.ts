import { follow, job, type NoInput } from '../../kit/index.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { rawMailName } from './accept/raw-file.ts'
import { deleteExpiredMails, deleteOldIdentities, deleteReservations, dropOldRaw, dropRawOfDuplicates } from './queries.ts'

const portion = 200

declare global {
  interface EnqueuedJobs {
    /** Recurs for each tenant, with an empty key. */
    'prune-inbound-mails': NoInput
  }
}

export const pruneInboundMails = job({
  name: 'prune-inbound-mails',
  description:
    'Deletes suspended mails that have expired, mails that never arrived completely, raw mails that are older than their tenant keeps them, and old identities.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, effects, tenantId }) {
    const limited = { tenantId, limit: portion }
    const expired = await tx.rows(deleteExpiredMails, limited)
    const reserved = await tx.rows(deleteReservations, limited)
    const duplicates = await tx.rows(dropRawOfDuplicates, limited)
    const old = await tx.rows(dropOldRaw, limited)
    const identities = await tx.rows(deleteOldIdentities, limited)
    const names = [expired, reserved, duplicates, old].flat().map(({ id }) => rawMailName(id))
    const [first] = names
    if (first !== undefined) effects.enqueue('remove-files', { key: first, input: { names } })
    if (expired.length > 0) effects.count('inbound_mails', -expired.length)
    return [expired, reserved, duplicates, old, identities].some(({ length }) => length === portion) ? { againInSeconds: 0 } : undefined
  },
})

export const pruneWhenRetentionChanges = follow(tenantUpdated, 'prune-inbound-mails', (_, { retention }) =>
  retention ? { key: '' } : null,
)
