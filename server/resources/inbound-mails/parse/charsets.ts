/** Decodes bytes to text, whatever charset a mail declares. Never throws. */
import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { findShiftedCharset, shiftedCharsets } from './shifted-charsets.ts'

/** Decodes bytes. Without a known charset, or if the bytes contradict it, tries UTF-8, then `fallback`. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, charset: string | null, fallback: string | null = null): string {
  const declared = toLabel(charset)
  const label = isWide(declared) ? declared : (findShiftedCharset(bytes) ?? declared)
  const decode = isContradicted(bytes, label) ? null : findDecoder(label)
  return removeNul((decode ?? findUnnamedDecoder(bytes, fallback))(bytes)).toWellFormed()
}

const isWide = (label: string | null): boolean => label !== null && /^(utf-?(16|32)|ucs-?[24]|unicode)/.test(label)

/**
 * Whether bytes contradict the declared charset. Programs declare Latin-1 for UTF-8 text, which would decode to mojibake, and UTF-16 for
 * text that became UTF-8 on the way. Short words of other charsets can be valid UTF-8 by chance, but longer texts are not.
 */
function isContradicted(bytes: Uint8Array, label: string | null): boolean {
  if (label === null || label === 'utf-8') return false
  if (isWide(label)) return !bytes.includes(0) && isUtf8(bytes)
  return !isAscii(bytes) && isUtf8(bytes) && (western.test(label) || countHigh(bytes) >= minContradictingBytes)
}

const western = /^(iso[-_]?8859[-_]?15?|latin-?1|l1|(windows|cp|x-cp)-?125[12]|x-ansi|ansi)$/

/** Number of non-ASCII bytes from which valid UTF-8 is no coincidence. */
const minContradictingBytes = 16

/** Counts non-ASCII bytes, up to `minContradictingBytes`. */
function countHigh(bytes: Uint8Array): number {
  let count = 0
  for (let i = 0; i < bytes.length && count < minContradictingBytes; i++) if ((bytes[i] ?? 0) >= 0x80) count++
  return count
}

function findUnnamedDecoder(bytes: Uint8Array, fallback: string | null): Decode {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return findDecoder('utf-16le') ?? latin
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return findDecoder('utf-16be') ?? latin
  return isUtf8(bytes) ? utf8 : (findDecoder(toLabel(fallback)) ?? latin)
}

/** Whether a charset is informative about other bytes of the same mail. */
export function isTelling(charset: string | null): charset is string {
  const label = toLabel(charset)
  return label !== null && !/^utf-?8$/.test(label) && findDecoder(label) !== null
}

/** Removes NUL, which PostgreSQL cannot store. */
export function removeNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

type Decode = (bytes: Uint8Array) => string

/** Normalises a charset's name; null when the bytes say more than the name, as for ASCII and unknown charsets. */
function toLabel(charset: string | null): string | null {
  // A language may follow in encoded words (RFC 2231). Names such as `utf-8; format=flowed` and `"utf-8"` occur.
  const [bare = ''] = (charset ?? '').toLowerCase().split(/[*;,\s]/)
  const label = bare.replaceAll(/["'<>]/g, '').slice(0, 40)
  return label === '' || ambiguous.has(label) ? null : (otherNames[label] ?? label)
}

/** Names that mail programs use for any charset. */
const ambiguous = new Set(
  'us-ascii ascii ansi_x3.4-1968 unknown unknown-8bit x-unknown 8bit 7bit binary default default_charset none'.split(' '),
)

/** Names that neither WHATWG nor iconv-lite knows, and names that are used for a superset of their charset. */
const otherNames: Readonly<Record<string, string>> = {
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'gb_2312-80': 'gb18030',
  cp936: 'gb18030',
  'ks_c_5601-1987': 'euc-kr',
  cp949: 'euc-kr',
  cp932: 'shift_jis',
  cp950: 'big5',
  'cp-850': 'cp850',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  utf8mb4: 'utf-8',
  'utf-8n': 'utf-8',
  cp65001: 'utf-8',
  'windows-utf8': 'utf-8',
  'iso-8859-8-i': 'iso-8859-8',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-2004': 'iso-2022-jp',
  jis: 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  'latin-1': 'iso-8859-1',
  'iso-latin-1': 'iso-8859-1',
  'mac-roman': 'macintosh',
}

const decoders = new Map<string, Decode | null>()

/** Returns the decoder of a charset; null for an unknown one. */
function findDecoder(label: string | null): Decode | null {
  if (label === null) return null
  let decode = decoders.get(label)
  if (decode === undefined) {
    decode =
      shiftedCharsets[label] ?? createNativeDecoder(label) ?? createNativeDecoder(label.replaceAll('_', '-')) ?? createOtherDecoder(label)
    // Mails choose the names, so a long-lived thread must not cache all of them.
    if (decoders.size < 200) decoders.set(label, decode)
  }
  return decode
}

function createNativeDecoder(label: string): Decode | null {
  try {
    const decoder = new TextDecoder(label)
    if (!label.startsWith('utf-16')) return (bytes) => decoder.decode(bytes)
    // A byte order mark overrides the name: `utf-16` means little-endian to WHATWG.
    const bigEndian = new TextDecoder('utf-16be')
    return (bytes) => (bytes[0] === 0xfe && bytes[1] === 0xff ? bigEndian : decoder).decode(bytes)
  } catch {
    return null
  }
}

function createOtherDecoder(label: string): Decode | null {
  return iconv.encodingExists(label) ? (bytes) => iconv.decode(bytes, label) : null
}

const utf8: Decode = (bytes) => new TextDecoder().decode(bytes)
const latin: Decode = (bytes) => new TextDecoder('windows-1252').decode(bytes)
