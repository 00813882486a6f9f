/** Decodes encoded words in header fields (RFC 2047), including the broken ones that mail programs write. */
import { decodeText, removeNul } from './charsets.ts'
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts'

const start = /=\?([\w.:+*'-]{1,60})\?([bq])\?/gi

/**
 * Decodes all encoded words in a text. Adjacent words of one charset are decoded together, because mail programs split characters between
 * words. Encoded line breaks and other control characters become spaces, so that no word can inject a header field or a line.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text
  const pieces: string[] = []
  let pending: { charset: string; chunks: Uint8Array[]; base64: string } | null = null
  const flush = (): void => {
    if (pending?.base64) pending.chunks.push(decodeBase64(Buffer.from(pending.base64)))
    if (pending) pieces.push(removeControls(decodeText(Buffer.concat(pending.chunks), pending.charset)))
    pending = null
  }
  let end = 0
  start.lastIndex = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [opening, charset = '', encoding = ''] = match
    const from = match.index + opening.length
    // One scan over the whole text finds all ends, so that many unterminated words cost linear time.
    const to = text.indexOf('?=', from)
    if (to < 0) break
    const between = text.slice(end, match.index)
    const lower = charset.toLowerCase()
    if (pending === null || between.trim() !== '' || pending.charset !== lower) {
      flush()
      // White space between two encoded words is not part of the text.
      if (end === 0 || between.trim() !== '') pieces.push(between)
      pending = { charset: lower, chunks: [], base64: '' }
    }
    const content = pending.base64 + text.slice(from, to)
    // Some programs split base64 within a group of four letters.
    const isCut = encoding.toLowerCase() === 'b' && content.length % 4 !== 0 && /^[a-z\d+/]+$/i.test(content)
    pending.base64 = isCut ? content : ''
    if (!isCut) pending.chunks.push(decodeWord(content, encoding, lower))
    start.lastIndex = end = to + 2
  }
  flush()
  pieces.push(text.slice(end))
  return pieces.join('')
}

/** Replaces the content of each encoded word. The encoding is `q` or `b`. */
export function replaceWords(text: string, replace: (content: string, encoding: string) => string): string {
  if (!text.includes('=?')) return text
  const pieces: string[] = []
  let end = 0
  start.lastIndex = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + match[0].length
    const to = text.indexOf('?=', from)
    if (to < 0) break
    pieces.push(text.slice(end, from), replace(text.slice(from, to), (match[2] ?? '').toLowerCase()))
    start.lastIndex = end = to
  }
  return pieces.join('') + text.slice(end)
}

function decodeWord(content: string, encoding: string, charset: string): Uint8Array {
  if (encoding.toLowerCase() === 'b') return decodeBase64(Buffer.from(content))
  // Non-ASCII characters must be encoded. Programs that forget it write bytes of the word's charset, which were read as Latin-1 or UTF-8.
  const isLatin = !charset.startsWith('utf-8') && !/[^\0-\u00ff]/.test(content)
  return decodeQuotedPrintable(Buffer.from(content.replaceAll('_', '=20'), isLatin ? 'latin1' : 'utf8'))
}

/** Replaces control characters, including line breaks, by spaces. */
export function removeControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Control characters are what it removes.
  return removeNul(text).replaceAll(/[\u0001-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}
