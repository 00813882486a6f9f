import { ApiError, unknownReference, validationFailed, type ErrorDetail, type Queryable, type Uuid } from '../../kit/index.ts'
import { uploadAlreadyAttached, uploadNotReady, uploadTooLarge } from './errors.ts'
import { cleanFilename } from './filename.ts'
import { attachUploads, lockUploads, type UploadRecord } from './queries.ts'
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
  refuse(validationFailed, asked, (id, i) => ids.indexOf(id) < i, 'REPEATED', 'is listed twice')
  const found = new Map((await tx.rows(lockUploads, { tenantId, ids })).map((upload) => [upload.id, upload]))
  const is = (test: (upload: UploadRecord) => boolean) => (id: Uuid) => {
    const upload = found.get(id)
    return upload !== undefined && test(upload)
  }
  refuse(unknownReference, asked, (id) => !found.has(id), 'UNKNOWN', 'does not exist in this tenant')
  refuse(
    uploadAlreadyAttached,
    asked,
    is(({ messageId: other }) => other !== null),
    'ATTACHED',
    'belongs to a message already',
  )
  refuse(
    uploadNotReady,
    asked,
    is(({ state }) => state !== 'READY'),
    'NOT_READY',
    'is not READY',
  )
  const files = asked.flatMap(({ uploadId, filename }) => {
    const upload = found.get(uploadId)
    return upload ? [keptOf(upload, filename === undefined ? upload.filename : cleanFilename(filename))] : []
  })
  if (files.reduce((sum, { size }) => sum + size, 0) > fileBytesMax) throw new ApiError(uploadTooLarge)
  await tx.rows(attachUploads, { tenantId, ids, messageId })
  return files
}

function keptOf({ id, contentType, size }: UploadRecord, filename: string): KeptAttachment {
  return { id, filename, contentType, size }
}

function refuse(
  error: ConstructorParameters<typeof ApiError>[0],
  asked: readonly Asked[],
  applies: (id: Uuid, i: number) => boolean,
  code: string,
  message: string,
): void {
  const details: ErrorDetail[] = asked.flatMap(({ uploadId }, i) =>
    applies(uploadId, i) ? [{ field: `attachments[${i}].uploadId`, code, message }] : [],
  )
  if (details.length > 0) throw new ApiError(error, { details })
}
