/** Converts bytes of a receiver to text that can be stored and shown. */

/**
 * Returns the first `bytesMax` bytes as UTF-8 text of at most `bytesMax` bytes. Omits a character that the limit splits. Invalid bytes become
 * U+FFFD, and so does NUL, which PostgreSQL's text type cannot store.
 */
export function toStorableText(bytes: Uint8Array, bytesMax: number): string {
  const text = decode(bytes, bytesMax).replaceAll('\0', '\ufffd')
  // U+FFFD takes three bytes, so that the text may be longer than the bytes were.
  return Buffer.byteLength(text) > bytesMax ? decode(Buffer.from(text), bytesMax) : text
}

function decode(bytes: Uint8Array, bytesMax: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: bytes.length > bytesMax })
}
