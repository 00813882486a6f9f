import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { databaseNow } from '#platform/database-now.ts'
import { ApiError } from '#platform/errors.ts'
import { uploadNotFound } from './errors.ts'
import { findUpload, toUpload, type UploadRecord } from './queries.ts'
import { Upload } from './schema.ts'
import { upload } from './upload.ts'

export const getUpload = endpoint.read({
  operationId: 'getUpload',
  path: '/uploads/{id}',
  tag: 'uploads',
  scope: 'uploads:read',
  summary: 'Get an upload',
  description:
    'Returns an upload with its state, and a URL that is valid for five minutes. A file that was sent to a bucket is READY after ' +
    'about a second, when it has been checked.',
  params: { id: upload.id },
  responds: { 200: item(Upload, 'The upload') },
  present: (record: UploadRecord, links) => toUpload(record, links, new Date(databaseNow())),
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findUpload, { tenantId, id })
    if (!record) throw new ApiError(uploadNotFound)
    return { status: 200, record }
  },
})
