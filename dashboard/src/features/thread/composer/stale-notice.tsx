import type { ApiError, Thread } from '@skein/client'
import { Button } from '../../../ui/button.tsx'
import { useOtherAgents } from '../own-presence.ts'
import { useMessages } from '../../threads/use-threads.ts'
import { authorName } from '../message-article.tsx'

type StaleNoticeProps = { thread: Thread; failure: ApiError; onSend: () => void; onEdit: () => void }

/**
 * Shows the messages that arrived after the agent began a reply. The service has refused the reply; the agent can send it anyway or edit
 * it.
 */
export function StaleNotice({ thread, failure, onSend, onEdit }: StaleNoticeProps) {
  const messages = useMessages(thread.id)
  const others = useOtherAgents(thread.id)
  const ids = new Set(failure.details.map(({ message }) => message))
  const missed = (messages.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ id }) => ids.has(id)).toReversed()
  return (
    <div role="alert" className="mb-2 rounded-md border border-warning px-3 py-2 text-sm">
      <p>The conversation has moved on since you began. Your text is kept.</p>
      <ul className="mt-1 grid max-h-32 gap-1 overflow-y-auto">
        {missed.map((message) => (
          <li key={message.id} className="truncate">
            <span className="font-medium">{authorName(message)}</span>
            {message.internal ? ' (note)' : ''}: <span dir="auto">{message.bodyText.slice(0, 300)}</span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="mt-1">{others.map(({ name, isTyping }) => `${name} is ${isTyping ? 'typing' : 'here'}`).join(', ')}.</p>
      )}
      <div className="mt-2 flex gap-2">
        <Button onClick={onSend}>Send anyway</Button>
        <Button onClick={onEdit}>Edit</Button>
      </div>
    </div>
  )
}
