import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { rawMailName } from './accept/raw-file.ts'
import { deleteSuspendedMails, dropRawMails, findOverfullShare, type HeldMail, lockOldestHeld } from './held-queries.ts'
import { deleteExpiredMails, deleteOldIdentities, deleteReservations, dropOldRaw, dropRawOfDuplicates } from './queries.ts'

const chunk = 200

declare global {
  interface EnqueuedJobs {
    /** Recurs for each tenant, with an empty key. */
    'prune-inbound-mails': NoInput
  }
}

export const pruneInboundMails = job({
  name: 'prune-inbound-mails',
  description:
    'Deletes suspended mails that have expired, mails that never arrived completely, raw mails that are older than their tenant keeps them or beyond its share of suspended ones, and old identities.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, effects, tenantId }) {
    const limited = { tenantId, limit: chunk }
    const expired = await tx.rows(deleteExpiredMails, limited)
    const reserved = await tx.rows(deleteReservations, limited)
    const duplicates = await tx.rows(dropRawOfDuplicates, limited)
    const old = await tx.rows(dropOldRaw, limited)
    const identities = await tx.rows(deleteOldIdentities, limited)
    const held = await trimHeldMails(tx, tenantId, sumBytes(expired) + sumBytes(duplicates))
    const names = [expired, reserved, duplicates, old, held].flat().map(({ id }) => rawMailName(id))
    const [first] = names
    if (first !== undefined) effects.enqueue('remove-files', { key: first, input: { names } })
    const deleted = expired.length + held.filter(({ outcome }) => outcome === 'SUSPENDED').length
    if (deleted > 0) effects.count('inbound_mails', -deleted)
    const heldBytes = sumBytes(expired) + sumBytes(duplicates) + sumBytes(held)
    if (heldBytes > 0) effects.count('held_mail_bytes', -heldBytes)
    if (heldBytes + sumBytes(old) > 0) effects.count('mail_bytes', -heldBytes - sumBytes(old))
    return [expired, reserved, duplicates, old, identities, held].some(({ length }) => length === chunk) ? { againInSeconds: 0 } : undefined
  },
})

/** Deletes the oldest held mails, until the rest fits the tenant's share. `freed` bytes were already freed. */
async function trimHeldMails(tx: Queryable, tenantId: Uuid, freed: number): Promise<(HeldMail & { bytes: number })[]> {
  const overfull = await tx.first(findOverfullShare, { tenantId, added: -freed })
  if (!overfull) return []
  const oldest: (HeldMail & { bytes: number })[] = []
  for (const mail of await tx.rows(lockOldestHeld, { tenantId, limit: chunk })) {
    if (sumBytes(oldest) >= overfull.bytes) break
    oldest.push({ ...mail, bytes: mail.size })
  }
  const idsOf = (outcome: HeldMail['outcome']) => oldest.filter((mail) => mail.outcome === outcome).map(({ id }) => id)
  await tx.rows(deleteSuspendedMails, { tenantId, ids: idsOf('SUSPENDED') })
  await tx.rows(dropRawMails, { tenantId, ids: idsOf('DUPLICATE') })
  return oldest
}

function sumBytes(mails: readonly { bytes: number }[]): number {
  return mails.reduce((sum, { bytes }) => sum + bytes, 0)
}

export const pruneWhenRetentionChanges = eventJob(tenantUpdated, 'prune-inbound-mails', (_, { retention, storage }) =>
  retention || storage ? { key: '' } : null,
)
