/** Finds a mail that a person forwarded inline, in the text of their mail. */
import { findAttributedQuotation, isForwardLine, isOriginalLine, readHeader } from '../../mail-texts/index.ts'
import type { MailAddress } from './parsed-mail.ts'

export type ForwardedBlock = {
  readonly from: MailAddress
  readonly subject: string | null
  /** Date as the program wrote it, in any language. */
  readonly date: string | null
  readonly body: string
  /** The forwarding person's text above the block; empty if there is none. */
  readonly comment: string
}

/** Maximum number of lines to search for the start of the block. */
const maxLines = 2_000
/** Maximum number of lines in a block of headers. Long lists of recipients wrap. */
const maxHeaderLines = 60
/** Maximum characters of a line to examine. */
const maxLineLength = 2_000

type Headers = {
  values: Map<string, string>
  /** Index of the line after the headers. */
  end: number
}

/**
 * Parses an inline forward: the headers that mail programs write above it, in 25 languages. Returns null when there is none, or when its
 * sender has no address. Use it only for mails that are forwards: a reply can contain the same headers above its history.
 */
export function readForwardedBlock(text: string): ForwardedBlock | null {
  const lines = splitLines(text)
  for (const [at, line] of lines.slice(0, maxLines).entries()) {
    const bare = unquote(line)
    const isMarked = isForwardLine(bare) || isOriginalLine(bare)
    const kind = isMarked ? null : readHeader(bare)?.kind
    if (!isMarked && kind !== 'from' && kind !== 'ambiguous') continue
    const headers = readHeaders(lines, isMarked ? at + 1 : at)
    const from = parseSender(headers.values.get('from') ?? headers.values.get('ambiguous') ?? '', (before) => before)
    if (!from || (!isMarked && !isComplete(headers))) continue
    return {
      from,
      subject: headers.values.get('subject') ?? null,
      date: headers.values.get('sent') ?? headers.values.get('date') ?? null,
      body: readBody(lines.slice(headers.end)),
      comment: readComment(lines.slice(0, at)),
    }
  }
  return readAttributed(lines)
}

/** Parses a forward with an attribution line instead of headers, as some programs write it. */
function readAttributed(lines: readonly string[]): ForwardedBlock | null {
  const found = findAttributedQuotation(lines.slice(0, maxLines))
  const from = found && parseSender(found.attribution, findLastName)
  if (!found || !from) return null
  const comment = readComment(lines.slice(0, found.start))
  return { from, subject: null, date: null, body: readBody(lines.slice(found.end)), comment }
}

/** Splits the text into lines, and Yahoo's single-line headers into one line each. */
function splitLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  return lines.flatMap((line, at) => {
    if (at > maxLines || line.length > maxLineLength || !line.includes('@')) return line
    const [, mark = '', headers = ''] = /^([\s>]*-{3,10} ?[^-:\n]{5,60} ?-{3,10})(.{10,})$/.exec(line) ?? []
    return isForwardLine(mark) ? [mark].concat(splitHeaders(headers)) : line
  })
}

function splitHeaders(line: string): string[] {
  const starts = [...line.matchAll(/\p{Lu}\p{L}{0,14}(?: \p{L}{1,10})? ?: /gu)].flatMap(({ 0: name, index }) =>
    readHeader(name) ? index : [],
  )
  return starts.map((start, i) => line.slice(start, starts[i + 1]))
}

const unquote = (line: string): string =>
  line
    .slice(0, maxLineLength)
    .replace(/^[>\s]+/, '')
    .trimEnd()

/** Parses the headers from a line on. Allows blank lines above them and single blank lines between them, as in text made from HTML. */
function readHeaders(lines: readonly string[], from: number): Headers {
  const values = new Map<string, string>()
  let at = from
  while (at < lines.length && at < from + 5 && unquote(lines[at] ?? '') === '') at++
  let end = at
  let last: string | null = null
  for (; at < Math.min(lines.length, from + maxHeaderLines); at++) {
    const line = unquote(lines[at] ?? '')
    const header = line === '' ? null : readHeader(line)
    if (header && !values.has(header.kind)) {
      values.set(header.kind, header.value)
      last = header.kind
    } else if (header?.kind === 'to' || header?.kind === 'ambiguous' || otherHeader.test(line)) last = null
    else if (line === '') {
      const next = readHeader(unquote(lines[at + 1] ?? ''))
      if (!next || (values.has(next.kind) && next.kind !== 'to')) break
      continue
    } else if (isContinuation(line, last)) {
      if (last !== null) values.set(last, `${values.get(last) ?? ''} ${line}`.trim())
    } else break
    end = at + 1
  }
  return { values, end }
}

/** Matches a header with an address and an unknown name, such as `Cc` in another language. */
const otherHeader = /^[\p{L}() -]{1,24} ?[:：]\s*[^@]{0,200}@/u

/** Whether a line continues the header above it, because long addresses wrap. */
function isContinuation(line: string, last: string | null): boolean {
  if (last === 'subject' || last === 'sent' || last === 'date') return false
  return /^[^@]{0,200}[;,]$|^[^@]{0,200}[^\s<>@]{1,100}@[^\s<>@]{1,200}>?[;,]?$/.test(line)
}

/** Whether there are enough headers. Without a separator line above them there must be several, because any text can contain `From:`. */
function isComplete({ values }: Headers): boolean {
  const hasDate = values.has('sent') || values.has('date')
  return hasDate && (values.has('to') || values.has('subject') || values.has('ambiguous'))
}

/** Parses the first address of a text and the name before it: `Ada <ada@example.com>`, `Ada [mailto:ada@example.com]`. */
function parseSender(text: string, findName: (before: string) => string): MailAddress | null {
  const value = text.slice(0, 1_000).replaceAll('*', '')
  const found = /(?:[<[(] ?)?(?:mailto:)?([^\s<>()[\]",;:@]{1,64})@([^\s<>()[\]",;:@]{1,255})/i.exec(value)
  if (!found?.[1] || !found[2]) return null
  const before = value.slice(0, found.index).trim()
  const quoted = /["“„'«]([^"“”»]{1,200})["“”'»]$/.exec(before)?.[1]
  const name = (quoted ?? findName(before)).replaceAll(/^["'<\s]+|["'>(\s]+$/g, '').trim()
  return { name: name === '' || name.includes('@') ? null : name, address: `${found[1]}@${found[2].toLowerCase().replace(/\.$/, '')}` }
}

/** Returns the name at the end of an attribution, after the date and words such as "schrieb". */
function findLastName(before: string): string {
  const last = before.split(/\d[^\p{L}]*\s|[:,]\s/u).at(-1) ?? ''
  return last.replace(/^(?:[AP]M )?(?:\p{Ll}{1,20} ){0,4}(?=\p{Lu})/u, '')
}

/** Strips one level of quotation marks or indentation, if all lines have it. */
function readBody(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '')
  const isMostlyQuoted = filled.length > 0 && /^\s?>/.test(filled[0] ?? '')
  const isIndented = filled.length > 0 && filled.every((line) => line.startsWith('    '))
  const strip = (line: string): string => (isMostlyQuoted ? line.replace(/^\s?> ?/, '') : isIndented ? line.slice(4) : line)
  return lines.map(strip).join('\n').trim()
}

/** Returns the text above the block, without separator lines and quotation marks of empty lines. */
function readComment(lines: readonly string[]): string {
  let end = lines.length
  while (end > 0 && /^[\s>_*-]*$/.test(lines[end - 1] ?? '')) end--
  return lines.slice(0, end).join('\n').trim()
}
