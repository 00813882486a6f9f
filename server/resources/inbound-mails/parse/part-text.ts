/** Reads the text of parts. */
import { isAscii } from 'node:buffer'
import { decodeText } from './charsets.ts'
import { isEnriched, readEnriched } from './enriched-text.ts'
import { joinFlowed } from './format-flowed.ts'
import { findMetaCharset } from './meta-charset.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeTransfer, findBase64End } from './transfer-encoding.ts'

/** Encoded bytes of all texts of a mail that are read. */
export const maxTextBytes = 8 * 1024 * 1024

/** Plain text is as long as what it shows: the longest body has at most 2.5 MiB, in characters of three bytes as quoted-printable. */
const maxPlainBytes = 3 * 1024 * 1024

/** Returns the encoded bytes of a text that are read. HTML can be much longer than what it shows: it may contain pictures as `data:` URLs. */
export function countReadBytes({ type, bytes }: MimePart): number {
  return Math.min(bytes.byteLength, type === 'text/html' ? maxTextBytes : maxPlainBytes)
}

/** Texts of parts: to choose an alternative, its text is read, which is then the body. */
const texts = new WeakMap<MimePart, string>()

/** Returns the text of a part with `\n` as line breaks. Leaves the bytes of the part as they are. */
export function readPartText(part: MimePart): string {
  const known = texts.get(part)
  if (known !== undefined) return known
  // A copy, because decoding overwrites its input, and a forwarded mail is also attached as it came.
  const encoded = Uint8Array.from(part.bytes.subarray(0, countReadBytes(part)))
  const footerStart = part.encoding === 'base64' ? findBase64End(encoded) || encoded.length : encoded.length
  const footer = encoded.slice(footerStart)
  const bytes = decodeTransfer(encoded.subarray(0, footerStart), part.encoding)
  const meta = part.type === 'text/html' ? findMetaCharset(bytes) : null
  const decoded = decodeText(bytes, part.parameters.get('charset') ?? meta, meta ?? (isAscii(bytes) ? null : part.mail.charset))
  const whole = footer.length === 0 ? decoded : `${decoded.trimEnd()}\n\n${decodeText(footer, null).trim()}`
  const text = whole.replaceAll(/\r\n?/g, '\n')
  const isFlowed = part.type === 'text/plain' && part.parameters.get('format')?.toLowerCase() === 'flowed'
  const joined = isEnriched(part.type)
    ? readEnriched(text)
    : isFlowed
      ? joinFlowed(text, part.parameters.get('delsp')?.toLowerCase() === 'yes')
      : text
  texts.set(part, joined)
  return joined
}

/** True when text or HTML shows a letter, a digit or a symbol such as an emoji. */
export function hasWords(text: string): boolean {
  let shownFrom = 0
  const isShown = (to: number): boolean =>
    /[\p{L}\p{N}\p{So}]/u.test(text.slice(shownFrom, to).replaceAll(/&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/gi, ' '))
  const markup = /<(style|script|title)\b|<!--|<\/?[a-z!?][^<>]*>/gi
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    if (isShown(match.index)) return true
    const end = match[0] === '<!--' ? '-->' : match[1] === undefined ? null : `</${match[1]}`
    const found = end === null ? markup.lastIndex : text.indexOf(end, markup.lastIndex)
    // An element without an end hides the rest, so this search runs at most once without a result.
    if (found < 0) return false
    markup.lastIndex = shownFrom = end === null ? found : found + end.length
  }
  return isShown(text.length)
}
