/** Finds the parts of a mail. Parts are ranges of the mail's bytes: nothing is copied or decoded here. */
import { isTelling } from './charsets.ts'
import { decodeWords } from './encoded-words.ts'
import { findField, isForeign, type RawField, readFields } from './header-fields.ts'
import { findMetaCharset } from './meta-charset.ts'
import { openSigned, type SmimeKind } from './smime.ts'
import { readStructured } from './structured-fields.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Limits of a mail. What exceeds them is attached whole or omitted; nothing here makes a mail fail. */
export type MailLimits = {
  readonly maxDepth: number
  readonly maxParts: number
  readonly maxHeaderBytes: number
  readonly maxAttachments: number
  readonly maxDecodedBytes: number
  readonly maxBodyLength: number
}

export const mailLimits: MailLimits = {
  maxDepth: 50,
  maxParts: 1_000,
  maxHeaderBytes: 256 * 1024,
  maxAttachments: 100,
  maxDecodedBytes: 40 * 1024 * 1024,
  maxBodyLength: 262_144,
}

export type MimePart = {
  readonly fields: readonly RawField[]
  /** The media type in lower case, such as `text/plain`. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly disposition: string | null
  readonly filename: string | null
  readonly contentId: string | null
  /** The transfer encoding in lower case. */
  readonly encoding: string
  /** The encoded content. */
  readonly bytes: Buffer
  /** Parts of a multipart, and the mail in an S/MIME signature; empty for all others. */
  readonly children: readonly MimePart[]
  /** What the content of an S/MIME part is, whatever its parameters say; null for other parts. */
  readonly smime: SmimeKind | null
  /** The whole mail. Its charset is null when no part names a charset that could be another one. */
  readonly mail: { readonly charset: string | null }
  /** Position among the parts without children, counted from 1. */
  readonly number: number
}

export type MimeTree = {
  readonly root: MimePart
  /** Bytes of each multipart that were not split, because the mail has too many parts. */
  readonly unsplit: readonly number[]
}

/** Reads the structure of a mail. */
export function readTree(raw: Buffer, limits: MailLimits): MimeTree {
  const reading: Reading = { limits, parts: 0, leaves: 0, unsplit: [], mail: { charset: null }, foreign: [] }
  const root = readPart(raw.subarray(findStart(raw)), reading, {
    depth: 0,
    defaultType: 'text/plain',
    maxHeaderBytes: limits.maxHeaderBytes,
  })
  const charset = findMailCharset(root)
  reading.mail.charset = charset
  for (const part of reading.foreign) Object.assign(part, { filename: readFilename(part.fields, charset) })
  return { root, unsplit: reading.unsplit }
}

type Reading = {
  readonly limits: MailLimits
  parts: number
  leaves: number
  unsplit: number[]
  readonly mail: { charset: string | null }
  /** Parts whose names are bytes of an unnamed charset: that of the mail, which is not known before all parts are read. */
  readonly foreign: MimePart[]
}

/** Fields of inner parts are few, so less of them is kept. */
const maxPartHeaderBytes = 16 * 1024

function readPart(
  raw: Buffer,
  reading: Reading,
  { depth, defaultType, maxHeaderBytes }: { depth: number; defaultType: string; maxHeaderBytes: number },
): MimePart {
  reading.parts++
  const { fields, bodyStart } = readFields(raw, 0, raw.length, maxHeaderBytes)
  const { value, parameters } = readStructured(findField(fields, 'content-type') ?? defaultType)
  const declared = toMediaType(value, defaultType)
  const filename = readFilename(fields)
  const content = unwrap({
    bytes: raw.subarray(bodyStart),
    declared,
    filename,
    encoding: readEncoding(fields),
    boundary: parameters.get('boundary') ?? '',
    maxParts: reading.limits.maxParts,
  })
  const { bytes, encoding, ranges, smime } = content
  const isSplit = ranges.length > 0 && depth < reading.limits.maxDepth
  const children: MimePart[] = []
  const part: MimePart = {
    fields,
    // Without any boundary line, the content is shown as it is.
    type: content.isWhole && declared.startsWith('multipart/') ? 'text/plain' : declared,
    parameters,
    disposition: readStructured(findField(fields, 'content-disposition') ?? '').value || null,
    filename,
    contentId: readContentId(fields),
    encoding,
    bytes,
    children,
    smime,
    mail: reading.mail,
    number: isSplit ? 0 : ++reading.leaves,
  }
  if (fields.some((field) => namingFields.has(field.name) && isForeign(field))) reading.foreign.push(part)
  if (!isSplit) return part
  const inner = declared === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  for (const { from, to } of ranges) {
    if (reading.parts >= reading.limits.maxParts) {
      reading.unsplit.push(bytes.length - from)
      break
    }
    children.push(readPart(bytes.subarray(from, to), reading, { depth: depth + 1, defaultType: inner, maxHeaderBytes: maxPartHeaderBytes }))
  }
  return part
}

