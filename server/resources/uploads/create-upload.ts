import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { storageFull, uploadTooLarge, uploadTypeRejected } from './errors.ts'
import { toUpload } from './queries.ts'
import { maxFileBytes, Upload, UploadForm } from './schema.ts'
import { dropStored, settleStored, storeUpload } from './store-upload.ts'

export const createUpload = endpoint.write({
  operationId: 'createUpload',
  method: 'POST',
  path: '/uploads',
  tag: 'uploads',
  scope: 'uploads:write',
  summary: 'Upload a file',
  description:
    'Uploads a file of at most 25 MiB as a form (`multipart/form-data`). Attach it, once, by its id in `attachments` of a new ' +
    'thread, a reply or a message, or of a canned response, whose messages get copies. A file that is not attached within a day is deleted, ' +
    'unless a draft names it. The media type ' +
    'is detected from the content; a file that claims another type is refused. With `sha256` the checksum must match. A retry ' +
    'with the same `Idempotency-Key` and the same file returns the first upload.',
  body: UploadForm,
  form: { maxSize: maxFileBytes, tooLarge: uploadTooLarge },
  responds: { 201: item(Upload, 'The upload, with its URL') },
  errors: [uploadTooLarge, uploadTypeRejected, storageFull],
  location: ({ id }) => `/uploads/${id}`,
  present: toUpload,
  async before({ db, principal: { tenantId, user }, body, config }) {
    const { file, filename = file.filename } = body
    checkFile(body)
    const sent = { file, filename, contentType: file.contentType, createdBy: user.id, visitorId: null }
    return storeUpload({ db, config }, tenantId, sent)
  },
  release: ({ db, principal: { tenantId }, prepared: { id }, config }) => dropStored({ db, config }, tenantId, id),
  async handle({ tx, effects, principal: { tenantId }, prepared }) {
    const { record, audited } = await settleStored({ tx, effects, tenantId }, prepared)
    return toOutcome(record, audited, 201)
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
