/** Parses the header fields of a raw mail without the parser, because a mail gets its identity before parsing. */
import { readEmail } from '#platform/email.ts'
import { decodeText, isTelling } from '../parse/charsets.ts'
import { decodeWords } from '../parse/encoded-words.ts'

/** A header field. `value` has one character per byte, is unfolded and trimmed. */
export type RawHeader = { readonly name: string; readonly value: string }

const maxDecodedBytes = 16_384

const fieldName = /^([A-Za-z0-9][\w.+-]{0,75})[ \t]{0,76}:/
/** The byte order mark of UTF-8 in Latin-1. */
const byteOrderMark = '\xef\xbb\xbf'

/**
 * Separates the fields of a header block from the text that follows them without an empty line. In a mail whose line breaks are carriage
 * returns, that text is the whole body, and the only difference between two mails without a Message-ID.
 */
export function splitHeaderBlock(block: Uint8Array): { fields: Buffer; text: Buffer } {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString('latin1')
  const lines = (bytes.includes('\n') ? bytes : bytes.replaceAll('\r', '\n')).split('\n')
  const first = lines[0]?.replace(byteOrderMark, '') ?? ''
  lines[0] = first
  const isField = (line: string, i: number): boolean =>
    fieldName.test(line) || (i > 0 ? /^[ \t]/.test(line) : /^>?From /.test(line)) || (i === lines.length - 1 && line === '')
  const end = lines.findIndex((line, i) => !isField(line, i))
  const text = end === -1 ? [] : lines.slice(end)
  // Fields may follow lines that a mail program forgot to fold.
  const isSeparated = text[0]?.trim() === ''
  return {
    fields: Buffer.from((isSeparated ? lines.slice(0, end) : lines).join('\n'), 'latin1'),
    text: Buffer.from(text.join('\n'), 'latin1'),
  }
}

/** Parses the fields of a header block. Skips other lines, such as the first line of an mbox file. */
export function readRawHeaders(block: Uint8Array): RawHeader[] {
  const headers: { name: string; value: string[] }[] = []
  for (const line of Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString('latin1').split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) headers.at(-1)?.value.push(line)
    else {
      const [, name] = fieldName.exec(line) ?? []
      if (name !== undefined) headers.push({ name: name.toLowerCase(), value: [line.slice(line.indexOf(':') + 1)] })
    }
  }
  return headers.map(({ name, value }) => ({ name, value: value.join('').trim() }))
}

/**
 * Decodes a value to one line of Unicode: decodes encoded words and removes control characters. `charset` applies to bytes that are neither
 * ASCII nor UTF-8.
 */
export function decodeRawValue(value: string, maxLength: number, charset: string | null = null): string {
  const text = decodeText(Buffer.from(value.slice(0, maxDecodedBytes).replaceAll('\0', ' '), 'latin1'), null, charset)
  return decodeWords(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .slice(0, maxLength)
    .toWellFormed()
    .trim()
}

/** Returns the charset that the start of a mail declares for its text; null if there is none. */
export function findDeclaredCharset(beginning: string): string | null {
  const named = Array.from(
    beginning.matchAll(/\bcharset\s?=\s?(?:3D)?["']?([\w.:+-]{1,40})|=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?[bq]\?/gi),
    (match) => match[1] ?? match[2] ?? null,
  )
  return named.find(isTelling) ?? null
}

/**
 * Returns the addresses of From, To or Cc in canonical form, or unchanged if they are invalid, at most `maxAddresses`. Drops display names,
 * comments and group names, whatever they contain.
 */
export function readRawAddresses(value: string, maxAddresses: number): string[] {
  const found: string[] = []
  let text = ''
  let angle: string | null = null
  let isInAngle = false
  let isQuoted = false
  let depth = 0
  const flush = (): void => {
    const address = (angle === null ? findAddressWord(text) : angle.slice(angle.lastIndexOf(':') + 1)).trim()
    if (address.includes('@')) found.push(address)
    text = ''
    angle = null
    isInAngle = false
  }
  const push = (letters: string): void => {
    if (isInAngle) angle += letters
    else text += letters
  }
  for (let i = 0; i < value.length && found.length < maxAddresses; i++) {
    const letter = value.charAt(i)
    if (letter === '\\' && (isQuoted || depth > 0)) {
      if (depth === 0) push(value.slice(i, i + 2))
      i++
    } else if (depth > 0) depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    else if (letter === '"') {
      isQuoted = !isQuoted
      push(letter)
    } else if (isQuoted) push(letter)
    else if (letter === '(') depth = 1
    else if (letter === '<') {
      // The last address in angle brackets wins: an earlier one belongs to the display name.
      angle = ''
      isInAngle = true
    } else if (letter === '>') isInAngle = false
    else if (!isInAngle && (letter === ',' || letter === ';')) flush()
    else if (!isInAngle && letter === ':') text = ''
    else push(letter)
  }
  if (found.length < maxAddresses) flush()
  return found.map(toShownAddress)
}

function findAddressWord(text: string): string {
  return (text.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).findLast((word) => /^[^@].*@[^@"]+$/.test(word)) ?? ''
}

function toShownAddress(address: string): string {
  const bytes = Buffer.from(address.slice(0, 1000), 'latin1')
  const text = bytes.toString('utf8')
  return readEmail(text) ?? decodeRawValue(address, 254)
}
