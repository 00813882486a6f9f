/** Computes the digest of a mail's body. */
import { createHmac, type KeyObject } from 'node:crypto'

const blockBytes = 1_048_576
const lineBreaks = Buffer.from('\r\n'.repeat(4096))

export type BodyDigest = { update(chunk: Uint8Array): void; finish(): Buffer }

/**
 * Computes an HMAC of a body with CRLF line breaks and without trailing line breaks. Programs that pipe a mail use LF, and servers append a
 * line break, so the same mail has the same digest however it arrives. The HMAC needs constant memory and, unlike a plain hash, does not
 * reveal whether a known text was the body.
 */
export function createBodyDigest(key: KeyObject): BodyDigest {
  const hmac = createHmac('sha256', key).update('body\0')
  let heldReturn = false
  let heldBreaks = 0

  const updateBlock = (block: Buffer): void => {
    const text = toCrlf(heldReturn ? Buffer.concat([lineBreaks.subarray(0, 1), block]) : block)
    heldReturn = text.at(-1) === 13
    const content = heldReturn ? text.subarray(0, -1) : text
    let end = content.length
    while (end >= 2 && content[end - 1] === 10 && content[end - 2] === 13) end -= 2
    if (end > 0) {
      for (; heldBreaks > 0; heldBreaks -= Math.min(heldBreaks, 4096)) hmac.update(lineBreaks.subarray(0, 2 * Math.min(heldBreaks, 4096)))
      hmac.update(content.subarray(0, end))
    }
    heldBreaks += (content.length - end) / 2
  }
  return {
    update(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      for (let at = 0; at < bytes.length; at += blockBytes) updateBlock(bytes.subarray(at, at + blockBytes))
    },
    finish: () => hmac.digest(),
  }
}

function toCrlf(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1))
    if (bytes[at - 1] !== 13) return Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')
  return bytes
}
