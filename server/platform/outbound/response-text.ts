/** Converts untrusted bytes to text that can be stored and shown. */

/**
 * The first `bytesMax` bytes as UTF-8 text of at most as many bytes. A character split by the cut is left out; invalid bytes and NUL, which
 * PostgreSQL's text cannot hold, become U+FFFD.
 */
export function textOf(bytes: Uint8Array, bytesMax: number): string {
  const text = decode(bytes, bytesMax).replaceAll('\0', '\ufffd')
  // U+FFFD takes three bytes instead of one, so the text may exceed the limit.
  return Buffer.byteLength(text) > bytesMax ? decode(Buffer.from(text), bytesMax) : text
}

function decode(bytes: Uint8Array, bytesMax: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: bytes.length > bytesMax })
}
