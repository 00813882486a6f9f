import { memo, useEffect, useRef, type ReactNode } from 'react'
import type { Thread } from '@skein/client'
import { formatAge, formatShortMoment, formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { columns, type ColumnId } from '../threads/columns.ts'
import { useIsMentioned } from '../threads/mentioned.ts'
import { SlaChip } from '../threads/sla-chip.tsx'
import { usePresentAgents } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'
import { PriorityMark } from './priority-mark.tsx'

export type ThreadRowProps = {
  thread: Thread
  position: number
  top: number
  isFocused: boolean
  /** Whether the Tab key reaches this row. Exactly one row of a list has it. */
  isEntry: boolean
  isOpen: boolean
  isSelected: boolean
  isUnread: boolean
  /** Number of unread messages; null when unknown. */
  newCount: number | null
  shownColumns: readonly ColumnId[]
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  /** The text that matches a search, shown instead of the labels. */
  match?: ReactNode
}

/** Shows a thread in three lines: customer, priority and waiting time; subject; SLA clock, labels and assignee. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, position, top, isFocused, isEntry, isOpen, isSelected, isUnread, newCount, shownColumns, onOpen, onSelect, match } = props
  const { id, subject, status, customer, assignee } = thread
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Do not take the focus from a text field or a dialog.
    const isElsewhere = document.activeElement?.closest('input, textarea, select, [contenteditable], [role=dialog]')
    if (isFocused && !isElsewhere) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  const about = shownColumns
    .filter((column) => column !== 'assignee')
    .map((column) => columns[column].format(thread))
    .filter((text) => text !== '')
    .join(' · ')
  return (
    // The keys J, K, X and Enter of the list act on the row that has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
    <div
      ref={ref}
      role="row"
      aria-rowindex={position}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={isEntry ? 0 : -1}
      data-id={id}
      onClick={() => onOpen(id)}
      style={{ transform: `translateY(${top}px)` }}
      className={`group absolute inset-x-0 top-0 grid h-18 contain-strict cursor-pointer grid-cols-[1.75rem_minmax(0,1fr)] content-center border-b border-line pe-3 -outline-offset-2 ${isSelected || isOpen ? 'bg-selected' : isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      <div role="gridcell" className="row-span-3 grid">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click must not open the row. */}
        <label className="grid cursor-pointer place-items-center" onClick={(event) => event.stopPropagation()}>
          <span className="sr-only">Select {subject}</span>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            onChange={() => onSelect(id)}
            className="peer col-start-1 row-start-1 size-3.5 opacity-0 group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
          />
          {isUnread && (
            <span
              aria-hidden
              className="col-start-1 row-start-1 size-2 rounded-full bg-accent-fill group-hover:hidden peer-checked:hidden peer-focus-visible:hidden [@media(hover:none)]:hidden"
            />
          )}
        </label>
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-2">
        <span dir="auto" className={`truncate ${isUnread ? 'font-semibold' : 'font-medium'}`}>
          {customer.name ?? customer.email}
        </span>
        <PriorityMark priority={thread.priority} />
        <Wait thread={thread} />
      </div>
      <div role="gridcell" className="flex min-w-0 items-baseline gap-2">
        <span dir="auto" className={`min-w-0 flex-1 truncate ${isUnread ? 'font-semibold' : ''}`}>
          {subject}
        </span>
        <Mentioned threadId={id} />
        {isUnread && (
          <span className="ms-auto shrink-0 text-xs font-medium text-accent">
            {newCount === null ? <span className="sr-only">unread</span> : `${newCount.toLocaleString()} new`}
          </span>
        )}
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        {/* In the third line, because in the first it would leave no space for the name in a narrow list. */}
        <SlaChip thread={thread} />
        {/* A search also finds resolved and closed threads. */}
        {match && (status === 'resolved' || status === 'closed') && <span className="shrink-0 font-medium">{status}</span>}
        {match ?? (
          <span dir="auto" className="truncate">
            {about}
          </span>
        )}
        <Viewers threadId={id} />
        {assignee && shownColumns.includes('assignee') && <span className="ms-auto max-w-28 shrink-0 truncate">{assignee.name}</span>}
      </div>
    </div>
  )
})

/** Shows how long the customer has waited. It is a separate component, so that the row does not render again every minute. */
function Wait({ thread: { waitingSince, lastMessageAt, snoozed, snoozedUntil } }: { thread: Thread }) {
  const now = useNow()
  if (snoozed)
    return (
      <span className="ms-auto shrink-0 text-xs text-muted tabular-nums">
        until {snoozedUntil === null ? 'a reply' : formatShortMoment(snoozedUntil, now)}
      </span>
    )
  return (
    <span className={`ms-auto shrink-0 text-xs tabular-nums ${waitingSince === null ? 'text-muted' : 'font-medium text-warning'}`}>
      {waitingSince === null ? formatAge(lastMessageAt, now) : formatWait(waitingSince, now)}
    </span>
  )
}

function Mentioned({ threadId }: { threadId: string }) {
  if (!useIsMentioned(threadId, useMeId())) return null
  return (
    <span className="shrink-0 text-xs font-semibold text-accent">
      <span className="sr-only">A note mentions </span>@you
    </span>
  )
}

/** Shows the other agents who have the thread open. */
function Viewers({ threadId }: { threadId: string }) {
  const meId = useMeId()
  const others = usePresentAgents(threadId).filter(({ id }) => id !== meId)
  if (others.length === 0) return null
  const names = others.map(({ name, isTyping }) => (isTyping ? `${name} is typing` : name)).join(', ')
  return (
    <span title={names} className="ms-auto max-w-32 shrink-0 truncate font-medium text-accent">
      <span aria-hidden>◉</span>
      <span className="sr-only">Viewed by</span> {names}
    </span>
  )
}
