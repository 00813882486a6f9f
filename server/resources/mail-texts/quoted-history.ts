/**
 * Finds the quoted history that mail programs append to a reply. Every check examines a bounded number of characters, so the time is linear
 * in the length of the text (decision 63).
 */
import { dateAndName, forward, type HeaderKind, kindOfHeader, openings, separator, wrote } from './quotation-words.ts'

/** Maximum characters of a line to examine, and of all lines of an attribution together. */
const maxLineLength = 500
/** Maximum number of lines of an attribution. Mail programs wrap long ones. */
const maxAttributionLines = 5
/** Maximum number of lines of a header block after `From:`. Long addresses wrap, and some programs put blank lines between headers. */
const maxHeaderLines = 12
/** Maximum number of candidates to examine. Real mails have far fewer; the limit bounds the time for a hostile mail. */
const maxCandidates = 400

/** Whether a line introduces a forwarded mail. */
export const isForwardLine = (line: string): boolean => forward.test(trimmed(line).replaceAll('İ', 'I').replaceAll('ţ', 'ț'))
/** Whether a line introduces an original mail, as in Outlook's replies and forwards. */
export const isOriginalLine = (line: string): boolean => separator.test(trimmed(line))

/** Finds the first attribution that only a program writes, and takes the lines after it as the quotation. */
export function findAttributedQuotation(lines: readonly string[]): { start: number; end: number; attribution: string } | null {
  let candidates = 0
  for (const [at, line] of lines.entries()) {
    if (!/[:：]\s*$/.test(trimmed(line)) || candidates++ > maxCandidates) continue
    const found = findCertainAttribution(lines, at)
    if (found) return { start: found.start, end: found.end, attribution: lines.slice(found.start, found.end).join(' ').trim() }
  }
  return null
}

