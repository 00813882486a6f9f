/** Reads the texts of parts. */
import { isAscii } from 'node:buffer'
import { decodeText } from './charsets.ts'
import { isEnriched, readEnriched } from './enriched-text.ts'
import { joinFlowed } from './format-flowed.ts'
import { findMetaCharset } from './meta-charset.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeTransfer, findBase64End } from './transfer-encoding.ts'

/** Maximum encoded bytes of all texts of a mail. */
export const maxTextBytes = 8 * 1024 * 1024

/** Maximum encoded bytes of plain text. The longest body has 2.5 MiB, as three-byte characters in quoted-printable. */
const maxPlainBytes = 3 * 1024 * 1024

/**
 * Returns how many encoded bytes of a text to read. HTML can be much longer than the text that it shows, for example with `data:` pictures.
 */
export function countReadBytes({ type, bytes }: MimePart): number {
  return Math.min(bytes.byteLength, type === 'text/html' ? maxTextBytes : maxPlainBytes)
}

/** Cache of decoded texts: choosing an alternative reads its text, which then becomes the body. */
const texts = new WeakMap<MimePart, string>()

/** Returns a part's text with `\n` as line breaks. Does not modify the part's bytes. */
export function readPartText(part: MimePart): string {
  const known = texts.get(part)
  if (known !== undefined) return known
  // Copy, because decoding overwrites its input, and a forwarded mail is also attached unchanged.
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
    // An unclosed element hides the rest, so this search fails at most once.
    if (found < 0) return false
    markup.lastIndex = shownFrom = end === null ? found : found + end.length
  }
  return isShown(text.length)
}
