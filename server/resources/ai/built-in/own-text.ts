/** What the author of a message wrote, without the mail that the message answers. */
import { withoutQuotations } from '../../../kit/quoted-history.ts'
import { markedText } from '../../../kit/safe-html.ts'
import type { ConversationLine } from '../../threads/index.ts'

export function ownText({ text, html }: ConversationLine): string {
  return withoutQuotations(html === null ? text : markedText(html))
}
