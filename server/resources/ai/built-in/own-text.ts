/** Extracts the author's own text from a message, without quoted mail. */
import { removeQuotations } from '../../mail-texts/index.ts'
import { toTextWithQuoteMarks } from '#kit/safe-html.ts'
import type { ConversationLine } from '../../threads/index.ts'

/** Element before the quoted history in the HTML of mails. Only the service writes it. */
const historyMark = '<span data-quoted></span>'

export function ownText({ text, html }: ConversationLine): string {
  return removeQuotations(html === null ? text : toTextWithQuoteMarks(html.split(historyMark, 1)[0] ?? ''))
}
