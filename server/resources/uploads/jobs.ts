import { fileStoreOf, follow, job, type NoInput } from '../../kit/index.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { readSettings } from '../tenants/index.ts'
import { fileNameOf, findUpload, lockOldUploads, lockUpload } from './queries.ts'
import { removeLocked } from './remove-uploads.ts'
import { arrivalNameOf, judge, settle, type Verdict } from './settle.ts'

/** A file whose sending began in time may arrive later. */
const lateMsMax = 600_000

declare global {
  interface EnqueuedJobs {
    /** The key is the upload; `until` is when the URL for sending expires. */
    'check-arrival': { until: string }
    /** The key is the first of the uploads. */
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
    const store = fileStoreOf(config)
    const arrival = { tenantId, name: arrivalNameOf(id) }
    const arrived = await store.read(arrival)
    if (!arrived) return null
    // A bucket that does not check what it takes may hold any number of bytes.
    const isOther = arrived.size !== upload.size
    if (isOther) arrived.bytes.destroy()
    const file = isOther ? null : await store.receive(arrived.bytes, { sizeMax: upload.size })
    try {
      const verdict: Verdict = file
        ? await judge(upload, file)
        : { state: 'REJECTED', contentType: upload.contentType, sha256: upload.sha256 ?? '', why: null }
      if (verdict.state === 'READY' && file) await store.keep(file, { tenantId, name: fileNameOf(id) })
      await store.remove([arrival])
      return verdict
    } finally {
      await file?.discard()
    }
  },
  async run({ tx, effects, tenantId, key: id, found: verdict, input }) {
    const upload = await tx.first(lockUpload, { tenantId, id })
    if (upload?.state !== 'PENDING') return undefined
    if (!verdict) return waitFor(Date.parse(input.until))
    await settle({ tx, effects, tenantId }, upload, verdict)
    return undefined
  },
})

/** Every second while somebody may be waiting for it, then less often. */
function waitFor(until: number): { againInSeconds: number } | undefined {
  const leftMs = until - Date.now()
  if (leftMs < -lateMsMax) return undefined
  return { againInSeconds: leftMs > 780_000 ? 1 : 10 }
}

export const removeFiles = job({
  name: 'remove-files',
  description: 'Deletes files whose uploads were deleted.',
  outside: ({ config, tenantId, input }) => fileStoreOf(config).remove(input.names.map((name) => ({ tenantId, name }))),
})

const portion = 100

export const removeOldUploads = job({
  name: 'remove-old-uploads',
  description:
    'Deletes uploads that nothing was done with for a day and no draft names, and files that are older than their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, effects, tenantId }) {
    const days = (await readSettings(tx, tenantId))?.retention.uploads ?? null
    const old = await tx.rows(lockOldUploads, { tenantId, days, limit: portion })
    await removeLocked({ tx, effects, tenantId }, old)
    return old.length === portion ? { againInSeconds: 0 } : undefined
  },
})

export const removeWhenRetentionChanges = follow(tenantUpdated, 'remove-old-uploads', (_, { retention }) =>
  retention ? { key: '' } : null,
)
