/** Separates the sender's new text from the quoted history. */
import { findHistory, findReplyBelow, isForwardLine } from '../../mail-texts/index.ts'
import { readMailText } from './mail-text.ts'
import type { MailBody } from './parsed-mail.ts'

type Split = Pick<MailBody, 'quotedFrom' | 'replyFrom' | 'replyText'>

/**
 * Extracts the text of sanitised mail HTML, and finds its history by the markup of mail programs and by their attribution lines. The
 * returned HTML has one empty element `<span data-quoted></span>` at the start of the history in place of all marks.
 */
export function readHtmlBody(html: string): Split & Pick<MailBody, 'body' | 'bodyText'> {
  const { text, lines } = readMailText(html)
  const marked = lines.map((line) => line.marked)
  const at = findHistory(marked, (line) => lines[line]?.beginsHistory === true)
  const first = at === null ? undefined : lines[at]
  // Gmail marks forwards like replies, but the forwarded mail is what the sender wants to show.
  const isForward = lines.some(({ beginsHistory, marked: line }) => beginsHistory && isForwardLine(line.replace('> ', '')))
  // A trailing blockquote without an attribution may be the sender's formatting.
  if (first && !isForward && !(first.isPlainBlockquote && first.marked.startsWith('>'))) {
    const split = splitAt(text, first.offset)
    return { body: removeMarks(html, split.quotedFrom === null ? null : first.htmlAt), bodyText: text, ...split }
  }
  const below = first || isForward ? null : findReplyBelow(marked)
  return { body: removeMarks(html, null), bodyText: text, ...skipTo(text, below === null ? 0 : (lines[below]?.offset ?? 0)) }
}

/** Finds the history of a plain-text mail. */
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

/** Removes the sanitiser's marks and marks the start of the history, so that clients can fold it. */
function removeMarks(html: string, htmlAt: number | null): string {
  const clean = (part: string): string =>
    part.replaceAll(/<[a-z\d]+ [^<>]*>/g, (tag) => tag.replace(/ data-quoted="(cite|container|attribution|rest)"/, ''))
  return htmlAt === null ? clean(html) : `${clean(html.slice(0, htmlAt))}<span data-quoted></span>${clean(html.slice(htmlAt))}`
}
