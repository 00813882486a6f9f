import type { WidgetThread } from '../../../client/visitor.ts'
import { go } from '../actions.ts'
import { config } from '../state.ts'
import { plural, t } from '../texts.ts'
import { formatAge } from '../time.ts'
import { Icon } from '../icons.tsx'
import { Face } from './face.tsx'

/** A conversation in a list: who, what, when, and whether something is new. With `href` it is a link, and shows its state. */
export function ThreadRow({ thread, href }: { thread: WidgetThread; href?: string }) {
  const { person, lastMessage, unread } = thread
  const author = lastMessage.from === 'VISITOR' ? t('You') : (lastMessage.name ?? config.value?.name ?? '')
  const content = (
    <>
      {person ? (
        <Face {...person} />
      ) : (
        <span class="tile" aria-hidden="true">
          <Icon of="chat" />
        </span>
      )}
      <span class="grow">
        <b dir="auto">{thread.subject}</b>
        <small dir="auto">
          {author}: {lastMessage.bodyText || t('A file')}
        </small>
      </span>
      <span class="end">
        <small>{formatAge(thread.lastMessageAt)}</small>
        {href !== undefined && <small class={`tag ${thread.state}`}>{describeState(thread)}</small>}
        {unread > 0 && (
          <>
            <i class="dot" aria-hidden="true" />
            <span class="hidden">{plural(unread, '{count} new message', '{count} new messages')}</span>
          </>
        )}
      </span>
    </>
  )
  return href === undefined ? (
    <button type="button" class="row" onClick={() => go({ name: 'conversation', threadId: thread.id })}>
      {content}
    </button>
  ) : (
    <a class="row" href={href}>
      {content}
    </a>
  )
}

export function describeState({ state }: WidgetThread): string {
  return state === 'OPEN' ? t('Open') : t('Ended')
}
