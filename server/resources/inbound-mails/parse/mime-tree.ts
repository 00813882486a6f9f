/** Parses the MIME structure of a mail. Parts are ranges of the mail's bytes, which are neither copied nor decoded here. */
import { decodeWords } from './encoded-words.ts'
import { findField, isForeign, type RawField, readFields } from './header-fields.ts'
import { createMailCharset, type MailCharset } from './mail-charset.ts'
import type { SmimeKind } from './smime.ts'
import { readStructured, type StructuredField } from './structured-fields.ts'
import { maxPartHeaderBytes, unwrap } from './unwrap-part.ts'

/** Limits of a mail. Content beyond them is attached as a whole or omitted; no limit makes a mail fail. */
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
  /** Media type in lower case, such as `text/plain`. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly disposition: string | null
  readonly filename: string | null
  readonly contentId: string | null
  /** Transfer encoding in lower case. */
  readonly encoding: string
  /** Encoded content. */
  readonly bytes: Buffer
  /** Parts of a multipart, or the mail in an S/MIME signature; empty for all others. */
  readonly children: readonly MimePart[]
  /** Content of an S/MIME part, whatever its parameters say; null for other parts. */
  readonly smime: SmimeKind | null
  /** Charset of the whole mail. */
  readonly mail: MailCharset
  /** Position among the leaf parts, counted from 1. */
  readonly number: number
}

export type MimeTree = {
  readonly root: MimePart
  /** Unsplit bytes of each multipart, when the mail has too many parts. */
  readonly unsplit: readonly number[]
}

/** Parses the structure of a mail. */
export function readTree(raw: Buffer, limits: MailLimits): MimeTree {
  const mail = createMailCharset(() => ({ fields: root.fields, parts: listLeaves(root) }))
  const reading: Reading = { limits, parts: 0, leaves: 0, unsplit: [], mail, foreign: [] }
  const root = readPart(raw.subarray(findStart(raw)), reading, {
    depth: 0,
    defaultType: 'text/plain',
    maxHeaderBytes: limits.maxHeaderBytes,
  })
  for (const part of reading.foreign) {
    const [disposition, type] = ['content-disposition', 'content-type'].map((name) =>
      readStructured(findField(part.fields, name, mail.charset) ?? ''),
    )
    if (disposition && type) Object.assign(part, { filename: readFilename(disposition, type) })
  }
  return { root, unsplit: reading.unsplit }
}

type Reading = {
  readonly limits: MailLimits
  parts: number
  leaves: number
  unsplit: number[]
  readonly mail: MailCharset
  /** Parts whose names have bytes of an undeclared charset: the mail's, which is unknown until all parts are parsed. */
  readonly foreign: MimePart[]
}

function readPart(
  raw: Buffer,
  reading: Reading,
  { depth, defaultType, maxHeaderBytes }: { depth: number; defaultType: string; maxHeaderBytes: number },
): MimePart {
  reading.parts++
  const { fields, bodyStart } = readFields(raw, 0, raw.length, maxHeaderBytes)
  const type = readStructured(findField(fields, 'content-type') ?? defaultType)
  const { parameters } = type
  const declared = toMediaType(type.value, defaultType)
  const disposition = readStructured(findField(fields, 'content-disposition') ?? '')
  const filename = readFilename(disposition, type)
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
    // Without any boundary line, show the content as it is.
    type: content.isWhole && declared.startsWith('multipart/') ? 'text/plain' : declared,
    parameters,
    disposition: disposition.value || null,
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

/** Returns the transfer encoding. Tolerates a missing line break before the field, which some programs forget. */
function readEncoding(fields: readonly RawField[]): string {
  const given =
    findField(fields, 'content-transfer-encoding') ??
    /content-transfer-encoding:(.*)/i.exec(findField(fields, 'content-type') ?? '')?.[1] ??
    ''
  return /[\w-]+/.exec(decodeWords(given).toLowerCase())?.[0] ?? ''
}

/** Normalises a media type: mail programs also write `text`, `html` or nothing. */
function toMediaType(value: string, defaultType: string): string {
  if (/^[^\s/;]{1,127}\/[^\s/;]{1,127}$/.test(value)) return value
  if (value.startsWith('multipart/')) return `multipart/${value.slice(value.lastIndexOf('/') + 1)}`
  if (value === 'html' || value === 'htm') return 'text/html'
  return value === '' ? defaultType : 'text/plain'
}

function readFilename(disposition: StructuredField, type: StructuredField): string | null {
  const name =
    disposition.parameters.get('filename') ||
    disposition.parameters.get('name') ||
    type.parameters.get('name') ||
    type.parameters.get('filename')
  return name?.replaceAll(/\s+/g, ' ').trim() || null
}

function readContentId(fields: readonly RawField[]): string | null {
  const given = findField(fields, 'content-id')
  const value = given === null ? '' : decodeWords(given).replaceAll(/[<>\s]/g, '')
  return value ? value.slice(0, 998).toWellFormed() : null
}

/** Skips a byte order mark, and the blank lines that some programs write before the header. */
function findStart(raw: Buffer): number {
  let start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0
  while (raw[start] === 0x0a || raw[start] === 0x0d) start++
  return start
}

/** Returns the leaf parts, in order. */
export function listLeaves(part: MimePart): MimePart[] {
  return part.children.length === 0 ? [part] : part.children.flatMap(listLeaves)
}
