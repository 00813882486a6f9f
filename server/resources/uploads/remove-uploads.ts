import type { Effects, Queryable, Uuid } from '../../kit/index.ts'
import { isAttached } from './attach-uploads.ts'
import { uploadDeleted } from './events.ts'
import { deleteUploads, fileNameOf, lockUploads, uploadsOfArticle, uploadsOfMessages, type UploadRecord } from './queries.ts'
import { arrivalNameOf } from './settle.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/**
 * Deletes uploads, and with them their files: the rows in this transaction, the files by a job of this transaction, so that none is
 * forgotten. Ids of uploads that are not there are skipped. Without `silent` each is announced and audited. Returns how many there were.
 */
export async function removeUploads(context: Context, ids: readonly Uuid[], options: { silent?: boolean } = {}): Promise<number> {
  const records = await context.tx.rows(lockUploads, { tenantId: context.tenantId, ids: [...ids] })
  await removeLocked(context, records, options)
  return records.length
}

/** Locks the uploads that are attached to no message, meeting or article, and returns their ids. */
export async function lockUnattached({ tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>, ids: readonly Uuid[]): Promise<Uuid[]> {
  const records = await tx.rows(lockUploads, { tenantId, ids: [...ids] })
  return records.filter((record) => !isAttached(record)).map(({ id }) => id)
}

/** The same with the uploads that are attached to messages. */
export async function removeUploadsOfMessages(context: Context, messageIds: Uuid[], options: { silent?: boolean } = {}): Promise<number> {
  const found = await context.tx.rows(uploadsOfMessages, { tenantId: context.tenantId, messageIds })
  return removeUploads(
    context,
    found.map(({ id }) => id),
    options,
  )
}

/** Deletes the pictures of an article. */
export async function removeUploadsOfArticle(context: Context, articleId: Uuid): Promise<void> {
  const found = await context.tx.rows(uploadsOfArticle, { tenantId: context.tenantId, articleId })
  await removeUploads(
    context,
    found.map(({ id }) => id),
  )
}

/** Of rows that the caller has locked. */
export async function removeLocked(
  { tx, effects, tenantId }: Context,
  records: readonly UploadRecord[],
  { silent = false }: { silent?: boolean } = {},
): Promise<void> {
  const [first] = records
  if (!first) return
  await tx.rows(deleteUploads, { tenantId, ids: records.map(({ id }) => id) })
  const names = records.flatMap(({ id }) => [fileNameOf(id), arrivalNameOf(id)])
  effects.enqueue('remove-files', { key: first.id, input: { names } })
  effects.count('upload_bytes', -records.reduce((sum, { size, state }) => sum + (state === 'REJECTED' ? 0 : size), 0))
  if (silent) return
  for (const record of records) {
    const { id, size, messageId } = record
    effects.emit(uploadDeleted, id, record)
    effects.audit({ action: 'upload.deleted', target: { type: 'upload', id }, before: { size, messageId } })
  }
}
