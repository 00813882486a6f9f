import { ApiError, type ErrorDetail, type Queryable, unknownReference, type Uuid, validationFailed } from '../../kit/index.ts'
import { uploadAlreadyAttached, uploadNotReady, uploadTooLarge } from './errors.ts'
import { cleanFilename } from './filename.ts'
import { attachUploads, giveToArticle, giveToMeeting, lockUploads, type UploadRecord } from './queries.ts'
import { fileBytesMax } from './schema.ts'

/** A file as a message keeps it. */
export type KeptAttachment = { id: Uuid; filename: string; contentType: string; size: number; deleted?: true }
type Asked = { readonly uploadId: Uuid; readonly filename?: string | undefined }

/** Errors of operations that attach files. */
export const attachmentErrors = [unknownReference, uploadNotReady, uploadAlreadyAttached, uploadTooLarge] as const

/**
 * Attaches uploads to a message that this transaction writes: each once, whoever else tries at the same time. Call it before other rows
 * are locked. Throws an ApiError that names each field with a problem.
 */
export async function attach(
  tx: Queryable,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  asked: readonly Asked[],
): Promise<KeptAttachment[]> {
  const ids = asked.map(({ uploadId }) => uploadId)
  const fields = ids.map((_, i) => `attachments[${i}].uploadId`)
  refuse(validationFailed, ids, fields, (id, i) => ids.indexOf(id) < i, 'REPEATED', 'is listed twice')
  const found = await lockFree(tx, tenantId, ids, fields)
  const files = asked.flatMap(({ uploadId, filename }) => {
    const upload = found.get(uploadId)
    return upload ? [keptOf(upload, filename === undefined ? upload.filename : cleanFilename(filename))] : []
  })
  if (files.reduce((sum, { size }) => sum + size, 0) > fileBytesMax) throw new ApiError(uploadTooLarge)
  await tx.rows(attachUploads, { tenantId, ids, messageId })
  return files
}

/** The same with the one file of a meeting, its recording. A file that is it already stays it. */
export async function attachToMeeting(
  tx: Queryable,
  { tenantId, meetingId }: { tenantId: Uuid; meetingId: Uuid },
  uploadId: Uuid,
): Promise<KeptAttachment> {
  const found = await lockFree(tx, tenantId, [uploadId], ['uploadId'], meetingId)
  const upload = found.get(uploadId)
  if (!upload) throw new Error('An upload that was found is gone')
  await tx.rows(giveToMeeting, { tenantId, id: uploadId, meetingId })
  return keptOf(upload, upload.filename)
}

/** Attaches the uploads that an article shows as pictures. Skips those that do not exist, have not arrived or belong to something else. */
export async function attachToArticle(
  tx: Queryable,
  { tenantId, articleId }: { tenantId: Uuid; articleId: Uuid },
  ids: readonly Uuid[],
): Promise<void> {
  if (ids.length > 0) await tx.rows(giveToArticle, { tenantId, articleId, ids: [...ids] })
}

/** Whether the upload belongs to something, which no other thing may have then. */
export function isAttached({ messageId, meetingId = null, articleId = null }: UploadRecord): boolean {
  return messageId !== null || meetingId !== null || articleId !== null
}

/** The uploads, locked, if all are there, whole and nobody else’s than that meeting’s. `fields`: where each was named. */
async function lockFree(
  tx: Queryable,
  tenantId: Uuid,
  ids: readonly Uuid[],
  fields: readonly string[],
  meetingId: Uuid | null = null,
): Promise<ReadonlyMap<Uuid, UploadRecord>> {
  const found = new Map((await tx.rows(lockUploads, { tenantId, ids: [...ids] })).map((upload) => [upload.id, upload]))
  const is = (test: (upload: UploadRecord) => boolean) => (id: Uuid) => {
    const upload = found.get(id)
    return upload !== undefined && test(upload)
  }
  const isTaken = (upload: UploadRecord) => isAttached(upload) && (meetingId === null || upload.meetingId !== meetingId)
  refuse(unknownReference, ids, fields, (id) => !found.has(id), 'UNKNOWN', 'does not exist in this tenant')
  refuse(uploadAlreadyAttached, ids, fields, is(isTaken), 'ATTACHED', 'belongs to a message, a meeting or an article already')
  refuse(
    uploadNotReady,
    ids,
    fields,
    is(({ state }) => state !== 'READY'),
    'NOT_READY',
    'is not READY',
  )
  return found
}

function keptOf({ id, contentType, size }: UploadRecord, filename: string): KeptAttachment {
  return { id, filename, contentType, size }
}

function refuse(
  error: ConstructorParameters<typeof ApiError>[0],
  ids: readonly Uuid[],
  fields: readonly string[],
  applies: (id: Uuid, i: number) => boolean,
  code: string,
  message: string,
): void {
  const details: ErrorDetail[] = ids.flatMap((id, i) => (applies(id, i) ? [{ field: fields[i] ?? '', code, message }] : []))
  if (details.length > 0) throw new ApiError(error, { details })
}
