/** Recognises the type of a file from its content. The type that the sender declares decides only between types with the same content. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { ApiError } from '../../kit/index.ts'
import { uploadTypeRejected } from './errors.ts'

/** The declared type of senders who do not know the type. */
const unknownType = 'application/octet-stream'

/** Other names of types, each with the name that is used here. */
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

/** Types whose files also have the form of a container format: a .docx file is recognised as a ZIP archive. */
const formatsWithin: Readonly<Record<string, RegExp>> = {
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

/** Returns the type with which the file is served. Throws 422 when the content does not have the declared type. */
export async function recognise(path: string, said: string): Promise<string> {
  // Imported only now, so that the service starts faster.
  const { fileTypeFromFile, supportedMimeTypes } = await import('file-type')
  const own = canonical(said)
  const found = await fileTypeFromFile(path)
  if (found) {
    const type = canonical(found.mime)
    if (own === unknownType || own === type) return type
    if (formatsWithin[type]?.test(own)) return own
    throw new ApiError(uploadTypeRejected, { message: `The content of the file is ${type}, not ${own}.` })
  }
  if (own === unknownType) return unknownType
  // The library recognises all files of this type, so this file has another type.
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
    // The last character may be cut off, so try without up to three bytes.
    return !bytes.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytesRead - cut))))
  } finally {
    await file.close()
  }
}
