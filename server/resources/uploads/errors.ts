import { absent, defineError } from '#platform/define-error.ts'

export { storageFull } from '#platform/files/errors.ts'

export const uploadNotFound = defineError('SVC-UPLOAD-NOT_FOUND', 404, 'There is no such upload.', absent('upload'))

export const uploadTooLarge = defineError('SVC-UPLOAD-TOO_LARGE', 413, 'The files of a message may have at most 25 MiB together.', {
  cause: 'The file, or all files of the message together, have more than 26,214,400 bytes. Nothing was stored or sent.',
  cure: 'Compress the file, or attach the files to several messages.',
})
export const uploadTypeRejected = defineError('SVC-UPLOAD-TYPE_REJECTED', 422, 'The content of the file does not match its media type.', {
  cause:
    'The detected type differs from `Content-Type`, such as an archive named `photo.png`, or the content is not valid for its ' +
    'type. Or a visitor of a chat sent a program, a script or a shortcut. Nothing was stored.',
  cure:
    'Upload the file again with its own media type. Without one (or with `application/octet-stream`) the detected type is used. ' +
    'Visitors can send a program in an archive.',
})
export const uploadNotReady = defineError('SVC-UPLOAD-NOT_READY', 409, 'A file to attach is not READY; see details.', {
  cause:
    'The upload is PENDING: its file was not sent to `uploadUrl` yet, or is being checked. Or it is REJECTED: the file was not ' +
    'the announced one.',
  cure: 'Read `GET /uploads/{id}` until its `state` is READY. After REJECTED, upload again.',
})
export const uploadAlreadyAttached = defineError(
  'SVC-UPLOAD-ALREADY_ATTACHED',
  409,
  'A file is already attached to a message, a meeting or an article; see details.',
  {
    cause:
      'An upload can be attached once, and another request has attached it, perhaps an earlier attempt without the same `Idempotency-Key`.',
    cure: 'Check the messages of the thread. To attach the file again, upload it again.',
  },
)
export const uploadFinished = defineError('SVC-UPLOAD-FINISHED', 409, 'The file of this upload has already arrived.', {
  cause: '`uploadUrl` accepts one file, once. The file has arrived, perhaps in an earlier attempt, or was rejected.',
  cure: 'Read `GET /uploads/{id}`: READY means that it can be attached. For another file, request another URL.',
})
