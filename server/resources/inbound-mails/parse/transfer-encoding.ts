/**
 * Decodes transfer encodings. Each decoder overwrites its input, because decoded content is never longer, so a mail of 40 MiB needs no
 * second buffer. Decodes broken input as far as possible.
 */

/** Decodes bytes in place and returns the range with the content. Leaves bytes of an unknown encoding unchanged. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') {
    const end = findBase64End(bytes)
    return end === 0 ? bytes : decodeBase64(bytes.subarray(0, end))
  }
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes)
  if (/^x-(uue|uuencode|uu)$/.test(encoding) || encoding === 'uuencode') return decodeUuencode(bytes)
  return bytes
}

/** Bytes at the end of a base64 part to search for a plain footer, and at its start to detect plain text. */
const maxFooterBytes = 8_192
const maxFirstLineBytes = 1_000

/**
 * Returns the end of a part's base64. Mailing lists and gateways append a plain footer, and some programs declare base64 for plain text,
 * for which the end is 0.
 */
export function findBase64End(bytes: Uint8Array): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [first = ''] = all.toString('latin1', 0, maxFirstLineBytes).trimStart().split('\n', 1)
  if (isPlainLine(first)) return 0
  const start = Math.max(0, all.length - maxFooterBytes)
  const lines = all.toString('latin1', start).split('\n')
  // The first line may have lost its start.
  const plain = lines.findIndex((line, i) => (i > 0 || start === 0) && isPlainLine(line))
  if (plain <= 0) return all.length
  // Blank lines and separators, such as `-- `, belong to the footer.
  const end = lines.slice(0, plain).findLastIndex((line) => !/^[\s_*~-]*$/.test(line)) + 1
  return start + lines.slice(0, end).reduce((sum, line) => sum + line.length + 1, 0)
}

/** Whether a line is plain text. Base64 has no spaces, or groups of four characters where a program inserted some. */
function isPlainLine(line: string): boolean {
  const words = line.trim().split(/[ \t]+/)
  return (words.length > 1 && words.some((word) => word.length % 4 !== 0)) || /^<[a-z!]|^https?:\/\/|[\x80-\xff]/i.test(words[0] ?? '')
}

const base64Values = new Int8Array(256).fill(-1)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  base64Values[letter.charCodeAt(0)] = value
base64Values['-'.charCodeAt(0)] = 62
base64Values['_'.charCodeAt(0)] = 63

/** Decodes base64 in place. Skips other characters. Padding ends a group, because some mail programs pad every line. */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  let length = 0
  let bits = 0
  let count = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const value = base64Values[byte] ?? -1
    if (value >= 0) {
      bits = (bits << 6) | value
      if (++count === 4) {
        bytes[length++] = bits >> 16
        bytes[length++] = bits >> 8
        bytes[length++] = bits
        bits = count = 0
      }
    } else if (byte === 0x3d) {
      length = endGroup(bytes, length, bits, count)
      bits = count = 0
    }
  }
  return bytes.subarray(0, endGroup(bytes, length, bits, count))
}

/** Writes the one or two bytes of an incomplete group. Returns the new length. */
function endGroup(bytes: Uint8Array, length: number, bits: number, count: number): number {
  if (count === 2) bytes[length++] = bits >> 4
  if (count === 3) {
    bytes[length++] = bits >> 10
    bytes[length++] = bits >> 2
  }
  return length
}

/** Decodes quoted-printable in place. Keeps a `=` that starts no escape. */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  let length = 0
  /** Length up to the last non-blank character: relays pad lines with white space before the break. */
  let solid = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x3d) {
      const next = findLineEnd(bytes, i + 1)
      if (next > 0) {
        i = next - 1
        solid = length
        continue
      }
      const high = hexDigit(bytes[i + 1])
      const low = hexDigit(bytes[i + 2])
      if (high >= 0 && low >= 0) {
        bytes[length++] = high * 16 + low
        i += 2
      } else bytes[length++] = byte
      solid = length
    } else if (byte === 0x0a || byte === 0x0d) {
      length = solid
      bytes[length++] = byte
      solid = length
    } else {
      bytes[length++] = byte
      if (byte !== 0x20 && byte !== 0x09) solid = length
    }
  }
  return bytes.subarray(0, length)
}

/** Returns the offset after the next line break, which white space may precede; 0 when there is none. */
function findLineEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (bytes[i] === 0x20 || bytes[i] === 0x09) i++
  if (i >= bytes.length) return bytes.length
  if (bytes[i] === 0x0d) return bytes[i + 1] === 0x0a ? i + 2 : i + 1
  return bytes[i] === 0x0a ? i + 1 : 0
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** Decodes uuencoded lines in place, between `begin` and `end` if present. */
function decodeUuencode(bytes: Uint8Array): Uint8Array {
  let length = 0
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(0x0a, from)
    const to = found < 0 ? bytes.length : found
    const size = ((bytes[from] ?? 0x20) - 0x20) & 63
    const isBegin = startsWith(bytes, from, 'begin ')
    if (startsWith(bytes, from, 'end') && to - from <= 4) break
    if (!isBegin) {
      let written = 0
      for (let i = from + 1; i + 1 < to && written < size; i += 4) {
        const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((offset) => (i + offset < to ? ((bytes[i + offset] ?? 0x20) - 0x20) & 63 : 0))
        const group = (a << 18) | (b << 12) | (c << 6) | d
        for (let shift = 16; shift >= 0 && written < size; shift -= 8, written++) bytes[length++] = group >> shift
      }
    }
    from = to + 1
  }
  return bytes.subarray(0, length)
}

function startsWith(bytes: Uint8Array, from: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text.charCodeAt(i)) return false
  return true
}
