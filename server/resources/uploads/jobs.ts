import { databaseNow } from '#platform/database-now.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { readSettings } from '../tenants/index.ts'
import { findHeldUploads, getFileName, findUpload, lockOldUploads, lockUpload } from './queries.ts'
import { removeLockedUploads } from './remove-uploads.ts'
import { getArrivalName, judgeFile, recordVerdict, type Verdict } from './judge-file.ts'

/** Milliseconds after the URL's expiry within which a file can still arrive, because its upload may have started earlier. */
const maxLateMs = 600_000

declare global {
  interface EnqueuedJobs {
    /** The key is the upload's id. `until` is when the upload URL expires. */
    'check-arrival': { until: string }
    /** The key is the id of the first upload. */
    'remove-files': { names: string[] }
    'remove-old-uploads': NoInput
  }
}

export const checkArrival = job({
  name: 'check-arrival',
  description: 'Checks a file that was sent straight to the bucket.',
  leaseSeconds: 180,
  async outside({ config, db, tenantId, key: id }): Promise<Verdict | null> {
    const upload = await db.first(findUpload, { tenantId, id })
    if (upload?.state !== 'PENDING') return null
    const store = getFileStore(config)
    const arrival = { tenantId, name: getArrivalName(id) }
    const arrived = await store.read(arrival)
    if (!arrived) return null
    // Some buckets do not check the size of what they store, so do not download a file of the wrong size: it may be huge.
    const isOther = arrived.size !== upload.size
    if (isOther) arrived.bytes.destroy()
    const file = isOther ? null : await store.receive(arrived.bytes, { maxSize: upload.size })
    try {
      const verdict: Verdict = file
        ? await judgeFile(upload, file)
        : { state: 'REJECTED', contentType: upload.contentType, sha256: upload.sha256 ?? '', why: null }
      if (verdict.state === 'READY' && file) await store.keep(file, { tenantId, name: getFileName({ id }) })
      await store.remove([arrival])
      return verdict
    } finally {
      await file?.discard()
    }
  },
  async run({ tx, effects, tenantId, key: id, found: verdict, input }) {
    const upload = await tx.first(lockUpload, { tenantId, id })
    if (upload?.state !== 'PENDING') return undefined
    if (!verdict) return scheduleNextCheck(Date.parse(input.until))
    await recordVerdict({ tx, effects, tenantId }, upload, verdict)
    return undefined
  },
})

/**
 * Schedules the next check: every second in the first two minutes, while a client may be waiting for the upload, then every ten seconds.
 */
function scheduleNextCheck(until: number): { againInSeconds: number } | undefined {
  const leftMs = until - databaseNow()
  if (leftMs < -maxLateMs) return undefined
  return { againInSeconds: leftMs > 780_000 ? 1 : 10 }
}

export const removeFiles = job({
  name: 'remove-files',
  description: 'Deletes files whose uploads were deleted.',
  outside: ({ config, tenantId, input }) => getFileStore(config).remove(input.names.map((name) => ({ tenantId, name }))),
})

const chunk = 100

export const removeOldUploads = job({
  name: 'remove-old-uploads',
  description:
    'Deletes uploads that nothing was done with for a day and no draft names, and files that are older than their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, effects, tenantId }) {
    const days = (await readSettings(tx, tenantId))?.retention.uploads ?? null
    const old = await tx.rows(lockOldUploads, { tenantId, days, limit: chunk })
    const shared = old.filter((record) => record.shared === true).map(({ id }) => id)
    const held = new Set((shared.length > 0 ? await tx.rows(findHeldUploads, { tenantId, ids: shared }) : []).map(({ id }) => id))
    await removeLockedUploads(
      { tx, effects, tenantId },
      old.filter(({ id }) => !held.has(id)),
    )
    // A shared file can be deleted once its last copy is gone.
    const hasMore = old.length === chunk || old.some(({ contentOf = null }) => contentOf !== null)
    return hasMore ? { againInSeconds: 0 } : undefined
  },
})

export const removeWhenRetentionChanges = eventJob(tenantUpdated, 'remove-old-uploads', (_, { retention }) =>
  retention ? { key: '' } : null,
)
