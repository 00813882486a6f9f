import type { ApiError, Thread } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Lock, TriangleAlert } from '../../../ui/icons.ts'
import { useOtherAgents } from '../own-presence.ts'
import { useMessages } from '../../threads/use-threads.ts'
import { authorName } from '../message-article.tsx'

type StaleNoticeProps = { thread: Thread; failure: ApiError; onSend: () => void; onEdit: () => void }

/**
 * Shows the messages that arrived after the agent started the reply. The service has refused the reply; the agent can edit it or send it
 * anyway.
 */
export function StaleNotice({ thread, failure, onSend, onEdit }: StaleNoticeProps) {
  const messages = useMessages(thread.id)
  const others = useOtherAgents(thread.id)
  const ids = new Set(failure.details.map(({ message }) => message))
  const missed = (messages.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ id }) => ids.has(id)).toReversed()
  return (
    <div role="alert" className="my-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2.5">
      <p className="flex gap-2 font-medium text-warning">
        <Icon of={TriangleAlert} className="mt-px" />
        {t('New messages arrived while you were writing. We haven’t sent your reply, and your text is safe.')}
      </p>
      <ul className="mt-1.5 grid max-h-32 gap-1.5 overflow-y-auto">
        {missed.map((message) => (
          <li key={message.id} className="flex min-w-0 items-center gap-2">
            <Avatar name={authorName(message)} size={20} />
            <bdi className="shrink-0 font-medium">{authorName(message)}</bdi>
            {message.internal && <Icon of={Lock} size={14} className="text-warning" />}
            {message.internal && <span className="sr-only">{t('Internal note')}</span>}
            <span dir="auto" className="truncate">
              {message.bodyText.slice(0, 300)}
            </span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="mt-1.5 text-text-2">
          {others.map(({ name, isTyping }) => (isTyping ? t('{name} is typing.', { name }) : t('{name} is here.', { name }))).join(' ')}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button size="small" onClick={onSend}>
          {t('Send anyway')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('Edit')}
        </Button>
      </div>
    </div>
  )
}
