import type { Message, Thread } from '@skein/client'
import { MessageArticle } from './message-article.tsx'
import { ReplyActions } from './reply-actions.tsx'

type PendingReplyProps = { message: Message; thread: Thread; position: number; total: number }

/** A reply that is scheduled or could not be sent, at its future position in the timeline. */
export function PendingReply({ message, thread, position, total }: PendingReplyProps) {
  return (
    <MessageArticle message={message} thread={thread} position={position} total={total}>
      <ReplyActions message={message} />
    </MessageArticle>
  )
}
