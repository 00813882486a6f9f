/**
 * Identifiers: a UUIDv7 in the database and a TypeID (`thr_` and 26 characters of lower-case base32) in the API.
 *
 * Source of the API's form: TypeID specification 0.3 (Crockford's alphabet, 130 bits of which the first two are zero).
 */
import { randomFillSync } from 'node:crypto'
import { idPrefixes } from '../nouns.ts'
import { databaseNow } from './database-now.ts'

export { idPrefixes }
/** Prefix of a resource's ids. */
export type IdPrefix = (typeof idPrefixes)[number]

/** A UUID in its canonical lower-case text form, as PostgreSQL returns it. */
export type Uuid = string

/** Creates a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits. Ids sort by creation time. */
export function newId(now: number = databaseNow()): Uuid {
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

/** Returns the time at which an id was created. */
export function timeOfId(uuid: Uuid): Date {
  return new Date(Number.parseInt(uuid.slice(0, 13).replace('-', ''), 16))
}

/** Returns the API's form of `uuid`, with its prefix. */
export function toTypeId(prefix: IdPrefix, uuid: Uuid): string {
  return `${prefix}_${encodeSuffix(uuid)}`
}

/** Returns the API's form of `uuid` without its prefix, which only the response to creating a thread uses. */
export function encodeSuffix(uuid: Uuid): string {
  const a = bits32(uuid, 0, 4)
  const b = bits32(uuid, 9, 14)
  const c = bits32(uuid, 19, 24)
  const d = bits32(uuid, 28, 32)
  // Each letter encodes five bits; the first starts with the two zero bits of padding. Built in one call, because a page of threads has
  // about 150 ids, and concatenation would create garbage ten times their size.
  return String.fromCharCode(
    letter(a >>> 29),
    letter(a >>> 24),
    letter(a >>> 19),
    letter(a >>> 14),
    letter(a >>> 9),
    letter(a >>> 4),
    letter((a << 1) | (b >>> 31)),
    letter(b >>> 26),
    letter(b >>> 21),
    letter(b >>> 16),
    letter(b >>> 11),
    letter(b >>> 6),
    letter(b >>> 1),
    letter((b << 4) | (c >>> 28)),
    letter(c >>> 23),
    letter(c >>> 18),
    letter(c >>> 13),
    letter(c >>> 8),
    letter(c >>> 3),
    letter((c << 2) | (d >>> 30)),
    letter(d >>> 25),
    letter(d >>> 20),
    letter(d >>> 15),
    letter(d >>> 10),
    letter(d >>> 5),
    letter(d),
  )
}

/** Returns the value of eight hexadecimal digits, four at `i` and four at `j`. */
function bits32(uuid: Uuid, i: number, j: number): number {
  return (bits16(uuid, i) << 16) | bits16(uuid, j)
}

function bits16(uuid: Uuid, i: number): number {
  return (hexValue(uuid, i) << 12) | (hexValue(uuid, i + 1) << 8) | (hexValue(uuid, i + 2) << 4) | hexValue(uuid, i + 3)
}

function hexValue(uuid: Uuid, i: number): number {
  const code = uuid.charCodeAt(i)
  // '0' to '9' are 0x30 to 0x39, and 'a' to 'f' are 0x61 to 0x66.
  return (code & 15) + 9 * (code >>> 6)
}

/** Returns the character code of the letter for the lowest five bits. */
function letter(bits: number): number {
  return letterCodes[bits & 31] ?? 0
}

/**
 * Parses an id as a caller may write it: with its prefix, or only the 26 characters. Returns null for another prefix or a malformed string;
 * the caller chooses between 400 and 404.
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
    // The first character carries only three bits, which the pattern ensures.
    bits += i === 0 ? 3 : 5
    while (bits >= 4) {
      bits -= 4
      hex += hexDigits.charAt((held >>> bits) & 15)
    }
    held &= 15
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the regular expression of an id in the API, with an optional prefix, for schemas and documentation. */
export function idPattern(prefix: IdPrefix): string {
  return `^(${prefix}_)?[0-7][0-9a-hjkmnp-tv-z]{25}$`
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letterCodes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0))
const hexDigits = '0123456789abcdef'
const variantDigits = ['8', '9', 'a', 'b']
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const pool = Buffer.alloc(4000)
let poolOffset = pool.length
