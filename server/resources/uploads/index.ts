/**
 * Uploads: the files of a tenant. The database has a row for each upload; the store (platform/files) has its bytes, under a name that is
 * made from the row's id.
 *
 * These rules always hold:
 * - A row is inserted before its file is stored. The transaction that deletes the row enqueues the job that deletes the file. So a killed
 *   process never leaves a file without a row or a job.
 * - An upload is attached to at most one message, meeting or article. A file of canned responses is shared: messages get copies, which are
 *   rows of their own that show the same stored file. It stays while a canned response or a copy has it.
 * - Its bytes count against the tenant's quota until it is deleted or rejected.
 * - The type of a file is recognised from its content.
 * - Files are read by signed URLs, on another origin than the dashboard.
 */
import { erasedText } from '#kit/privacy/holding.ts'
import { module } from '#kit/module.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { createPresignedUpload } from './create-presigned-upload.ts'
import { createUpload } from './create-upload.ts'
import { uploadCreated, uploadDeleted, uploadUpdated } from './events.ts'
import { getUpload } from './get-upload.ts'
import { checkArrival, removeFiles, removeOldUploads, removeWhenRetentionChanges } from './jobs.ts'

export {
  attachIfAny,
  attachmentErrors,
  attachToArticle,
  attachToMeeting,
  copyToMessage,
  shareFiles,
  type StoredAttachment,
} from './attach-uploads.ts'
export { uploadDeleted } from './events.ts'
export { storageHealth } from './health.ts'
export { storageFull, uploadTooLarge, uploadTypeRejected } from './errors.ts'
export { countUploadsOfVisitor, getFileName, findUpload, findUploadsOfMessages, findUploadsOfVisitor, getUrlExpiry } from './queries.ts'
export { dropStored, settleStored, type Stored, storeUpload } from './store-upload.ts'
export { storeFetchedFile } from './fetched-file.ts'
export { attachMailFiles, storeMailFiles, streamUpload } from './mail-files.ts'
export { receiveUploads } from './receive-upload.ts'
export { attachments, maxFileBytes } from './schema.ts'
export { lockUnattached, removeUploads, removeUploadsOfArticle, removeUploadsOfMessages } from './remove-uploads.ts'
export { upload } from './upload.ts'

export const uploads = module({
  name: 'uploads',
  description: 'Files for messages and canned responses, recordings of meetings, and pictures of articles.',
  endpoints: [createUpload, createPresignedUpload, getUpload],
  events: [uploadCreated, uploadUpdated, uploadDeleted],
  counters: ['upload_bytes'],
  jobs: [checkArrival, removeFiles, removeOldUploads],
  eventJobs: [removeWhenRetentionChanges],
  targets: { upload: 'upl' },
  idFields: { messageId: 'msg', meetingId: 'mtg', articleId: 'art' },
  // Uploads are erased with their messages and meetings: threads/personal.ts, scheduled-meetings/personal.ts.
  personal: { tables: ['uploads'], fields: { filename: erasedText } },
  removeFiles: (config, tenantId) => getFileStore(config).removeTenant(tenantId),
})
