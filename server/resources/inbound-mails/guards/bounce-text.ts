/** Extracts the text of a bounce in which to search for ids and addresses. */

/** Maximum bytes of a raw mail to search. Servers return the headers of the original mail after a short text. */
export const maxSearchedBytes = 524_288

/**
 * Returns the raw text without soft line breaks of quoted-printable, followed by the content of base64 parts, because some servers encode
 * the returned headers.
 */
export function toSearchableText(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxSearchedBytes))
  const latin = bytes.toString('latin1')
  const text = latin.includes('\n') ? latin : latin.replaceAll('\r', '\n')
  const plain = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=(2E|3C|3D|3E|40)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [plain, ...listBase64Blocks(text)].join('\n')
}

function listBase64Blocks(text: string): string[] {
  const blocks: string[] = []
  let block = ''
  let lineLength = 0
  const flush = (): void => {
    if (block.length >= 40) blocks.push(Buffer.from(block, 'base64').toString('latin1'))
    block = ''
  }
  for (const line of text.split(/\r?\n/)) {
    const isEncoded = /^[A-Za-z0-9+/]{4,}={0,2}$/.test(line) && (block === '' || line.length <= lineLength)
    if (!isEncoded) flush()
    else {
      if (block === '') lineLength = line.length
      block += line
      // A shorter line ends the part.
      if (line.length < lineLength) flush()
    }
  }
  flush()
  return blocks
}

/**
 * Returns the text that the reporting server wrote: everything between the bounce's headers and the returned mail. Leaves out the returned
 * mail, which names all its recipients, including those whose copy was delivered.
 */
export function findServerText(searchable: string): string {
  const start = searchable.search(/\r?\n\r?\n/)
  const body = start === -1 ? '' : searchable.slice(start)
  const end = body.search(
    /^[ \t]*(?:(?:return-path|received|dkim-signature|message-id|x-skein-message|mime-version):|-{2,} ?(?:this is a copy|below this line|the header|original message|message header|unsent message|transcript ends)|content-type: ?(?:message\/rfc822|text\/rfc822-headers))/im,
  )
  if (end === -1) return body
  // The match may be in the middle of the returned headers.
  const lines = body.slice(0, end).split('\n')
  lines.pop()
  while (/^(>|[ \t]|[A-Za-z][\w-]*:)/.test(lines.at(-1) ?? '')) lines.pop()
  return lines.join('\n')
}

/** Maximum number of lines to read as the returned `To`, and of characters per line, so that a hostile mail costs little. */
const maxToLines = 20
const maxToLength = 998

/** Returns the recipient in the returned headers of a system mail, which always has exactly one. Empty if the headers are not returned. */
export function findReturnedRecipients(searchable: string): string[] {
  const start = searchable.search(/\r?\n\r?\n/)
  if (start === -1) return []
  const lines = [...searchable.slice(start).matchAll(/^[>\t ]{0,10}to:([^\n]*)/gim)].slice(0, maxToLines)
  for (const [, line = ''] of lines) {
    const [address] = /[^\s<>"(),:;&]+@[^\s<>"(),:;&]+/.exec(line.slice(0, maxToLength)) ?? []
    if (address !== undefined) return [address]
  }
  return []
}
