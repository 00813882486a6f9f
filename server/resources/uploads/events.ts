import { defineEvent } from '#platform/outbox/events.ts'
import { toUpload, type UploadRecord } from './queries.ts'
import { Upload } from './schema.ts'

const upload = { scope: 'uploads:read', object: Upload, present: (record: UploadRecord) => toUpload(record) } as const

export const uploadCreated = defineEvent({
  type: 'upload.created',
  description: 'A file was uploaded, or a URL for an upload was created.',
  ...upload,
})
export const uploadUpdated = defineEvent({
  type: 'upload.updated',
  previous: { state: 'PENDING' },
  description: 'The file of an upload arrived, and is READY or REJECTED.',
  ...upload,
})
export const uploadDeleted = defineEvent({
  type: 'upload.deleted',
  description:
    'A file was deleted: with its message or article, because it was not attached for a day, or because it is older than ' +
    '`retention.uploads`.',
  ...upload,
})
