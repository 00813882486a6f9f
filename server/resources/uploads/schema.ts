/** Public schemas of uploads. */
import { choice, closed, component, exampleId, formFile, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'

/** Maximum bytes of a file, and of all files of a message together. */
export const maxFileBytes = 26_214_400

const sha256 = Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'The SHA-256 of the file, in hexadecimal.' })
const filename = Type.String({ minLength: 1, maxLength: 255, description: 'The name to show. Folders are removed.' })
const states = {
  PENDING: 'The file has not arrived.',
  READY: 'The file can be attached.',
  REJECTED: 'The file was not the announced one, and was deleted.',
}

const fields = {
  id: idOutput('upl', 'The upload.'),
  filename: Type.String({ description: 'The name to show.' }),
  contentType: Type.String({ description: 'The media type. When the upload is READY, it is detected from the content.' }),
  size: Type.Integer({ minimum: 0, description: 'Bytes; 0 only for empty files of mails.' }),
  sha256: nullable(Type.String(), {
    description: 'The SHA-256 of the file, in hexadecimal; null until it arrives, unless it was announced.',
  }),
  state: component('UploadState', choice(states, { description: 'The state of the file.' })),
  messageId: nullable(idOutput('msg', 'The message.'), { description: 'The message with this attachment; null for none.' }),
  meetingId: nullable(idOutput('mtg', 'The meeting.'), { description: 'The meeting with this recording; null for none.' }),
  articleId: nullable(idOutput('art', 'An article.'), { description: 'The article with this picture; null for none.' }),
  shared: Type.Boolean({
    description:
      'Whether canned responses may have this file. Each message that it is attached to gets a copy, which has an id of its own.',
  }),
  url: nullable(Type.String(), { description: 'A signed download URL, valid for five minutes. Null until it is READY, and in events.' }),
  createdAt: time('When the run was created.'),
}

const example = {
  id: exampleId('upl'),
  filename: 'export.csv',
  contentType: 'text/csv',
  size: 5120,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  messageId: null,
  meetingId: null,
  articleId: null,
  shared: false,
  createdAt: '2026-03-04T09:30:00.000Z',
}
const exampleUrl = `http://localhost:3000/files/${exampleId('ten')}/${exampleId('upl')}`

export const Upload = component(
  'Upload',
  closed(fields, {
    description:
      'A file of the tenant. It is deleted unless it is attached to a message, a meeting, an article or a canned response within a day.',
    examples: [
      {
        ...example,
        state: 'READY',
        url: `${exampleUrl}?filename=export.csv&type=text%2Fcsv&expires=1772616900&signature=2Ry1YB0mHD2TzXyNqTz8Qv3Jg9n0hXW3iQw0yqk4m2E`,
      },
    ],
  }),
)

const AttachmentInput = component(
  'AttachmentInput',
  closed(
    {
      uploadId: idInput('upl', 'A finished upload.'),
      filename: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: 'The name to show; by default the upload’s name.' }),
      ),
    },
    { description: 'A file to attach.' },
  ),
)
export const attachments = Type.Array(AttachmentInput, {
  maxItems: 10,
  description: 'Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty.',
})

export const UploadForm = component(
  'UploadForm',
  closed(
    {
      file: formFile('The file, with its name and media type; at most 25 MiB, and not empty.'),
      filename: Type.Optional(filename),
      sha256: Type.Optional(sha256),
    },
    { description: 'A file.', examples: [{ file: 'number,subject\n42,The export is empty\n', filename: 'export.csv' }] },
  ),
)

export const UploadAnnouncement = component(
  'UploadAnnouncement',
  closed(
    {
      filename,
      contentType: Type.String({
        pattern: '^[A-Za-z0-9][\\w.+-]{0,99}/[A-Za-z0-9][\\w.+-]{0,99}$',
        description: 'The media type, without parameters.',
        examples: ['text/csv'],
      }),
      size: Type.Integer({ minimum: 1, maximum: maxFileBytes, description: 'The exact size in bytes, at most 25 MiB.' }),
      sha256: Type.Optional(sha256),
    },
    { description: 'The file that will be sent.', examples: [{ filename: 'export.csv', contentType: 'text/csv', size: 5120 }] },
  ),
)

export const PresignedUpload = component(
  'PresignedUpload',
  closed(
    {
      ...fields,
      uploadUrl: Type.String({ description: 'The URL for one `PUT` of the file, without credentials.' }),
      headers: Type.Record(Type.String(), Type.String(), { description: 'The headers to send with the file.' }),
      expiresAt: time('When `uploadUrl` expires.'),
    },
    {
      description: 'An upload that waits for its file, with the URL for it.',
      examples: [
        {
          ...example,
          sha256: null,
          state: 'PENDING',
          url: null,
          uploadUrl: `${exampleUrl}?expires=1772617500&signature=Yb0mHD2Ry1TzXyNqTz8Qv3Jg9n0hXW3iQw0yqk4m2E0`,
          headers: { 'Content-Type': 'text/csv', 'Content-Length': '5120' },
          expiresAt: '2026-03-04T09:45:00.000Z',
        },
      ],
    },
  ),
)
