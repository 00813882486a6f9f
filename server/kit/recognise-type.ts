/** Detects the type of a file from its content. The declared type decides only between types with the same content. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'

/** The type with which a file is served, or the reason why the content contradicts the declared type. */
export type Recognition =
  | { readonly contentType: string; readonly contradiction: null }
  | { readonly contentType: null; readonly contradiction: string }

/** The type that clients declare when they do not know the type. */
export const unknownType = 'application/octet-stream'

/** Aliases of media types, each with the name that this file uses. */
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

/** Types that are stored in a container format: a .docx file is a ZIP archive. */
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

/** Detects the type of the file at a path. */
export async function recogniseFile(path: string, said: string): Promise<Recognition> {
  const { fileTypeFromFile } = await import('file-type')
  return decide((await fileTypeFromFile(path))?.mime, said, () => readBeginning(path))
}

/** Detects the type of bytes in memory. */
export async function recogniseBytes(bytes: Uint8Array, said: string): Promise<Recognition> {
  const { fileTypeFromBuffer } = await import('file-type')
  return decide((await fileTypeFromBuffer(bytes))?.mime, said, () => Promise.resolve(bytes.subarray(0, beginningLength)))
}

async function decide(found: string | undefined, said: string, read: () => Promise<Uint8Array>): Promise<Recognition> {
  const own = toCanonicalType(said)
  const accept = (contentType: string): Recognition => ({ contentType, contradiction: null })
  const text = isTextual(own) ? await read() : null
  // The byte order mark looks like the start of an MP3 file.
  if (text !== null && isWide(text)) return accept(own)
  if (found !== undefined) {
    const type = toCanonicalType(found)
    if (own === unknownType || own === type) return accept(type)
    if (formatsWithin[type]?.test(own)) return accept(own)
    return { contentType: null, contradiction: `The content of the file is ${type}, not ${own}.` }
  }
  if (own === unknownType) return accept(unknownType)
  // Imported on first use, so that the service starts faster.
  const { supportedMimeTypes } = await import('file-type')
  // The library recognises all files of this type, so this file must be of another type.
  if (supportedMimeTypes.has(own as never) && own !== 'application/xml')
    return { contentType: null, contradiction: `The content of the file is not ${own}.` }
  return accept(text !== null && !isText(text) ? unknownType : own)
}

function toCanonicalType(type: string): string {
  const [bare = ''] = type.toLowerCase().split(';')
  const name = bare.trim()
  if (!/^[a-z0-9][\w.+-]{0,99}\/[a-z0-9][\w.+-]{0,99}$/.test(name)) return unknownType
  return aliases[name] ?? name
}

function isTextual(type: string): boolean {
  return /^text\/|[/+](json|xml)$/.test(type)
}

/** Number of leading bytes that decide whether a file is text. */
const beginningLength = 65_536

async function readBeginning(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(beginningLength), 0, beginningLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whether bytes start with the UTF-16 byte order mark. */
function isWide(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/** Whether bytes are text in UTF-8 or in an older charset such as Latin-1. */
function isText(bytes: Uint8Array): boolean {
  // The last character may be cut off, so retry without the last one to three bytes.
  if (!bytes.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))))) return true
  return !bytes.some(isControl)
}

/**
 * Whether a byte occurs only in binary files. Text has tabs, line and page breaks, escape characters and the DOS end-of-file mark, but no
 * other control characters.
 */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b
}
