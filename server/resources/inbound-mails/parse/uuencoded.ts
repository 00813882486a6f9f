/** Extracts uuencoded files, which old mail programs write into the text between the lines `begin 644 name` and `end`. */
import { decodeTransfer } from './transfer-encoding.ts'

export type UuencodedFile = { readonly filename: string; readonly content: Uint8Array }

/** Maximum number of files per text. */
const maxFiles = 20

const block = /^begin [0-7]{3,4} ([^\n]{1,255})\n((?:[!-`][ -`]{0,90}\n)*)(?:[` ]?[ \t]*\n)?end[ \t]*$/gm

/** Returns the files, and the text without them. Lines that are not encoded bytes stay in the text, even between encoded lines. */
export function takeUuencoded(text: string): { text: string; files: UuencodedFile[] } {
  const files: UuencodedFile[] = []
  // Almost no text has this word, and this check is faster than the pattern.
  if (!text.includes('begin ')) return { text, files }
  const left = text.replaceAll(block, (whole, name: string, lines: string) => {
    if (files.length >= maxFiles || !lines.split('\n').every(isEncodedLine)) return whole
    files.push({ filename: name.trim(), content: decodeTransfer(Buffer.from(lines, 'latin1'), 'uuencode') })
    return ''
  })
  return { text: left.replaceAll(/\n{3,}/g, '\n\n').trim(), files }
}

/** Whether a line has about as many characters as its length byte says. Trailing spaces can be lost. */
function isEncodedLine(line: string): boolean {
  if (line === '') return true
  const bytes = (line.charCodeAt(0) - 0x20) & 63
  const expected = Math.ceil(bytes / 3) * 4
  const found = line.length - 1
  return line === '`' || (bytes > 0 && found <= expected + 2 && found >= Math.ceil((bytes * 4) / 3) - 8)
}
