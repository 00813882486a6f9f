/** Decodes bytes to text, whatever charset a mail declares. Never throws. */
import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/**
 * Returns the text of bytes. Without a known charset, the bytes are UTF-8 if they are valid UTF-8, else `fallback`. Bytes that the charset
 * does not have become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, charset: string | null, fallback: string | null = null): string {
  const decode = findDecoder(toLabel(charset)) ?? (isUtf8(bytes) ? utf8 : (findDecoder(toLabel(fallback)) ?? latin))
  return removeNul(decode(bytes)).toWellFormed()
}

/** Removes NUL, which PostgreSQL does not store. */
export function removeNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

type Decode = (bytes: Uint8Array) => string

/** Returns a charset's name in one spelling; null when the bytes show more than the name, as for ASCII and unknown charsets. */
function toLabel(charset: string | null): string | null {
  // A language may follow in encoded words (RFC 2231). Names such as `utf-8; format=flowed` and `"utf-8"` occur.
  const [bare = ''] = (charset ?? '').toLowerCase().split(/[*;,\s]/)
  const label = bare.replaceAll(/["'<>]/g, '').slice(0, 40)
  return label === '' || ambiguous.has(label) ? null : (otherNames[label] ?? label)
}

/** Names under which mail programs send any charset. */
const ambiguous = new Set(
  'us-ascii ascii ansi_x3.4-1968 unknown unknown-8bit x-unknown 8bit 7bit binary default default_charset none'.split(' '),
)

/** Names that neither WHATWG nor iconv-lite has, and charsets whose superset is in use under their name. */
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
  'iso-2022-jp-2': 'iso-2022-jp',
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
    decode = shifted[label] ?? createNativeDecoder(label) ?? createNativeDecoder(label.replaceAll('_', '-')) ?? createOtherDecoder(label)
    // Mails choose the names, so a long-lived thread must not remember all of them.
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

/** Charsets of seven bits that shift to another one. No library has most of them: browsers replace such text by one U+FFFD. */
const shifted: Readonly<Record<string, Decode>> = {
  'iso-2022-jp': (bytes) => new TextDecoder('iso-2022-jp').decode(joinJapanese(bytes)),
  'iso-2022-kr': (bytes) => new TextDecoder('euc-kr').decode(raiseShifted(bytes)),
  'iso-2022-cn': (bytes) => new TextDecoder('gb18030').decode(raiseShifted(bytes)),
  'hz-gb-2312': (bytes) => new TextDecoder('gb18030').decode(raiseHz(bytes)),
  hz: (bytes) => new TextDecoder('gb18030').decode(raiseHz(bytes)),
}

/** Removes changes to ASCII that another change follows at once, as where two encoded words are joined. WHATWG makes those U+FFFD. */
function joinJapanese(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(emptyAscii, ''), 'latin1')
}

// oxlint-disable-next-line no-control-regex -- Escape sequences begin with a control character.
const emptyAscii = /\x1b\([BJ](?=\x1b[$(])/g

/** Sets the high bit between SHIFT OUT and SHIFT IN, and removes the escape sequence that names the charset. */
function raiseShifted(bytes: Uint8Array): Uint8Array {
  const raised = new Uint8Array(bytes.length)
  let length = 0
  let high = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0e) high = 0x80
    else if (byte === 0x0f) high = 0
    else if (byte === 0x1b && bytes[i + 1] === 0x24) i += 3
    else {
      // The charset ends with its line.
      if (byte === 0x0a) high = 0
      raised[length++] = byte > 0x20 ? byte | high : byte
    }
  }
  return raised.subarray(0, length)
}

/** Sets the high bit between `~{` and `~}` (RFC 1843). */
function raiseHz(bytes: Uint8Array): Uint8Array {
  const raised = new Uint8Array(bytes.length)
  let length = 0
  let high = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const next = bytes[i + 1]
    if (byte === 0x7e && (next === 0x7b || next === 0x7d)) {
      high = next === 0x7b ? 0x80 : 0
      i++
    } else if (byte === 0x7e && high === 0 && (next === 0x7e || next === 0x0a)) {
      if (next === 0x7e) raised[length++] = byte
      i++
    } else {
      if (byte === 0x0a) high = 0
      raised[length++] = byte > 0x20 ? byte | high : byte
    }
  }
  return raised.subarray(0, length)
}
