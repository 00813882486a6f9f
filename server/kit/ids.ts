/**
 * Identifiers: one UUIDv7 in the database, a TypeID (`thr_` + 26 characters of lower-case base32) on the wire.
 *
 * Source of the wire form: TypeID specification 0.3 (Crockford's alphabet, 130 bits of which the first two are zero).
 */
import { randomFillSync } from 'node:crypto'

/** Every prefix the API uses; a resource's ids never appear under another prefix. */
export const idPrefixes = [
  'thr', 'usr', 'cst', 'inb', 'msg', 'ten', 'tea', 'lbl', 'can', 'fld', 'sla', 'bhr', 'mtg', 'whk', 'evt', 'dlv',
  'col', 'art', 'upl', 'att', 'key', 'ses', 'prv', 'aud', 'run', 'viw',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

/** A UUID in its canonical lower-case text form, as the database shows it. */
export type Uuid = string

/** Makes a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits. Sorts by time of making. */
export function newId(now: number = Date.now()): Uuid {
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  const random = pool.subarray(poolOffset, (poolOffset += 10))
  const hex = random.toString('hex')
  const time = now.toString(16).padStart(12, '0')
  const variant = variantDigits[(random[2] ?? 0) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(5, 8)}-${hex.slice(8, 20)}`
}

/** The wire form of `uuid`, with its prefix. */
export function toTypeId(prefix: IdPrefix, uuid: Uuid): string {
  return `${prefix}_${encodeSuffix(uuid)}`
}

/** The wire form of `uuid` without a prefix (only the create response of threads shows ids so). */
export function encodeSuffix(uuid: Uuid): string {
  const a = (bits16(uuid, 0) << 16) | bits16(uuid, 4)
  const b = (bits16(uuid, 9) << 16) | bits16(uuid, 14)
  const c = (bits16(uuid, 19) << 16) | bits16(uuid, 24)
  const d = (bits16(uuid, 28) << 16) | bits16(uuid, 32)
  // 13 groups of ten bits; the first holds the two zero bits of padding and the top eight bits.
  return (
    pair(a >>> 24) + pair(a >>> 14) + pair(a >>> 4) + pair((a << 6) | (b >>> 26)) + pair(b >>> 16) + pair(b >>> 6) +
    pair((b << 4) | (c >>> 28)) + pair(c >>> 18) + pair(c >>> 8) + pair((c << 2) | (d >>> 30)) + pair(d >>> 20) +
    pair(d >>> 10) + pair(d)
  )
}

/** The four hexadecimal digits at `i`. A page of threads writes some 150 ids; parseInt of slices takes three times as long. */
function bits16(uuid: Uuid, i: number): number {
  return (hexValue(uuid, i) << 12) | (hexValue(uuid, i + 1) << 8) | (hexValue(uuid, i + 2) << 4) | hexValue(uuid, i + 3)
}

function hexValue(uuid: Uuid, i: number): number {
  const code = uuid.charCodeAt(i)
  // '0' to '9' are 0x30 to 0x39, 'a' to 'f' are 0x61 to 0x66.
  return (code & 15) + 9 * (code >>> 6)
}

/**
 * Reads an id as a caller may write it: with its prefix, or the bare 26 characters.
 * Returns null for another prefix or an undecodable text; the caller decides between 400 and 404.
 */
export function parseTypeId(prefix: IdPrefix, text: string): Uuid | null {
  const suffix = text.charCodeAt(3) === 95 && text.startsWith(prefix) ? text.slice(4) : text
  return decodeSuffix(suffix)
}

function decodeSuffix(suffix: string): Uuid | null {
  if (!suffixPattern.test(suffix)) return null
  let hex = ''
  let bits = 0
  let held = 0
  for (let i = 0; i < 26; i++) {
    held = (held << 5) | alphabet.indexOf(suffix.charAt(i))
    // The first character carries three bits only; the pattern holds it below 8.
    bits += i === 0 ? 3 : 5
    while (bits >= 4) {
      bits -= 4
      hex += hexDigits.charAt((held >>> bits) & 15)
    }
    held &= 15
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The regular expression of an id on the wire, prefix optional: for schemas and documentation. */
export function idPattern(prefix: IdPrefix): string {
  return `^(${prefix}_)?[0-7][0-9a-hjkmnp-tv-z]{25}$`
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const hexDigits = '0123456789abcdef'
const variantDigits = ['8', '9', 'a', 'b']
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const pairs = Array.from({ length: 1024 }, (_, n) => alphabet.charAt(n >>> 5) + alphabet.charAt(n & 31))

function pair(bits: number): string {
  return pairs[bits & 1023] ?? ''
}

const pool = Buffer.alloc(4000)
let poolOffset = pool.length
