/** Finds the parts of a mail. Parts are ranges of the mail's bytes: nothing is copied or decoded here. */
import { findField, type RawField, readFields, readStructured, type StructuredField } from './header-fields.ts'

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
  /** Parts of a multipart; empty for all others. */
  readonly children: readonly MimePart[]
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
  const reading: Reading = { limits, parts: 0, leaves: 0, unsplit: [] }
  const root = readPart(raw.subarray(findStart(raw)), reading, {
    depth: 0,
    defaultType: 'text/plain',
    maxHeaderBytes: limits.maxHeaderBytes,
  })
  return { root, unsplit: reading.unsplit }
}

type Reading = { readonly limits: MailLimits; parts: number; leaves: number; unsplit: number[] }

/** Fields of inner parts are few, so less of them is kept. */
const maxPartHeaderBytes = 16 * 1024

function readPart(
  raw: Buffer,
  reading: Reading,
  { depth, defaultType, maxHeaderBytes }: { depth: number; defaultType: string; maxHeaderBytes: number },
): MimePart {
  reading.parts++
  const { fields, bodyStart } = readFields(raw, 0, raw.length, maxHeaderBytes)
  const bytes = raw.subarray(bodyStart)
  const { value, parameters } = readStructured(findField(fields, 'content-type') ?? defaultType)
  const declared = toMediaType(value, defaultType)
  const ranges = declared.startsWith('multipart/') ? splitMultipart(bytes, parameters.get('boundary') ?? '', reading.limits.maxParts) : null
  const isSplit = ranges !== null && ranges.length > 0 && depth < reading.limits.maxDepth
  const disposition = readStructured(findField(fields, 'content-disposition') ?? '')
  const children: MimePart[] = []
  const part = {
    fields,
    // Without any boundary line, the content is shown as it is.
    type: ranges === null && declared.startsWith('multipart/') ? 'text/plain' : declared,
    parameters,
    disposition: disposition.value || null,
    filename: readFilename(disposition, parameters),
    contentId: readContentId(fields),
    encoding: (findField(fields, 'content-transfer-encoding') ?? '').toLowerCase().replaceAll(/[^\w-]/g, ''),
    bytes,
    children,
    number: isSplit ? 0 : ++reading.leaves,
  }
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

/** Returns a type with a slash: mail programs also write `text`, `html` and nothing. */
function toMediaType(value: string, defaultType: string): string {
  if (/^[^\s/;]{1,127}\/[^\s/;]{1,127}$/.test(value)) return value
  if (value === 'html' || value === 'htm') return 'text/html'
  return value === '' ? defaultType : 'text/plain'
}

function readFilename(disposition: StructuredField, parameters: ReadonlyMap<string, string>): string | null {
  const name =
    disposition.parameters.get('filename') || disposition.parameters.get('name') || parameters.get('name') || parameters.get('filename')
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

/** Returns the first line that looks like a boundary before the header of a part, for mails whose Content-Type lost it. */
function guessBoundary(bytes: Buffer): string | null {
  const beginning = bytes.toString('latin1', 0, 8_192)
  return /(?:^|\n)--([^\s]{4,100})[ \t\r]*\ncontent-/i.exec(beginning)?.[1] ?? null
}

/** Returns the parts without children, in order. */
export function listLeaves(part: MimePart): MimePart[] {
  return part.children.length === 0 ? [part] : part.children.flatMap(listLeaves)
}

/** Returns the charset of the first text: old mail programs write header fields in it, without encoding them. */
export function findTextCharset(root: MimePart): string | null {
  return (
    listLeaves(root)
      .find(({ type, parameters }) => type.startsWith('text/') && parameters.has('charset'))
      ?.parameters.get('charset') ?? null
  )
}
