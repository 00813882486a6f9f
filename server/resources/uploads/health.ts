import type { Config } from '../../config.ts'
import type { Queryable } from '#platform/db.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { Uuid } from '#platform/ids.ts'
import { readUsage } from './queries.ts'

/** Returns the state of the file store and the tenant's quota usage, for system health. */
export async function storageHealth(
  db: Queryable,
  tenantId: Uuid,
  config: Pick<Config, 'uploads' | 'dataDir'>,
): Promise<{ status: 'OK' | 'DEGRADED' | 'DOWN'; detail: string }> {
  const { quotaBytes, reserveBytes } = config.uploads
  const { files = 0, mails = 0, held = 0, maxHeld = 0 } = (await db.first(readUsage, { tenantId })) ?? {}
  const used = files + mails
  const mailUsage = mails === 0 ? '' : `, mails as they arrived ${formatSize(mails)} of them`
  const heldUsage = held === 0 ? '' : ` (suspended ones ${formatSize(held)} of ${formatSize(maxHeld)})`
  const usage = `Your files${mails === 0 ? '' : ' and mails'} take ${formatSize(used)} of ${formatSize(quotaBytes)}${mailUsage}${heldUsage}`
  const free = await getFileStore(config)
    .free()
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  // Do not show the error's message, which may contain a directory or host name of the operator.
  if (free instanceof Error) return { status: 'DOWN', detail: `The store of files cannot be used. ${usage}.` }
  const isFull = free !== null && free < reserveBytes
  const isQuotaUsed = used >= quotaBytes
  const why = isFull
    ? '; the disk is full: nothing can be uploaded, and no mail is accepted'
    : isQuotaUsed
      ? ': nothing more can be uploaded, and no mail is accepted'
      : ''
  return { status: isFull || isQuotaUsed ? 'DEGRADED' : 'OK', detail: `${usage}${why}.` }
}

function formatSize(bytes: number): string {
  const [unit, name] = bytes >= 1_073_741_824 ? [1_073_741_824, 'GiB'] : [1_048_576, 'MiB']
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`
}
