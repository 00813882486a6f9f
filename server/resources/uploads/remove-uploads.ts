import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { isAttached } from './attach-uploads.ts'
import { uploadDeleted } from './events.ts'
import { deleteUploads, getFileName, lockUploads, findUploadsOfArticle, findUploadsOfMessages, type UploadRecord } from './queries.ts'
import { getArrivalName } from './judge-file.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/**
 * Deletes uploads and returns how many existed. Enqueues a job in this transaction that deletes the files, so that none is orphaned.
 * `silent` skips the events and audit rows.
 */
export async function removeUploads(context: Context, ids: readonly Uuid[], options: { silent?: boolean } = {}): Promise<number> {
  const records = await context.tx.rows(lockUploads, { tenantId: context.tenantId, ids: [...ids] })
  await removeLockedUploads(context, records, options)
  return records.length
}

/** Locks the unattached uploads and returns their ids. */
export async function lockUnattached({ tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>, ids: readonly Uuid[]): Promise<Uuid[]> {
  const records = await tx.rows(lockUploads, { tenantId, ids: [...ids] })
  return records.filter((record) => !isAttached(record) && record.shared !== true).map(({ id }) => id)
}

/** Deletes the files of messages. */
export async function removeUploadsOfMessages(context: Context, messageIds: Uuid[], options: { silent?: boolean } = {}): Promise<number> {
  const found = await context.tx.rows(findUploadsOfMessages, { tenantId: context.tenantId, messageIds })
  return removeUploads(
    context,
    found.map(({ id }) => id),
    options,
  )
}

/** Deletes the pictures of an article. */
export async function removeUploadsOfArticle(context: Context, articleId: Uuid): Promise<void> {
  const found = await context.tx.rows(findUploadsOfArticle, { tenantId: context.tenantId, articleId })
  await removeUploads(
    context,
    found.map(({ id }) => id),
  )
}

/** Deletes uploads whose rows the caller has locked. */
export async function removeLockedUploads(
  { tx, effects, tenantId }: Context,
  records: readonly UploadRecord[],
  { silent = false }: { silent?: boolean } = {},
): Promise<void> {
  const [first] = records
  if (!first) return
  await tx.rows(deleteUploads, { tenantId, ids: records.map(({ id }) => id) })
  // A copy shows the file of a shared upload, which stays and whose bytes were counted once.
  const own = records.filter(({ contentOf = null }) => contentOf === null)
  const names = own.flatMap(({ id }) => [getFileName({ id }), getArrivalName(id)])
  if (names.length > 0) effects.enqueue('remove-files', { key: first.id, input: { names } })
  effects.count('upload_bytes', -own.reduce((sum, { size, state }) => sum + (state === 'REJECTED' ? 0 : size), 0))
  if (silent) return
  for (const record of records) {
    const { id, size, messageId } = record
    effects.emit(uploadDeleted, id, record)
    effects.audit({ action: 'upload.deleted', target: { type: 'upload', id }, before: { size, messageId } })
  }
}
