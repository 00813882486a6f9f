/** The text that the author of a message wrote, without the quoted mail. */
import { toTextWithQuoteMarks, removeQuotations } from '../../../kit/index.ts'
import type { ConversationLine } from '../../threads/index.ts'

export function ownText({ text, html }: ConversationLine): string {
  return removeQuotations(html === null ? text : toTextWithQuoteMarks(html))
}