const namingFields: ReadonlySet<string> = new Set(['content-type', 'content-disposition'])

function readEncoding(fields: readonly RawField[]): string {
  return /[\w-]+/.exec(decodeWords(findField(fields, 'content-transfer-encoding') ?? '').toLowerCase())?.[0] ?? ''
}

type Wrapped = {
  readonly bytes: Buffer
  readonly declared: string
  readonly filename: string | null
  readonly encoding: string
  readonly boundary: string
  readonly maxParts: number
}
type Unwrapped = {
  readonly bytes: Buffer
  readonly encoding: string
  readonly ranges: readonly Range[]
  /** True when the content is no container. */
  readonly isWhole: boolean
  readonly smime: SmimeKind | null
}

/** Finds the parts in the content of a part. Decodes it in place if the parts are only found then. */
function unwrap({ bytes, declared, filename, encoding, boundary, maxParts }: Wrapped): Unwrapped {
  if (isSmime(declared, filename)) {
    const decoded = decodeInPlace(bytes, encoding)
    const { kind, mail } = openSigned(decoded)
    // A signed file, such as an invoice, is not a mail: its content has no header.
    const isMail = mail !== null && startsWithHeader(mail)
    return {
      bytes: isMail ? mail : decoded,
      encoding: '',
      ranges: isMail ? [{ from: 0, to: mail.length }] : [],
      isWhole: !isMail,
      smime: kind === 'SIGNED' && mail !== null && !isMail ? 'FILE' : kind,
    }
  }
  if (!declared.startsWith('multipart/')) return { bytes, encoding, ranges: [], isWhole: true, smime: null }
  const ranges = splitMultipart(bytes, boundary, maxParts)
  if (ranges !== null || !/^(base64|quoted-printable)$/.test(encoding))
    return { bytes, encoding, ranges: ranges ?? [], isWhole: ranges === null, smime: null }
  // No multipart may be encoded (RFC 2045, 6.4), but some gateways do it.
  const decoded = decodeInPlace(bytes, encoding)
  const found = splitMultipart(decoded, boundary, maxParts)
  return { bytes: decoded, encoding: '', ranges: found ?? [], isWhole: found === null, smime: null }
}

function decodeInPlace(bytes: Buffer, encoding: string): Buffer {
  const decoded = decodeTransfer(bytes, encoding)
  return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength)
}

function isSmime(declared: string, filename: string | null): boolean {
  return (
    /^application\/(x-)?pkcs7-mime$/.test(declared) || (declared === 'application/octet-stream' && filename?.toLowerCase() === 'smime.p7m')
  )
}

function startsWithHeader(bytes: Buffer): boolean {
  const { fields } = readFields(bytes, 0, bytes.length, maxPartHeaderBytes)
  return fields.some(({ name }) => name.startsWith('content-') || name === 'mime-version')
}

/** Returns a type with a slash: mail programs also write `text`, `html` and nothing. */
function toMediaType(value: string, defaultType: string): string {
  if (/^[^\s/;]{1,127}\/[^\s/;]{1,127}$/.test(value)) return value
  if (value === 'html' || value === 'htm') return 'text/html'
  return value === '' ? defaultType : 'text/plain'
}

