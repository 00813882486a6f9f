import { useEffect, useRef, useState } from 'react'
import type { Message } from '@skein/client'
import { plural } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ArrowDown } from '../../ui/icons.ts'
import { isSystemEvent } from '../threads/system-event.ts'
import { authorName } from './message-article.tsx'

type NewMessagesProps = { newestFirst: readonly Message[]; meId: string; isAtEnd: () => boolean; onShow: () => void }

/** Announces others' messages to screen readers, and shows a button that scrolls to them when the agent has scrolled up. */
export function NewMessages({ newestFirst, meId, isAtEnd, onShow }: NewMessagesProps) {
  const newestId = newestFirst[0]?.id
  const [seenId, setSeenId] = useState(newestId)
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef(isAtEnd)
  useEffect(() => {
    latest.current = isAtEnd
  })
  const since = seenId === undefined ? 0 : newestFirst.findIndex(({ id }) => id === seenId)
  const unseen = newestFirst.slice(0, Math.max(0, since)).filter((message) => message.author?.id !== meId && !isSystemEvent(message))
  const names = [...new Set(unseen.map(authorName))].join(', ')
  useEffect(() => {
    if (newestId === undefined) return
    if (seenId === undefined) return setSeenId(newestId)
    if (newestId === seenId) return
    const timer = setTimeout(() => {
      if (unseen.length > 0)
        setAnnouncement(plural(unseen.length, 'New message from {names}', '{count} new messages from {names}', { names }))
      if (latest.current()) setSeenId(newestId)
    }, 600)
    return () => clearTimeout(timer)
  }, [newestId, seenId, unseen.length, names])
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {announcement !== '' && unseen.length > 0 && (
        <button
          type="button"
          className="absolute start-1/2 bottom-2 inline-flex min-h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised ps-3 pe-3.5 font-medium text-accent shadow-2 rtl:translate-x-1/2 forced-colors:border"
          onClick={() => {
            setSeenId(newestId)
            onShow()
          }}
        >
          <Icon of={ArrowDown} size={14} />
          {plural(unseen.length, '{count} new message', '{count} new messages')}
        </button>
      )}
    </>
  )
}
