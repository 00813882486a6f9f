import { defineError } from '../errors.ts'

export const storageFull = defineError('SVC-UPLOAD-STORAGE_FULL', 507, 'There is no room for this file.', {
  cause:
    'The files of your tenant have reached its quota (`UPLOADS_QUOTA_MIB`), or the disk of the service is full. Everything that was stored before is still there.',
  cure: 'Delete what is not needed, or have the operator raise the quota or add space. Then send the file again.',
})

export const fileLinkInvalid = defineError('SVC-UPLOAD-LINK_INVALID', 403, 'This link was changed, or is of no file.', {
  cause:
    'Links of files are signed, and valid for minutes. This one has expired, was changed or truncated on the way, or was made under another `SECRET_KEY`; or it is for reading and was used to send, or the other way round.',
  cure: 'Read the message or the upload again: the answer has a new link. For sending, ask for another one with `POST /uploads/presigned`.',
})

export const fileNotFound = defineError('SVC-UPLOAD-FILE_NOT_FOUND', 404, 'This file was deleted.', {
  cause:
    'The link is right, but the file was deleted since it was made: with its message, for privacy, or after the time for which your tenant keeps files.',
  cure: 'Read the message or the upload again: it says whether there is still a file.',
})

export const malformedForm = defineError('SVC-REQUEST-MALFORMED_FORM', 400, 'The request body is not a whole form (multipart/form-data).', {
  cause: 'The body ended before its last boundary, has another boundary than `Content-Type` says, or has parts without a name.',
  cure: 'Let an HTTP library write the form (`curl -F file=@photo.png`, `FormData`), without setting `Content-Type` yourself. Then send it again.',
})
