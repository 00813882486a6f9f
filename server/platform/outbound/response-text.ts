/** Converts the bytes of a response to text that can be stored and shown. */

/**
 * Returns the first `maxBytes` bytes as UTF-8 text of at most `maxBytes` bytes. Omits a character that the limit splits. Invalid bytes become
 * U+FFFD, and so does NUL, which PostgreSQL's text type cannot store.
 */
export function toStorableText(bytes: Uint8Array, maxBytes: number): string {
  const text = decode(bytes, maxBytes).replaceAll('\0', '\ufffd')
  // U+FFFD takes three bytes, so the text may be longer than its bytes were.
  return Buffer.byteLength(text) > maxBytes ? decode(Buffer.from(text), maxBytes) : text
}

function decode(bytes: Uint8Array, maxBytes: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes })
}
