/** Parses header fields and their parameters from bytes. Tolerates broken fields. */
import { isAscii, isUtf8 } from 'node:buffer'
import { decodeText } from './charsets.ts'
import { decodeWords, removeControls } from './encoded-words.ts'

/** A raw header field. `bytes` is the value with its line breaks. */
export type RawField = { readonly name: string; readonly bytes: Uint8Array }

/** Minimum average bytes per field. Thousands of parts with thousands of tiny fields each would use up the memory. */
const minFieldBytes = 20
const lf = 0x0a
const colon = 0x3a

/**
 * Parses the header that starts at `from`. Returns its fields and the offset of the body. Drops fields beyond `maxBytes`. A line that is no
 * field ends the header, unless a field follows: then a mail program forgot to fold a line.
 */
export function readFields(raw: Buffer, from: number, to: number, maxBytes: number): { fields: RawField[]; bodyStart: number } {
  const fields: RawField[] = []
  let field: { name: string; start: number; end: number } | null = null
  const keep = (): void => {
    if (field && field.end - from <= maxBytes && fields.length < Math.max(100, maxBytes / minFieldBytes))
      fields.push({ name: field.name, bytes: raw.subarray(field.start, field.end) })
    field = null
  }
  let position = from
  while (position < to) {
    if (position - from > maxBytes) {
      keep()
      return { fields, bodyStart: skipHeader(raw, position, to) }
    }
    const end = findLineEnd(raw, position, to)
    if (isBlank(raw, position, end)) {
      keep()
      return { fields, bodyStart: end }
    }
    const first = raw[position]
    if (first === 0x20 || first === 0x09) {
      if (field) field.end = end
    } else {
      keep()
      const name = readName(raw, position, end)
      if (name) field = { name: name.name, start: name.valueStart, end }
      else if (fields.length > 0 && (isDashes(raw, position) || !isField(raw, end, to))) return { fields, bodyStart: position }
      else if (fields.length === 0 && !startsWithFrom(raw, position)) {
        if (!isField(raw, end, to)) return { fields, bodyStart: position }
      }
    }
    position = end
  }
  keep()
  return { fields, bodyStart: to }
}

/** Returns the position after the next blank line. */
function skipHeader(raw: Buffer, from: number, to: number): number {
  const [unix, network] = ['\n\n', '\n\r\n'].map((blank) => {
    const found = raw.indexOf(blank, from - 1)
    return found < 0 ? to : found + blank.length
  })
  return Math.min(unix ?? to, network ?? to, to)
}

/** Returns the position after the line that begins at `from`. */
function findLineEnd(raw: Buffer, from: number, to: number): number {
  const found = raw.indexOf(lf, from)
  return found < 0 || found >= to ? to : found + 1
}

function isBlank(raw: Buffer, from: number, to: number): boolean {
  return raw[from] === lf || (raw[from] === 0x0d && (from + 1 === to || raw[from + 1] === lf))
}

/** Maximum length of a field name. Longer ones only occur in text that is no header. */
const maxNameLength = 200

function readName(raw: Buffer, from: number, to: number): { name: string; valueStart: number } | null {
  let end = from
  const limit = Math.min(to, from + maxNameLength)
  while (end < limit && (raw[end] ?? 0) > 0x20 && (raw[end] ?? 0) < 0x7f && raw[end] !== colon) end++
  let after = end
  while (after < limit && (raw[after] === 0x20 || raw[after] === 0x09)) after++
  if (end === from || raw[after] !== colon) return null
  return { name: raw.toString('latin1', from, end).toLowerCase(), valueStart: after + 1 }
}

function isField(raw: Buffer, from: number, to: number): boolean {
  if (from >= to) return false
  const line = raw.toString('latin1', from, Math.min(to, from + 100))
  return /^[A-Za-z][A-Za-z0-9-]{0,60}:[ \t\r\n]/.test(line)
}

/** True for a line that starts like a boundary rather than a field. */
function isDashes(raw: Buffer, from: number): boolean {
  return raw[from] === 0x2d && raw[from + 1] === 0x2d
}

/** True for the `From ` line with which each mail of an mbox file starts. */
function startsWithFrom(raw: Buffer, from: number): boolean {
  return /^>?From /.test(raw.toString('latin1', from, from + 6))
}

/** Whether a field has bytes of a charset that it does not declare. */
export function isForeign({ bytes }: RawField): boolean {
  return !isAscii(bytes) && !isUtf8(bytes)
}

/** Returns a field's value on one line, with encoded words still encoded. */
export function toFieldText({ bytes }: RawField, charset: string | null = null): string {
  // An escape starts Japanese text, whose bytes are ASCII.
  const text =
    isAscii(bytes) && !bytes.includes(0x1b)
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      : decodeText(bytes, null, charset)
  return removeControls(text.replaceAll(/\r?\n(?=[ \t])/g, '').replaceAll('\t', ' ')).trim()
}

/** Returns a field's value on one line, with encoded words decoded. */
export function toDecodedText(field: RawField, charset: string | null = null): string {
  return decodeWords(toFieldText(field, charset))
}

/** Returns the value of the first non-empty field with this name. */
export function findField(fields: readonly RawField[], name: string, charset: string | null = null): string | null {
  let value: string | null = null
  for (const field of fields) {
    if (field.name !== name || value) continue
    value = toFieldText(field, charset)
  }
  return value
}
