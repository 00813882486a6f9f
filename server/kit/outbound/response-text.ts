/** Bytes from strangers as text that can be stored and shown. */

/**
 * The first `bytesMax` bytes as UTF-8 text of at most as many bytes. A character that the cut divides is left out; bytes
 * that are no text, and NUL, which PostgreSQL's text cannot hold, become U+FFFD.
 */
export function textOf(bytes: Uint8Array, bytesMax: number): string {
  const text = decode(bytes, bytesMax).replaceAll('\0', '\ufffd')
  // U+FFFD is three bytes where there was one, so the text may have outgrown the limit.
  return Buffer.byteLength(text) > bytesMax ? decode(Buffer.from(text), bytesMax) : text
}

function decode(bytes: Uint8Array, bytesMax: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: bytes.length > bytesMax })
}
