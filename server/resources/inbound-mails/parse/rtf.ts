/** Decompresses the RTF of Outlook messages (MS-OXRTFCP), and extracts its HTML or text (MS-OXRTFEX). */
import { decodeText } from './charsets.ts'

/** Maximum bytes of RTF. The compression factor is at most about eight, and bodies are shorter. */
const maxRtfBytes = 4 * 1024 * 1024
const headerLength = 16
const compressedMark = 0x75465a4c
const plainMark = 0x414c454d
const dictionaryLength = 4_096
const initialDictionary =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier' +
  '{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/** Returns the HTML if the RTF was made from HTML, else its text; null when the bytes are not compressed RTF. */
export function rtfToText(bytes: Buffer): { html: string | null; text: string | null } | null {
  const rtf = decompress(bytes)?.toString('latin1') ?? null
  if (rtf === null || !rtf.startsWith('{\\rtf')) return null
  const isHtml = rtf.slice(0, 2_000).includes('\\fromhtml')
  const text = extract(rtf).trim()
  if (text === '') return null
  return isHtml ? { html: text, text: null } : { html: null, text }
}

function decompress(bytes: Buffer): Buffer | null {
  if (bytes.length < headerLength) return null
  const size = Math.min(bytes.readUInt32LE(4), maxRtfBytes)
  const mark = bytes.readUInt32LE(8)
  if (mark === plainMark) return bytes.subarray(headerLength, headerLength + size)
  if (mark !== compressedMark) return null
  const output: number[] = []
  const dictionary = Buffer.alloc(dictionaryLength)
  let write = dictionary.write(initialDictionary, 'latin1')
  const put = (byte: number): void => {
    output.push(byte)
    dictionary[write] = byte
    write = (write + 1) % dictionaryLength
  }
  for (let at = headerLength; at < bytes.length && output.length < size; ) {
    const flags = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && output.length < size; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0)
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const from = reference >> 4
      // A back-reference to the write position marks the end.
      if (from === write) return Buffer.from(output)
      for (let n = 0; n < (reference & 15) + 2 && output.length < size; n++) put(dictionary[(from + n) % dictionaryLength] ?? 0)
    }
  }
  return Buffer.from(output)
}

/** Matches RTF destinations whose content is not visible text. */
const hidden = /^(fonttbl|colortbl|stylesheet|info|pict|object|header|footer|listtable|listoverridetable|themedata|generator)$/

type Group = { isHidden: boolean; isHtmlTag: boolean; skip: number }

/**
 * Extracts the visible content of RTF. In RTF made from HTML, the tags are in `\*\htmltag` groups, and `\htmlrtf` hides what only RTF
 * needs.
 */
function extract(rtf: string): string {
  const pieces: string[] = []
  let bytes: number[] = []
  let charset = 'cp1252'
  const groups: Group[] = []
  let group: Group = { isHidden: false, isHtmlTag: false, skip: 1 }
  let isRtfOnly = false
  let skip = 0
  const flush = (): void => {
    if (bytes.length > 0) pieces.push(decodeText(Uint8Array.from(bytes), charset))
    bytes = []
  }
  const isShown = (): boolean => !group.isHidden && (!isRtfOnly || group.isHtmlTag)
  const show = (text: string): void => {
    if (!isShown()) return
    flush()
    pieces.push(text)
  }
  for (const [token, word, number, hex, symbol, plain] of rtf.matchAll(
    /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([^\\{}\r\n]+)|[{}]|\s/gi,
  )) {
    if (token === '{') {
      groups.push(group)
      group = { isHidden: group.isHidden, isHtmlTag: false, skip: group.skip }
    } else if (token === '}') {
      group = groups.pop() ?? group
    } else if (word !== undefined) {
      if (hidden.test(word)) group.isHidden = true
      else if (word === 'htmltag') Object.assign(group, { isHidden: false, isHtmlTag: true })
      else if (word === 'htmlrtf') isRtfOnly = number !== '0'
      else if (word === 'ansicpg') charset = `cp${number}`
      else if (word === 'uc') group.skip = Math.min(Number(number ?? 1), 10)
      else if (word === 'u') {
        show(String.fromCharCode(Number(number) & 0xffff))
        skip = group.skip
      } else if (word === 'par' || word === 'line') show('\n')
      else if (word === 'tab') show('\t')
    } else if (hex !== undefined) {
      if (skip > 0) skip--
      else if (isShown()) bytes.push(Number.parseInt(hex, 16))
    } else if (symbol !== undefined) {
      // `\*` marks a destination that programs may ignore. Read only the HTML tags.
      if (symbol === '*') group.isHidden = true
      else if (symbol === '~') show('\u00a0')
      else if (/[\\{}]/.test(symbol)) show(symbol)
    } else if (plain !== undefined) {
      const rest = plain.slice(skip)
      skip = Math.max(0, skip - plain.length)
      if (rest !== '' && isShown()) for (let i = 0; i < rest.length; i++) bytes.push(rest.charCodeAt(i))
    }
  }
  flush()
  return pieces.join('')
}
