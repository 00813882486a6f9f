import { useEffect, useRef, useState } from 'react'
import type { Message } from '@skein/client'
import { authorName } from './message-article.tsx'

type NewMessagesProps = { newestFirst: readonly Message[]; meId: string; isAtEnd: () => boolean; onShow: () => void }

/** What others wrote since the thread was opened: read out, several at once, and a way to them for whoever has scrolled away. */
export function NewMessages({ newestFirst, meId, isAtEnd, onShow }: NewMessagesProps) {
  const newestId = newestFirst[0]?.id
  const [seenId, setSeenId] = useState(newestId)
  const [said, setSaid] = useState('')
  const latest = useRef(isAtEnd)
  useEffect(() => {
    latest.current = isAtEnd
  })
  const since = seenId === undefined ? 0 : newestFirst.findIndex(({ id }) => id === seenId)
  const fresh = newestFirst.slice(0, Math.max(0, since)).filter(({ author }) => author?.id !== meId)
  const names = [...new Set(fresh.map(authorName))].join(', ')
  useEffect(() => {
    if (newestId === undefined) return
    if (seenId === undefined) return setSeenId(newestId)
    if (newestId === seenId) return
    const timer = setTimeout(() => {
      if (fresh.length > 0) setSaid(fresh.length === 1 ? `New message from ${names}` : `${fresh.length} new messages from ${names}`)
      if (latest.current()) setSeenId(newestId)
    }, 600)
    return () => clearTimeout(timer)
  }, [newestId, seenId, fresh.length, names])
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {said}
      </p>
      {said !== '' && fresh.length > 0 && (
        <button
          type="button"
          className="absolute start-1/2 bottom-2 min-h-8 -translate-x-1/2 rounded-2xl border border-line bg-raised px-3 text-sm font-medium text-accent shadow-lg rtl:translate-x-1/2"
          onClick={() => {
            setSeenId(newestId)
            onShow()
          }}
        >
          {fresh.length} new ↓
        </button>
      )}
    </>
  )
}