/** Splits a mail into the reply and the quoted history. `quoted` is null if there is no history, or nothing but history. */
export function splitQuoted(text: string): { text: string; quoted: string | null } {
  const lines = text.split('\n')
  const start = findHistory(lines)
  if (start === null) return { text, quoted: null }
  return { text: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n').trim() }
}

/** Removes text that the author did not write: the history, quoted lines between replies (interleaved posting), and their attributions. */
export function removeQuotations(text: string): string {
  const lines = splitQuoted(text).text.split('\n')
  const isLeftOut = lines.map(isQuoted)
  for (const [at] of lines.entries()) {
    if (!isLeftOut[at] || isLeftOut[at - 1]) continue
    let above = at - 1
    while (above >= 0 && isBlank(lines[above] ?? '')) above--
    const start = above < 0 ? null : findAttribution(lines, above, isAttribution)
    if (start !== null) isLeftOut.fill(true, start, at)
  }
  return lines
    .filter((_, at) => !isLeftOut[at])
    .join('\n')
    .trim()
}

/**
 * Returns the index of the history's first line, or null. The history always extends to the end of the mail. Quoted lines with replies
 * below them, and forwarded mails, are not history. For HTML, the caller first marks the lines of quotations with `>`. `beginsHistory` is
 * true for a quoted line that is known to start the history, so that no search for an attribution above it is needed.
 */
export function findHistory(lines: readonly string[], beginsHistory: (at: number) => boolean = () => false): number | null {
  const first = lines.findIndex((line) => !isBlank(line) && !isQuoted(line))
  if (first < 0) return null
  const lastQuoted = lines.findLastIndex((line) => isQuoted(line) && !/^[\s>]*$/.test(line))
  const end = findEnd(lines, lastQuoted)
  let lastOwn = end - 1
  while (lastOwn >= 0 && (isBlank(lines[lastOwn] ?? '') || isQuoted(lines[lastOwn] ?? ''))) lastOwn--
  const trailing = lastQuoted > lastOwn ? findTrailing(lines, lastOwn, beginsHistory) : null
  let start = trailing
  let candidates = 0
  for (let at = 0; at < (trailing ?? end) && candidates < maxCandidates; at++) {
    const line = trimmed(lines[at])
    if (line === '' || isQuoted(line)) continue
    if (isForwardLine(line)) return null
    const canAttribute = /([:：]|wrote ?-{0,4})$/.test(line) && (hasWrote(line) || line.includes('@') || line.length < 10)
    if (canAttribute) candidates++
    const isHeader = isFrom(readHeader(line))
    if (isHeader) candidates++
    const marker = findBlock(lines, at, isHeader) ?? (canAttribute ? findCertainAttribution(lines, at) : null)
    if (!marker) continue
    const next = skipBlank(lines, marker.end)
    const isAnsweredBelow = next < end && isQuoted(lines[next] ?? '') && lastOwn >= next
    if (isAnsweredBelow || (next >= end && !marker.standsAlone)) continue
    start = marker.start
    break
  }
  if (start === null) return null
  const from = skipRulesAbove(lines, start)
  return from > first ? from : null
}

/**
 * Returns the first line of the quotation below line `lastOwn`, with its attribution. Returns null for the rest of a quotation with
 * interleaved replies, which a reader needs to understand the replies.
 */
function findTrailing(lines: readonly string[], lastOwn: number, beginsHistory: (at: number) => boolean): number | null {
  const first = skipBlank(lines, lastOwn + 1)
  if (beginsHistory(first)) return first
  const attribution = findAttribution(lines, lastOwn, isAttribution)
  if (attribution !== null) return attribution
  const isAnswered = lines.some((line, at) => at < lastOwn && isQuoted(line))
  return isAnswered ? null : first
}

/**
 * Returns the index of the first line below a quotation at the start of the mail, when the sender replies below all of it (bottom-posting).
 * Null if the mail starts otherwise, or if quoted lines follow.
 */
export function findReplyBelow(lines: readonly string[]): number | null {
  const top = skipBlank(lines, 0)
  const quoted = lines.findIndex(isQuoted)
  const first = quoted < 0 ? skipBlank(lines, findAttributionEnd(lines, top)) : quoted
  let above = first - 1
  while (above >= 0 && isBlank(lines[above] ?? '')) above--
  const own = trimmed(lines[first]).replace(/^[>\s]+/, '')
  const isAtStart =
    above < 0 ? isAttribution(own) : findAttribution(lines, above, quoted < 0 ? isCertainAttribution : isAttribution) === top
  if (!isAtStart) return null
  const below = lines.findIndex((line, at) => at >= first && !isBlank(line) && !isQuoted(line))
  return below < 0 || lines.slice(below).some(isQuoted) ? null : below
}

/** Returns the line after the first possible end of an attribution that starts at line `top`. */
function findAttributionEnd(lines: readonly string[], top: number): number {
  for (let at = top; at < Math.min(lines.length, top + maxAttributionLines); at++) if (/[:：]$/.test(trimmed(lines[at]))) return at + 1
  return lines.length
}

/** Returns the end of the mail, or the start of a signature after the last quotation. */
function findEnd(lines: readonly string[], lastQuoted: number): number {
  if (lastQuoted < 0) return lines.length
  let below = lastQuoted + 1
  while (below < lines.length && (isBlank(lines[below] ?? '') || isQuoted(lines[below] ?? ''))) below++
  return /^(--|_{2,200})$/.test(trimmed(lines[below])) ? below : lines.length
}

type Marker = { start: number; end: number /** Means history even if nothing follows. */; standsAlone: boolean }

function findBlock(lines: readonly string[], at: number, isHeader: boolean): Marker | null {
  if (separator.test(trimmed(lines[at])) || dateAndName.test(trimmed(lines[at]))) return { start: at, end: at + 1, standsAlone: false }
  const end = isHeader ? findHeaderEnd(lines, at) : null
  return end === null ? null : { start: at, end, standsAlone: true }
}

function findCertainAttribution(lines: readonly string[], at: number): Marker | null {
  const start = findAttribution(lines, at, (text) => (begins(text) || beginsWithName(text)) && isCertainAttribution(text))
  return start === null ? null : { start, end: at + 1, standsAlone: false }
}

/** Returns the first line of the attribution that ends at line `last`. Mail programs wrap long ones. */
function findAttribution(lines: readonly string[], last: number, isOne: (text: string) => boolean): number | null {
  const candidates: { start: number; text: string }[] = []
  for (let start = last; start >= 0 && start > last - maxAttributionLines; start--) {
    const part = trimmed(lines[start])
    // Some gateways put the address of an attribution on a line of its own.
    if (part === '' && candidates.at(-1)?.text.startsWith('<')) continue
    // After an address, a full stop belongs to the date: `Lee <lee@acme.example> schrieb am Di., 3.`
    const isSentence = start < last && (part.includes('@') ? /[!?:]$/ : /[.!?:]$/).test(part)
    if (part === '' || isQuoted(part) || isSentence) break
    const text = start === last ? part : `${part} ${candidates.at(-1)?.text ?? ''}`
    if (text.length > maxLineLength) break
    candidates.push({ start, text })
  }
  const found =
    candidates.findLast(({ text }) => begins(text) && isOne(text)) ??
    candidates.find(({ text }) => beginsWithName(text) && isOne(text)) ??
    candidates.slice(0, 1).find(({ text }) => isOne(text))
  return found?.start ?? null
}

/**
 * Recognises an attribution: `On 3 Mar 2026, Dana <dana@example.com> wrote:`. The words depend on the language, but all end with a colon or
 * "wrote".
 */
function isAttribution(text: string): boolean {
  return /([:：]|wrote ?-{0,10})$/.test(text) && (/[\d@]/.test(text) || hasWrote(text))
}

/**
 * Recognises an attribution that only a program writes, with author and time. A sentence such as "At 9 Sam wrote:" belongs to the reply.
 */
function isCertainAttribution(text: string): boolean {
  const hasAddress = /[^\s@<>]@[^\s@<>]/.test(text)
  const hasDate = /\b(19|20)\d\d\b|\d[./-]\d{1,2}[./-]\d\d/.test(text)
  const hasTime = /\b\d{1,2}[:.h]\d\d/.test(text)
  if (hasWrote(text)) return hasAddress || (hasDate && (hasTime || /\d you wrote/i.test(text)))
  // Yandex, Mail.ru and old versions of Gmail write no verb: `3 Mar 2026, 09:12, "Lee" <lee@example.com>:`
  return hasAddress && />\s?[:：]$/.test(text) && hasDate && hasTime
}

const hasWrote = (text: string): boolean => wrote.test(text)
const begins = (text: string): boolean => openings.test(text) && /\d/.test(text)
/** Matches `Lee <lee@example.com> schrieb am 3. März 2026:`. */
const beginsWithName = (text: string): boolean => /^[^<>@:]{1,80}<[^<>\s]{1,200}>/.test(text) && hasWrote(text)

/** Returns the line after Outlook's block of `From:`, `Sent:`, `To:` and `Subject:`; null if there is no such block. */
function findHeaderEnd(lines: readonly string[], at: number): number | null {
  const from = readHeader(lines[at])?.value ?? ''
  const kinds = new Set<string>()
  let end = at + 1
  for (let i = at + 1; i < Math.min(lines.length, at + maxHeaderLines); i++) {
    const line = trimmed(lines[i])
    // Two blank lines end the block. Single blank lines come from HTML paragraphs.
    if (line === '' && trimmed(lines[i + 1]) === '') break
    const header = readHeader(line)
    if (!header) continue
    kinds.add(header.kind)
    end = i + 1
    if (header.kind === 'subject') break
  }
  if (!kinds.has('date') && !kinds.has('sent')) return null
  const hasAddress = from.includes('@') || /^<?\S+@/.test(trimmed(lines[at + 1]))
  const isComplete = kinds.has('subject') && (hasAddress || kinds.has('to') || kinds.has('ambiguous'))
  return isComplete || ((hasAddress || kinds.has('sent')) && kinds.has('to')) ? end : null
}

const isFrom = (header: Header | null): boolean => header?.kind === 'from' || header?.kind === 'ambiguous'

type Header = { kind: HeaderKind; value: string }

/** Parses a header above a quoted or forwarded mail, in any language of mail programs. */
export function readHeader(line: string | undefined): Header | null {
  const found = /^\*{0,2}([^*:：]{1,24}?) ?\*{0,2} ?[:：]\*{0,2}(.*)$/.exec(trimmed(line))
  const name = found?.[1]?.trim().toLowerCase() ?? ''
  const kind = kindOfHeader.get(name)
  return kind === undefined ? null : { kind, value: found?.[2]?.trim() ?? '' }
}

/** Moves the start above rules and separators that precede a header block. */
function skipRulesAbove(lines: readonly string[], found: number): number {
  let from = found
  for (let at = found - 1; at >= 0; at--) {
    const line = trimmed(lines[at])
    if (/^[_*-]{5,}$/.test(line) || separator.test(line)) from = at
    else if (line !== '') break
  }
  return from
}

function skipBlank(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at++
  return at
}

/** Recognises quoted lines. A line with only the end of an attribution, `>:` or `> wrote:`, is not quoted. */
const isQuoted = (line: string): boolean => /^\s{0,8}>(?! ?(wrote)?:\s*$)/.test(line)
const isBlank = (line: string): boolean => line === '' || line.trim() === ''
/** Trims the line, and truncates it to a length that no marker exceeds. */
const trimmed = (line: string | undefined): string => (line ?? '').slice(0, maxLineLength + 1).trim()
