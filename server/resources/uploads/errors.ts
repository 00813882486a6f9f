import { absent, defineError } from '../../kit/index.ts'

export { storageFull } from '../../kit/index.ts'

export const uploadNotFound = defineError('SVC-UPLOAD-NOT_FOUND', 404, 'There is no such upload.', absent('upload'))

export const uploadTooLarge = defineError(
  'SVC-UPLOAD-TOO_LARGE',
  413,
  'A file may have at most 25 MiB, and so may the files of a message together.',
  {
    cause: 'The file, or the files of the message together, have more than 26,214,400 bytes. Nothing was stored or sent.',
    cure: 'Send less: compress the file, or attach it to several messages.',
  },
)
export const uploadTypeRejected = defineError('SVC-UPLOAD-TYPE_REJECTED', 422, 'The content of the file is of another type than it says.', {
  cause:
    'The content was recognised as another type than `Content-Type` says, such as an archive named `photo.png`, or does not have the form that its type requires. Nothing was stored.',
  cure: 'Send the file with its own media type; without one (or with `application/octet-stream`) the recognised one is used. Upload it again.',
})
export const uploadNotReady = defineError('SVC-UPLOAD-NOT_READY', 409, 'A file to attach has not arrived; see details.', {
  cause:
    'The upload is PENDING: its file was not sent to `uploadUrl` yet, or is being checked. Or it is REJECTED: another file arrived than was announced.',
  cure: 'Read `GET /uploads/{id}` until its `state` is READY. After REJECTED, upload again.',
})
export const uploadAlreadyAttached = defineError(
  'SVC-UPLOAD-ALREADY_ATTACHED',
  409,
  'A file to attach belongs to a message, a meeting or an article already; see details.',
  {
    cause:
      'Each upload is attached once: another request has attached it, perhaps an earlier attempt of yours without the same `Idempotency-Key`.',
    cure: 'Look at the messages of the thread. To send the file once more, upload it again.',
  },
)
export const uploadFinished = defineError('SVC-UPLOAD-FINISHED', 409, 'The file of this upload has arrived already.', {
  cause: '`uploadUrl` takes one file, once. It has arrived, perhaps with an earlier attempt of yours, or was rejected.',
  cure: 'Read `GET /uploads/{id}`: READY means that it can be attached. For another file, ask for another URL.',
})
