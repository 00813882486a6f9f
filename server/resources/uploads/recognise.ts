/** The type of a file is what its content is recognised as. What the sender says decides only among types that look alike. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { ApiError } from '../../kit/index.ts'
import { uploadTypeRejected } from './errors.ts'

/** Says nothing of the content. */
const unknownType = 'application/octet-stream'

/** Names of one type. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'text/xml': 'application/xml',
}

/** Formats that are written in another one, whose form the content then has. */
const writtenIn: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(vnd\.|epub\+zip$|java-archive$|x-.*(zip|package)|zip$)/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-|vnd\.visio|x-msi|x-hwp)/,
  'application/xml': /(^image\/svg|[/+]xml$|^application\/x?html|^text\/html$)/,
  'image/png': /^image\/apng$/,
  'application/ogg': /^(audio|video)\/ogg$/,
  'video/webm': /^audio\/webm$/,
  'video/mp4': /^audio\/(mp4|x-m4a|m4a|aac)$/,
  'video/x-ms-asf': /^(audio\/x-ms-wma|video\/x-ms-wmv)$/,
  'application/postscript': /^application\/(illustrator|eps)/,
  'application/gzip': /^application\/x-(compressed-)?tar|^application\/x-tgz$/,
}

/** The type to serve the file as. Throws 422 when the content is not of the type that was said. */
export async function recognise(path: string, said: string): Promise<string> {
  // Loaded by the first upload.
  const { fileTypeFromFile, supportedMimeTypes } = await import('file-type')
  const own = canonical(said)
  const found = await fileTypeFromFile(path)
  if (found) {
    const type = canonical(found.mime)
    if (own === unknownType || own === type) return type
    if (writtenIn[type]?.test(own)) return own
    throw new ApiError(uploadTypeRejected, { message: `The content of the file is ${type}, not ${own}.` })
  }
  if (own === unknownType) return unknownType
  // Every file of this type would have been recognised.
  if (supportedMimeTypes.has(own as never) && own !== 'application/xml')
    throw new ApiError(uploadTypeRejected, { message: `The content of the file is not ${own}.` })
  return isTextual(own) && !(await beginsAsText(path)) ? unknownType : own
}

function canonical(type: string): string {
  const [bare = ''] = type.toLowerCase().split(';')
  const name = bare.trim()
  if (!/^[a-z0-9][\w.+-]{0,99}\/[a-z0-9][\w.+-]{0,99}$/.test(name)) return unknownType
  return aliases[name] ?? name
}

function isTextual(type: string): boolean {
  return /^text\/|[/+](json|xml)$/.test(type)
}

async function beginsAsText(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const bytes = buffer.subarray(0, bytesRead)
    // A character may be cut at the end.
    return !bytes.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytesRead - cut))))
  } finally {
    await file.close()
  }
}
