import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { cleanFilename } from '#kit/filename.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { storageFull, uploadTooLarge, uploadTypeRejected } from './errors.ts'
import { uploadCreated } from './events.ts'
import { getFileName, releaseUpload, reserveUpload, settleUpload, toUpload } from './queries.ts'
import { recognise } from './recognise.ts'
import { maxFileBytes, Upload, UploadForm } from './schema.ts'

export const createUpload = endpoint.write({
  operationId: 'createUpload',
  method: 'POST',
  path: '/uploads',
  tag: 'uploads',
  scope: 'uploads:write',
  summary: 'Upload a file',
  description:
    'Uploads a file of at most 25 MiB as a form (`multipart/form-data`). Attach it, once, by its id in `attachments` of a new ' +
    'thread, a reply or a message. A file that is not attached within a day is deleted, unless a draft names it. The media type ' +
    'is detected from the content; a file that claims another type is refused. With `sha256` the checksum must match. A retry ' +
    'with the same `Idempotency-Key` and the same file returns the first upload.',
  body: UploadForm,
  form: { maxSize: maxFileBytes, tooLarge: uploadTooLarge },
  responds: { 201: item(Upload, 'The upload, with its URL') },
  errors: [uploadTooLarge, uploadTypeRejected, storageFull],
  location: ({ id }) => `/uploads/${id}`,
  present: toUpload,
  // Insert the row before storing the file. If the process is killed in between, a job finds the row; a file without a row would be
  // orphaned.
  async before({ db, principal: { tenantId, user }, body, config }) {
    const { file } = body
    checkFile(body)
    const contentType = await recognise(file.path, file.contentType)
    const { size, sha256 } = file
    const key = { tenantId, id: newId() }
    const filename = cleanFilename(body.filename ?? file.filename)
    const reserved = await db.first(reserveUpload, {
      ...key,
      filename,
      contentType,
      size,
      sha256,
      createdBy: user.id,
      quota: config.uploads.quotaBytes,
    })
    if (!reserved) throw new ApiError(storageFull, { message: 'The files of your tenant have reached its quota.' })
    try {
      await getFileStore(config).keep(file, { tenantId, name: getFileName(key.id) })
    } catch (error) {
      await db.rows(releaseUpload, key)
      throw error
    }
    return { id: key.id, contentType, sha256 }
  },
  async release({ db, principal: { tenantId }, prepared: { id }, config }) {
    await db.transaction(async (tx) => {
      // A row that is still PENDING was not committed as an upload, so delete row and file. Delete the row after the file.
      if (await tx.first(releaseUpload, { tenantId, id })) await getFileStore(config).remove([{ tenantId, name: getFileName(id) }])
    })
  },
  async handle({ tx, effects, principal: { tenantId }, prepared }) {
    const record = await fetchOne(tx, settleUpload, { tenantId, state: 'READY', ...prepared })
    const { id, contentType, size } = record
    effects.emit(uploadCreated, id, record)
    const after = { contentType, size }
    return toOutcome(record, effects.audit({ action: 'upload.created', target: { type: 'upload', id }, after }), 201)
  },
})

function checkFile({ file, sha256 }: Static<typeof UploadForm>): void {
  const details = [
    ...(file.size === 0 ? [{ field: 'file', code: 'EMPTY', message: 'must not be empty' }] : []),
    ...(sha256 !== undefined && sha256.toLowerCase() !== file.sha256
      ? [{ field: 'sha256', code: 'DIFFERS', message: `must be the checksum of the file, which is ${file.sha256}` }]
      : []),
  ]
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}
