/**
 * Files of a tenant. The database has a row for each, the store (platform/files) its bytes, under a name that follows from the row's id.
 *
 * A row is there before its file, and its file is deleted by a job of the transaction that deletes the row: whatever is killed in between
 * leaves no file without a row or a job. An upload is attached to one message, one meeting or one article at most. Its bytes count against the tenant's quota while it
 * is there. The type of a file is recognised from its content; whoever reads it gets a signed URL, of another origin than the dashboard.
 */
import { erasedText, fileStoreOf, room } from '../../kit/index.ts'
import { createPresignedUpload } from './create-presigned-upload.ts'
import { createUpload } from './create-upload.ts'
import { uploadCreated, uploadDeleted, uploadUpdated } from './events.ts'
import { getUpload } from './get-upload.ts'
import { checkArrival, removeFiles, removeOldUploads, removeWhenRetentionChanges } from './jobs.ts'

export { attach, attachmentErrors, attachToArticle, attachToMeeting, type KeptAttachment } from './attach-uploads.ts'
export { uploadDeleted } from './events.ts'
export { storageHealth } from './health.ts'
export { fileNameOf, findUpload, uploadsOfMessages, urlUntil } from './queries.ts'
export { receiveUploads } from './receive-upload.ts'
export { lockUnattached, removeUploads, removeUploadsOfArticle, removeUploadsOfMessages } from './remove-uploads.ts'
export { upload } from './upload.ts'

export const uploads = room({
  name: 'uploads',
  description: 'Files for messages, recordings of meetings, and pictures of articles.',
  endpoints: [createUpload, createPresignedUpload, getUpload],
  events: [uploadCreated, uploadUpdated, uploadDeleted],
  counters: ['upload_bytes'],
  jobs: [checkArrival, removeFiles, removeOldUploads],
  follows: [removeWhenRetentionChanges],
  targets: { upload: 'upl' },
  idFields: { messageId: 'msg', meetingId: 'mtg', articleId: 'art' },
  // Erased with the messages and meetings that they are attached to: threads/personal.ts, scheduled-meetings/personal.ts.
  personal: { tables: ['uploads'], fields: { filename: erasedText } },
  removeFiles: (config, tenantId) => fileStoreOf(config).removeTenant(tenantId),
})
