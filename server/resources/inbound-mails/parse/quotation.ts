/** Finds what the sender wrote now, and the quoted history below it. */
import { findHistory, findReplyBelow, isForwardLine } from '../../mail-texts/index.ts'
import { readMailText } from './mail-text.ts'
import type { MailBody } from './parsed-mail.ts'

type Split = Pick<MailBody, 'quotedFrom' | 'replyFrom' | 'replyText'>

/**
 * Reads the text of HTML from the sanitiser of mails, and finds its history by the marks of mail programs and by the words that they write
 * above quotations. The returned HTML has one empty element `<span data-quoted></span>` at the start of the history instead of all marks.
 */
export function readHtmlBody(html: string): Split & Pick<MailBody, 'body' | 'bodyText'> {
  const { text, lines } = readMailText(html)
  const marked = lines.map((line) => line.marked)
  const at = findHistory(marked, (line) => lines[line]?.beginsHistory === true)
  const first = at === null ? undefined : lines[at]
  // Gmail marks forwarded mails as it marks replies, but the sender wants to show a forwarded mail.
  const isForward = lines.some(({ beginsHistory, marked: line }) => beginsHistory && isForwardLine(line.replace('> ', '')))
  // A blockquote at the end without an attribution may be formatting by the sender.
  if (first && !isForward && !(first.isPlainBlockquote && first.marked.startsWith('>'))) {
    const split = splitAt(text, first.offset)
    return { body: removeMarks(html, split.quotedFrom === null ? null : first.htmlAt), bodyText: text, ...split }
  }
  const below = first || isForward ? null : findReplyBelow(marked)
  return { body: removeMarks(html, null), bodyText: text, ...skipTo(text, below === null ? 0 : (lines[below]?.offset ?? 0)) }
}

/** Finds the history of a text mail. */
export function splitTextBody(text: string): Split {
  const lines = text.split('\n')
  const getOffset = (at: number): number => lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0)
  const at = findHistory(lines)
  if (at !== null) return splitAt(text, getOffset(at))
  const below = findReplyBelow(lines)
  return skipTo(text, below === null ? 0 : getOffset(below))
}

const skipTo = (text: string, replyFrom: number): Split => ({ quotedFrom: null, replyFrom, replyText: text.slice(replyFrom) })

function splitAt(text: string, offset: number): Split {
  const start = offset + text.slice(offset).search(/\S|$/)
  if (start >= text.length) return skipTo(text, 0)
  return { quotedFrom: start, replyFrom: 0, replyText: text.slice(0, start).trimEnd() }
}

/** Removes the marks of the sanitiser, and marks the start of the history, so that clients can fold what follows. */
function removeMarks(html: string, htmlAt: number | null): string {
  const clean = (part: string): string =>
    part.replaceAll(/<[a-z\d]+ [^<>]*>/g, (tag) => tag.replace(/ data-quoted="(cite|container|attribution|rest)"/, ''))
  return htmlAt === null ? clean(html) : `${clean(html.slice(0, htmlAt))}<span data-quoted></span>${clean(html.slice(htmlAt))}`
}
