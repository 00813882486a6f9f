import type { Message } from '@skein/client'
import { MessageArticle } from './message-article.tsx'
import { ReplyActions } from './reply-actions.tsx'

/** A reply that is scheduled or could not be sent, at its future position in the timeline. */
export function PendingReply({ message, position, total }: { message: Message; position: number; total: number }) {
  return (
    <MessageArticle message={message} position={position} total={total}>
      <ReplyActions message={message} />
    </MessageArticle>
  )
}
