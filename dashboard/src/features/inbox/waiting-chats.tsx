import { useEffect } from 'react'
import type { Thread } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useInboxes } from '../threads/use-catalog.ts'
import { useMeId, useThreadList } from '../threads/use-threads.ts'
import { ringFor } from './ring.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

const maxShown = 3

type WaitingChatsProps = { openId: string | null; onOpen: (id: string) => void }

/**
 * Lists chats whose customers are waiting for a reply, the longest wait first: unassigned ones and the signed-in agent's. It stays above
 * every list.
 */
export function WaitingChats(props: WaitingChatsProps) {
  const live = useInboxes().data?.filter(({ active, capabilities }) => active && capabilities.live) ?? []
  return live.map(({ id }) => <WaitingInInbox key={id} inboxId={id} {...props} />)
}

function WaitingInInbox({ inboxId, openId, onOpen }: WaitingChatsProps & { inboxId: string }) {
  const meId = useMeId()
  const now = useNow()
  const { data } = useThreadList({ filters: { inboxId, status: 'open', waiting: true, sort: 'waitingSince' } })
  const rows = data?.pages.flatMap((page) => [...page.data, ...(page.newRows ?? [])]) ?? []
  const waiting = rows.filter(({ assignee }) => assignee === null || assignee.id === meId)
  useEffect(() => {
    if (data) ringFor(inboxId, waiting)
  })
  if (waiting.length === 0) return null
  return (
    <section aria-label={t('Waiting in the chat')} className="border-b border-line bg-tint">
      {waiting.slice(0, maxShown).map((thread) => (
        <WaitingRow key={thread.id} thread={thread} now={now} isOpen={thread.id === openId} onOpen={onOpen} />
      ))}
      {waiting.length > maxShown && (
        <p className="px-4 pb-1.5 text-xs text-muted">{t('{count} more wait', { count: String(waiting.length - maxShown) })}</p>
      )}
    </section>
  )
}

function WaitingRow({ thread, now, isOpen, onOpen }: { thread: Thread; now: number; isOpen: boolean; onOpen: (id: string) => void }) {
  const { id, subject, customer, waitingSince } = thread
  const name = getCustomerName(customer)
  return (
    <button
      type="button"
      aria-current={isOpen ? 'true' : undefined}
      className="flex min-h-9 w-full min-w-0 items-center gap-2 px-4 text-start hover:bg-hover max-md:min-h-11 max-md:px-3"
      onClick={() => onOpen(id)}
    >
      <Avatar name={name} size={24} />
      <span dir="auto" className="max-w-2/5 truncate font-semibold">
        {name}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-text-2">
        {subject}
      </span>
      {waitingSince !== null && (
        <span className="shrink-0 text-xs font-medium text-accent tabular-nums">{formatWait(waitingSince, now)}</span>
      )}
    </button>
  )
}