function readFilename(fields: readonly RawField[], charset: string | null = null): string | null {
  const read = (name: string): ReadonlyMap<string, string> => readStructured(findField(fields, name, charset) ?? '').parameters
  const disposition = read('content-disposition')
  const type = read('content-type')
  const name = disposition.get('filename') || disposition.get('name') || type.get('name') || type.get('filename')
  return name?.trim() || null
}

function readContentId(fields: readonly RawField[]): string | null {
  const value = findField(fields, 'content-id')?.replaceAll(/[<>\s]/g, '')
  return value ? value.slice(0, 998).toWellFormed() : null
}

/** Skips a byte order mark, and the blank lines that some programs write before the header. */
function findStart(raw: Buffer): number {
  let start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0
  while (raw[start] === 0x0a || raw[start] === 0x0d) start++
  return start
}

type Range = { readonly from: number; readonly to: number }

/** Returns the ranges of the parts; null when no line has the boundary. The last part may lack its end. */
function splitMultipart(bytes: Buffer, declared: string, maxParts: number): Range[] | null {
  const boundary = declared.trimEnd()
  return (boundary === '' ? null : splitBy(bytes, boundary, maxParts)) ?? splitBy(bytes, guessBoundary(bytes), maxParts)
}

function splitBy(bytes: Buffer, boundary: string | null, maxParts: number): Range[] | null {
  if (boundary === null) return null
  // Parameters are read as UTF-8, so a boundary with other bytes matches as well.
  const delimiter = Buffer.from(`--${boundary}`)
  const ranges: Range[] = []
  let found = false
  let from = -1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 0x0a) continue
    const line = readDelimiter(bytes, at + delimiter.length)
    if (line === null) continue
    found = true
    if (from >= 0) ranges.push({ from, to: Math.max(from, withoutLineBreak(bytes, at)) })
    from = line.isLast ? -1 : line.end
    // One range more than the mail may have shows that the rest was not split. Millions of them would use up the memory.
    if (line.isLast || ranges.length > maxParts) break
    at = Math.max(at, line.end - 2)
  }
  if (from >= 0 && from < bytes.length) ranges.push({ from, to: bytes.length })
  return found ? ranges : null
}

/** Reads what follows a boundary on its line; null when the line is longer than the boundary, and so is another one. */
function readDelimiter(bytes: Buffer, from: number): { isLast: boolean; end: number } | null {
  const isLast = bytes[from] === 0x2d && bytes[from + 1] === 0x2d
  let at = isLast ? from + 2 : from
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at++
  if (at < bytes.length && bytes[at] !== 0x0a) return null
  return { isLast, end: Math.min(bytes.length, at + 1) }
}

function withoutLineBreak(bytes: Buffer, at: number): number {
  return bytes[at - 2] === 0x0d ? at - 2 : at - 1
}

/** Returns the first line that looks like a boundary before the header of a part, for mails whose Content-Type lost it or folds it. */
function guessBoundary(bytes: Buffer): string | null {
  const beginning = bytes.toString('latin1', 0, 8_192)
  return /(?:^|\n)--([^\r\n]{3,99}[^\s])[ \t\r]*\ncontent-/i.exec(beginning)?.[1] ?? null
}

/** Returns the parts without children, in order. */
export function listLeaves(part: MimePart): MimePart[] {
  return part.children.length === 0 ? [part] : part.children.flatMap(listLeaves)
}

/** Words of a header in a charset. */
const encodedWord = /=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?[bq]\?/i

/**
 * Returns the charset of the first text that names one other than UTF-8, else that of the header's encoded words: old mail programs write header
 * fields, names of files and further texts in it without saying so.
 */
function findMailCharset(root: MimePart): string | null {
  const texts = listLeaves(root).filter(({ type }) => type.startsWith('text/'))
  const named = texts.map(
    ({ parameters, type, bytes }) => parameters.get('charset') ?? (type === 'text/html' ? findMetaCharset(bytes) : null),
  )
  const words = root.fields.map((field) => encodedWord.exec(findField([field], field.name) ?? '')?.[1] ?? null)
  return [...named, ...words].find(isTelling) ?? null
}
