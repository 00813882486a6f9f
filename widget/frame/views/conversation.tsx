import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { attempt, go } from '../actions.ts'
import { isPortal } from '../bridge.ts'
import { Icon } from '../icons.tsx'
import { describeReply } from '../reply-time.ts'
import { outgoing } from '../sending.ts'
import { config, currentThread, earlier, isShown, messages, typing, view, visitor } from '../state.ts'
import { isBlocked } from '../storage.ts'
import { t } from '../texts.ts'
import { loadEarlier, markRead, openThread } from '../thread-list.ts'
import { CloseButton, Problems } from './parts.tsx'
import { Composer } from './composer.tsx'
import { Face } from './face.tsx'
import { Log } from './log.tsx'
import { Menu } from './menu.tsx'
import { Rating } from './rating.tsx'
import { describeState } from './thread-row.tsx'

/** Pixels from the end within which the log follows new messages. */
const nearEnd = 80

/** One conversation; a new one while `threadId` is null. */
export function Conversation({ threadId }: { threadId: string | null }) {
  const thread = currentThread.value
  const shown = threadId === null ? [] : (messages.value[threadId] ?? [])
  const pending = outgoing.value.filter((each) => each.threadId === threadId)
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isTyping = typing.value !== null && typing.value.threadId === threadId
  useEffect(() => {
    if (threadId !== null) void attempt(() => openThread(threadId))
  }, [threadId])
  useEffect(() => {
    if (thread) void markRead(thread)
  }, [thread, shown, isShown.value])
  const last = shown.at(-1)
  const isOwn = pending.length > 0 || last?.from === 'VISITOR'
  // Own messages and, at the end of the log, all others come into view. A reader further up keeps the place.
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current || !(isAtEnd || isOwn)) return
    current.scrollTop = current.scrollHeight
    if (isPortal) scrollTo(0, document.documentElement.scrollHeight)
  }, [last?.id, pending.length, isTyping, view.value.open, thread?.state])
  // On a page without much height, the document scrolls and not the log.
  useEffect(() => {
    if (!isPortal) return
    const update = (): void => setAtEnd(document.documentElement.scrollHeight - scrollY - innerHeight < nearEnd)
    addEventListener('scroll', update)
    return () => removeEventListener('scroll', update)
  }, [])
  return (
    <>
      <Top threadId={threadId} />
      <div
        ref={scroller}
        class="scroller"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        {threadId !== null && (earlier.value[threadId] ?? '') !== '' && (
          <button type="button" class="quiet" onClick={() => void attempt(() => loadEarlier(threadId))}>
            {t('Show earlier messages')}
          </button>
        )}
        {threadId === null && pending.length === 0 && config.value && <p class="empty">{describeReply(config.value)}</p>}
        <Log shown={shown} pending={pending} />
        {isTyping && (
          <p class="typing" aria-hidden="true">
            <i />
            <i />
            <i />
          </p>
        )}
        {thread?.state === 'ENDED' &&
          config.value?.askRating &&
          !shown.some(({ parts }) => parts.some(({ kind }) => kind === 'RATING')) && <Rating thread={thread} />}
      </div>
      {!isAtEnd && (
        <button
          type="button"
          class="round latest"
          aria-label={t('Go to the latest message')}
          onClick={() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })}
        >
          <Icon of="down" size={18} />
        </button>
      )}
      <Problems />
      <footer class="foot">
        {thread?.state === 'ENDED' ? (
          <p class="notice">
            {isPortal ? t('This request has ended. Write to continue.') : t('This conversation has ended. Write to continue.')}
          </p>
        ) : (
          <Continuity />
        )}
        <Composer key={threadId} threadId={threadId} />
        <p class="powered">{t('Powered by Skein')}</p>
      </footer>
    </>
  )
}

/** What happens to the conversation when the visitor leaves. */
function Continuity() {
  if (isBlocked() && !isPortal) return <p class="notice">{t('Your browser blocks storage, so this chat ends when you close the tab.')}</p>
  const email = visitor.value?.email ?? null
  if (email === null || !currentThread.value || !config.value?.continuity) return null
  return (
    <p class="notice">
      {t('If you leave, we’ll email our answer to')} <b dir="ltr">{email}</b>
    </p>
  )
}

function Top({ threadId }: { threadId: string | null }) {
  const thread = currentThread.value
  const person = thread?.person ?? null
  const { value } = config
  const presence = person?.online ? `, ${t('online now')}` : ''
  const replyTime = value ? describeReply(value) : ''
  const [heading, about] = !isPortal
    ? [person?.name ?? value?.name, person ? `${value?.name}${presence}` : replyTime]
    : thread
      ? [thread.subject, `${describeState(thread)}${person ? ` · ${person.name}${presence}` : ''}`]
      : [t('New request'), '']
  return (
    <header class="top">
      <button type="button" class="round" aria-label={t('Back')} onClick={() => go({ name: 'home' })}>
        <Icon of="back" />
      </button>
      {person && <Face {...person} />}
      <span class="grow">
        <h1 dir="auto">{heading}</h1>
        {about !== '' && <small dir="auto">{about}</small>}
      </span>
      <Menu threadId={threadId} />
      <CloseButton />
    </header>
  )
}
