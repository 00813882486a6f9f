/** Reads the form of a page with files (multipart/form-data). Writes the files to disk as they arrive, one after another. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import busboy, { type Busboy, type FileInfo } from 'busboy'
import { ApiError, bodyTooLarge, type ErrorDeclaration } from '../errors.ts'
import { malformedForm } from '../files/errors.ts'
import { FileTooLarge, type FileStore, type FormFile } from '../files/file-store.ts'
import { onBodyCutOff } from './body-cut-off.ts'
import { failure } from './explain.ts'

export type PageForm = {
  readonly fields: URLSearchParams
  /** Files of the field `file`, which the caller must discard or keep. Empty when the form is refused. */
  readonly files: readonly FormFile[]
  /** Why the rest of the form was not read. `fields` has what came before, so that the page can show it again. */
  readonly refused: ApiError | null
}

export type PageFormLimits = {
  readonly maxTextBytes: number
  readonly maxFiles: number
  readonly maxFileBytes: number
  /** Maximum bytes of all files together. */
  readonly maxTotalBytes: number
  readonly tooLarge: ErrorDeclaration
}

/** Maximum bytes of the headers of all parts. */
const overheadBytes = 65_536

/** Reads a form. Throws ApiError 400 for one that is malformed or incomplete, after deleting its files. */
export async function readPageForm(
  req: IncomingMessage,
  res: ServerResponse,
  limits: PageFormLimits,
  store: Pick<FileStore, 'receive'>,
): Promise<PageForm> {
  const parser = getParser(req, limits)
  const fields = new URLSearchParams()
  const files: FormFile[] = []
  const maxBytes = limits.maxTotalBytes + limits.maxTextBytes + overheadBytes
  let bytes = 0
  let textBytes = 0
  let fileCount = 0
  // One file after another, because the size of each limits the next.
  let arriving: Promise<void> = Promise.resolve()
  let forget = (): void => {}
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
        textBytes += Buffer.byteLength(name) + Buffer.byteLength(value)
        if (nameTruncated || valueTruncated || textBytes > limits.maxTextBytes) reject(new Refused(new ApiError(bodyTooLarge)))
        else fields.append(name, value)
      })
      parser.on('file', (name, stream, info) => {
        // The parser also emits its errors on this stream, perhaps before anything reads it.
        stream.on('error', () => {})
        // A browser sends a file without a name when the person has chosen none.
        if (name !== 'file' || !info.filename) return void stream.resume()
        fileCount += 1
        if (fileCount > limits.maxFiles) return reject(new Refused(tooMany(limits)))
        arriving = arriving.then(async () => void files.push(await receive(req, stream, info, { limits, store, files })))
        arriving.catch(reject)
      })
      parser.on('filesLimit', () => reject(new Refused(tooMany(limits))))
      parser.on('fieldsLimit', () => reject(new Refused(new ApiError(bodyTooLarge))))
      parser.on('error', (cause) => reject(new ApiError(malformedForm, { cause })))
      parser.on('close', resolve)
      forget = onBodyCutOff(req, res, () => reject(new ApiError(malformedForm)))
      // Also counts parts that are not kept.
      req.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) reject(new Refused(new ApiError(limits.tooLarge)))
      })
      req.pipe(parser)
    })
    await arriving
    return { fields, files, refused: null }
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    // An unpiped stream pauses. Drain it, because a client that is still writing does not read the response.
    req.resume()
    await arriving.catch(() => {})
    await Promise.all(files.map((file) => file.discard()))
    if (error instanceof Refused) return { fields, files: [], refused: error.reason }
    throw error
  } finally {
    forget()
  }
}

/** Ends the reading of a form that its page can show again. */
class Refused extends Error {
  readonly reason: ApiError
  constructor(reason: ApiError) {
    super('The form was refused')
    this.reason = reason
  }
}

function tooMany({ maxFiles }: PageFormLimits): ApiError {
  return failure([{ field: 'file', code: 'TOO_MANY', message: `must be at most ${maxFiles} files` }])
}

function getParser({ headers }: IncomingMessage, { maxTextBytes, maxFiles }: PageFormLimits): Busboy {
  // One file more than allowed, because a file without a name counts here.
  const limits = { files: maxFiles + 1, fields: 1_000, fieldSize: maxTextBytes, fieldNameSize: 100, headerPairs: 20 }
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' })
  } catch (cause) {
    throw new ApiError(malformedForm, { cause })
  }
}

async function receive(
  { headers }: IncomingMessage,
  stream: Readable,
  { filename = '', mimeType: contentType }: FileInfo,
  { limits, store, files }: { limits: PageFormLimits; store: Pick<FileStore, 'receive'>; files: readonly FormFile[] },
): Promise<FormFile> {
  const maxSize = Math.min(limits.maxFileBytes, limits.maxTotalBytes - files.reduce((sum, { size }) => sum + size, 0))
  try {
    return {
      ...(await store.receive(stream, { maxSize, expectedBytes: Number(headers['content-length'] ?? maxSize) })),
      filename,
      contentType,
    }
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Refused(new ApiError(limits.tooLarge))
    throw error instanceof ApiError ? new Refused(error) : error
  }
}
