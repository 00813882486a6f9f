import type { Config } from '../../config.ts'
import { fileStoreOf, type Queryable, type Uuid } from '../../kit/index.ts'
import { readUsage } from './queries.ts'

/** Returns the state of the file store and the tenant's use of its quota, for system health. */
export async function storageHealth(
  db: Queryable,
  tenantId: Uuid,
  config: Pick<Config, 'uploads' | 'dataDir'>,
): Promise<{ status: 'OK' | 'DEGRADED' | 'DOWN'; detail: string }> {
  const { quotaBytes, reserveBytes } = config.uploads
  const used = (await db.first(readUsage, { tenantId }))?.bytes ?? 0
  const usage = `Your files take ${formatSize(used)} of ${formatSize(quotaBytes)}`
  const free = await fileStoreOf(config)
    .free()
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  // Do not show the error's message, because it may contain a directory or host name of the operator.
  if (free instanceof Error) return { status: 'DOWN', detail: `The store of files cannot be used. ${usage}.` }
  const isFull = free !== null && free < reserveBytes
  const isQuotaUsed = used >= quotaBytes
  const why = isFull ? '; the disk is full: nothing can be uploaded' : isQuotaUsed ? ': nothing more can be uploaded' : ''
  return { status: isFull ? 'DEGRADED' : 'OK', detail: `${usage}${why}.` }
}

function formatSize(bytes: number): string {
  const [unit, name] = bytes >= 1_073_741_824 ? [1_073_741_824, 'GiB'] : [1_048_576, 'MiB']
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`
}
