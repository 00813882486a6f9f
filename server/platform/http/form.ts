/**
 * Reads a form (multipart/form-data), or a body that is one file. Writes the file to disk as it arrives, so that it is never completely in
 * memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import busboy, { type Busboy, type FileInfo } from 'busboy'
import type { FormLimits } from './declared-endpoint.ts'
import { ApiError, malformedHttp } from '../errors.ts'
import { malformedForm } from '../files/errors.ts'
import { FileTooLarge, type FileStore, type FormFile } from '../files/file-store.ts'
import { onBodyCutOff } from './body-cut-off.ts'
import { failure } from './explain.ts'
import { storable } from './json-body.ts'

/** The field `file` of `fields` describes the uploaded file, so that a retry can be distinguished from a different request. */
export type Form = { fields: Readonly<Record<string, string>>; file: FormFile | null }

const maxFields = 20
const maxFieldBytes = 4_096

/** Reads a form. Throws ApiError for an incomplete form, several files or a file that is too large, after deleting the file. */
export async function readForm(req: IncomingMessage, res: ServerResponse, limits: FormLimits, store: FileStore): Promise<Form> {
  if (limits.media) return readFile(req, res, { ...limits, media: limits.media }, store)
  const parser = getParser(req)
  // A map, because a field may be named `constructor` or `__proto__`.
  const fields = new Map<string, string>()
  let arriving: Promise<FormFile> | null = null
  let forget = (): void => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const once = (name: string): boolean => {
        if (!fields.has(name)) return true
        reject(failure([{ field: name, code: 'REPEATED', message: 'must be sent only once' }]))
        return false
      }
      parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
        if (nameTruncated || valueTruncated)
          return reject(failure([{ field: name, code: 'TOO_LONG', message: `must have at most ${maxFieldBytes} bytes` }]))
        if (name === 'file') return reject(failure([{ field: 'file', code: 'INVALID_TYPE', message: 'must be a file, with a filename' }]))
        if (once(name)) fields.set(name, value)
      })
      parser.on('file', (name, stream, info) => {
        // The parser also emits its errors on this stream, perhaps before anything reads it.
        stream.on('error', () => {})
        if (!once(name)) return void stream.resume()
        fields.set(name, '')
        // Drops unknown fields; validation reports them later.
        if (name !== 'file') return void stream.resume()
        arriving = receive(stream, info, limits, store, findLength(req))
        arriving.catch(reject)
      })
      const tooMany = (): void =>
        reject(failure([{ field: '', code: 'TOO_MANY', message: `must have at most ${maxFields} fields and one file` }]))
      parser.on('fieldsLimit', tooMany).on('filesLimit', tooMany).on('partsLimit', tooMany)
      parser.on('error', (cause) => reject(new ApiError(malformedForm, { cause })))
      parser.on('close', resolve)
      forget = onBodyCutOff(req, res, () => reject(new ApiError(malformedForm)))
      req.pipe(parser)
    })
    // Safe because the parser's handler may have set it, which the compiler cannot see.
    const file = await (arriving as Promise<FormFile> | null)
    if (file) fields.set('file', JSON.stringify([file.filename, file.contentType, file.size, file.sha256]))
    const given = Object.fromEntries(fields)
    storable(given)
    return { fields: given, file }
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    // An unpiped stream pauses. Drain it, because a client that is still writing does not read the response.
    req.resume()
    await (arriving as Promise<FormFile> | null)?.then((file) => file.discard()).catch(() => {})
    throw error
  } finally {
    forget()
  }
}

/** Reads a body that is one file. */
async function readFile(
  req: IncomingMessage,
  res: ServerResponse,
  { media, ...limits }: FormLimits & { media: string },
  store: FileStore,
): Promise<Form> {
  const body = new PassThrough()
  body.on('error', () => req.unpipe(body).resume())
  const forget = onBodyCutOff(req, res, () => body.destroy(new ApiError(malformedHttp)))
  try {
    const file = await receive(req.pipe(body), { filename: '', mimeType: media }, limits, store, findLength(req))
    return { fields: { file: JSON.stringify(['', media, file.size, file.sha256]) }, file }
  } catch (error) {
    // Drain the rest, because a client that is still writing does not read the response.
    req.unpipe(body).resume()
    throw error
  } finally {
    forget()
  }
}

function getParser({ headers }: IncomingMessage): Busboy {
  const limits = { files: 1, fields: maxFields, parts: maxFields + 1, fieldSize: maxFieldBytes, fieldNameSize: 100, headerPairs: 20 }
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' })
  } catch (cause) {
    throw new ApiError(malformedForm, { cause })
  }
}

/**
 * Returns the size of the whole form in bytes, which is slightly more than the size of its file. Undefined if there is no Content-Length.
 */
function findLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

async function receive(
  stream: Readable,
  info: Pick<FileInfo, 'filename' | 'mimeType'>,
  { maxSize, tooLarge }: FormLimits,
  store: FileStore,
  formBytes: number | undefined,
): Promise<FormFile> {
  try {
    const received = await store.receive(stream, { maxSize, expectedBytes: formBytes ?? maxSize })
    return { ...received, filename: info.filename ?? '', contentType: info.mimeType }
  } catch (error) {
    throw error instanceof FileTooLarge ? new ApiError(tooLarge) : error
  }
}
