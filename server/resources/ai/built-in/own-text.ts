/** The text that the author of a message wrote, without the quoted mail. */
import { textWithQuoteMarks, withoutQuotations } from '../../../kit/index.ts'
import type { ConversationLine } from '../../threads/index.ts'

export function ownText({ text, html }: ConversationLine): string {
  return withoutQuotations(html === null ? text : textWithQuoteMarks(html))
}
