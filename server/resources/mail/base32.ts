/** Encodes ten bytes as sixteen base32 characters, for signatures in Message-IDs and tokens in addresses. */

/** Crockford's alphabet in lower case, as in the ids of the API. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Regular expression for sixteen characters. The input must be lower case, because mail programs change the case of addresses. */
export const base32Source = '[0-9a-hjkmnp-tv-z]{16}'

/** Encodes the first ten bytes. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes.subarray(0, 10)) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((held >>> bits) & 31)
    }
    held &= 31
  }
  return text
}
