import { defineError } from '../errors.ts'

export const storageFull = defineError('SVC-UPLOAD-STORAGE_FULL', 507, 'There is not enough space for this file.', {
  cause:
    'The files of your tenant have reached its quota (`UPLOADS_QUOTA_MIB`), or the disk of the service is full. Stored files are ' +
    'not affected.',
  cure: 'Delete unused files, or ask the operator to raise the quota or add space. Then send the file again.',
})

export const fileLinkInvalid = defineError('SVC-UPLOAD-LINK_INVALID', 403, 'This link has expired or is invalid.', {
  cause:
    'Links of files are signed, and valid for minutes. This link has expired, was changed or truncated, or was created with ' +
    'another `SECRET_KEY`; or a download link was used for an upload, or the reverse.',
  cure: 'Read the message or the upload again to get a new link. For an upload, request another link with `POST /uploads/presigned`.',
})

export const fileNotFound = defineError('SVC-UPLOAD-FILE_NOT_FOUND', 404, 'This file was deleted.', {
  cause: 'The link is valid, but the file was deleted: with its message, by an erasure, or after the tenant’s retention period for files.',
  cure: 'Read the message or the upload again to see whether it still has a file.',
})

export const malformedForm = defineError(
  'SVC-REQUEST-MALFORMED_FORM',
  400,
  'The request body is not a complete form (multipart/form-data).',
  {
    cause: 'The body ended before its last boundary, its boundary differs from `Content-Type`, or it has parts without a name.',
    cure: 'Let an HTTP library write the form (`curl -F file=@photo.png`, `FormData`), without setting `Content-Type` yourself. Then send it again.',
  },
)
