import { memo, useEffect, useRef } from 'react'
import type { Thread } from '@skein/client'
import { shortAge } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { PriorityMark } from './priority-mark.tsx'

type ThreadRowProps = { thread: Thread; position: number; top: number; isFocused: boolean; isOpen: boolean; onOpen: (id: string) => void }

export const ThreadRow = memo(function ThreadRow({ thread, position, top, isFocused, isOpen, onOpen }: ThreadRowProps) {
  const { id, subject, customer, labels, channel, waitingSince, lastMessageAt, assignee } = thread
  const now = useNow()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only between rows: whoever writes in the composer keeps the focus there.
    const holder = document.activeElement
    if (isFocused && (holder === document.body || holder?.getAttribute('role') === 'row')) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    // The keys J, K and Enter of the list act on the row that has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
    <div
      ref={ref}
      role="row"
      tabIndex={isFocused || (position === 1 && !isFocused) ? 0 : -1}
      aria-rowindex={position}
      aria-selected={isOpen}
      onClick={() => onOpen(id)}
      style={{ top }}
      className={`absolute inset-x-0 grid h-18 cursor-pointer content-center gap-0.5 border-b border-line px-3 -outline-offset-2 ${isOpen ? 'bg-selected' : isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{customer.name ?? customer.email}</span>
        <PriorityMark priority={thread.priority} />
        <span className={`ms-auto shrink-0 text-xs tabular-nums ${waitingSince === null ? 'text-muted' : 'font-medium text-warning'}`}>
          {waitingSince === null ? shortAge(lastMessageAt, now) : waitOf(waitingSince, now)}
        </span>
      </div>
      <div role="gridcell" className="truncate">
        {subject}
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <span className="truncate">{[...labels.map(({ name }) => name), channel === 'email' ? 'e-mail' : channel].join(' · ')}</span>
        {assignee && <span className="ms-auto shrink-0">{assignee.name}</span>}
      </div>
    </div>
  )
})

function waitOf(since: string, now: number): string {
  const age = shortAge(since, now)
  return age === 'now' ? 'waiting' : `waits ${age}`
}
