import { memo, useEffect, useRef, type ReactNode } from 'react'
import type { Thread, ThreadPreview } from '@skein/client'
import { Avatar } from '../../ui/avatar.tsx'
import type { ColumnId } from '../threads/columns.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { plural, t } from '../../texts/texts.ts'
import { getCustomerName } from '../../ui/customer-name.ts'
import { Assignee, HoverActions, Marks, Mentioned, Viewers } from './row-parts.tsx'
import { RowSummary } from './row-summary.tsx'
import { RowTime } from './row-time.tsx'

export type ThreadRowProps = {
  thread: Thread
  position: number
  top: number
  isFocused: boolean
  /** Whether this row is in the tab order (roving tabindex: exactly one row of a list is). */
  isEntry: boolean
  isOpen: boolean
  isSelected: boolean
  isUnread: boolean
  /** Number of unread messages; null when unknown. */
  newCount: number | null
  shownColumns: readonly ColumnId[]
  /** True when no thread of the list has an assignee. */
  isUnassignedList: boolean
  /** True when the list is filtered or ordered by SLA clocks. */
  showsClocks: boolean
  /** The beginning of the latest message; null when it is unknown. */
  preview: ThreadPreview | null
  /** Whether the agent has an unsent draft in the thread. */
  hasDraft: boolean
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  isCompact: boolean
  /** Null when the agent's role may not change threads. */
  onResolve: ((thread: Thread) => void) | null
  onSnooze: ((thread: Thread) => void) | null
  /** The text that matches the search, shown instead of the latest message. */
  match?: ReactNode
}

/** Shows a thread in three lines: customer and time; subject and priority; latest message and assignee. A compact row has the first two. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, position, top, isFocused, isEntry, isOpen, isSelected, isUnread, newCount, shownColumns, isCompact, match } = props
  const { onOpen, onSelect, onResolve, onSnooze } = props
  const { id, subject, customer, assignee, priority } = thread
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Do not steal the focus from a text field or a dialog.
    const isElsewhere = document.activeElement?.closest('input, textarea, select, [contenteditable], [role=dialog]')
    if (isFocused && !isElsewhere) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  const name = getCustomerName(customer)
  const assigneeMark = shownColumns.includes('assignee') && (
    <Assignee name={assignee?.name ?? null} isUnassignedList={props.isUnassignedList} />
  )
  return (
    // The list handles J, K, X and Enter for the focused row.
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
      className={`group absolute inset-x-0 top-0 grid contain-strict cursor-pointer grid-cols-[2rem_minmax(0,1fr)] content-center gap-x-3 border-b border-line-soft ps-5 pe-3.5 -outline-offset-2 ${isCompact ? 'h-14' : 'h-19 max-md:h-21'} ${isSelected || isOpen ? 'bg-tint' : isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      {isUnread && (
        <span aria-hidden className="absolute start-1.75 top-1/2 -mt-1 size-1.75 rounded-full bg-fill forced-color-adjust-none" />
      )}
      {isOpen && <span aria-hidden className="absolute inset-y-0 start-0 w-0.75 rounded-e-sm bg-fill" />}
      <div role="gridcell" className={isCompact ? 'row-span-2 mt-0.5' : 'row-span-3 mt-0.75'}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click must not open the row. */}
        <label className="grid size-8 cursor-pointer place-items-center" onClick={(event) => event.stopPropagation()}>
          <span className="sr-only">{t('Select {subject}', { subject })}</span>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            onChange={() => onSelect(id)}
            className="peer col-start-1 row-start-1 size-4 opacity-0 group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100"
          />
          <Avatar
            name={name}
            size={32}
            className="col-start-1 row-start-1 group-hover:invisible peer-checked:invisible peer-focus-visible:invisible [@media(hover:none)]:group-hover:visible [@media(hover:none)]:peer-checked:invisible"
          />
        </label>
      </div>
      <div role="gridcell" className="relative flex h-4.75 min-w-0 items-center gap-1.5">
        <span dir="auto" className={`truncate ${isUnread ? 'font-semibold' : 'font-medium'}`}>
          {name}
        </span>
        {/* Reserve the width of the two buttons, so that nothing moves when they appear. */}
        <span className={`ms-auto flex min-w-14 shrink-0 justify-end ${onResolve ? 'group-hover:invisible' : ''}`}>
          <RowTime thread={thread} showsClocks={props.showsClocks} />
        </span>
        {onResolve && onSnooze && <HoverActions thread={thread} onResolve={onResolve} onSnooze={onSnooze} />}
      </div>
      <div role="gridcell" className="flex h-4.75 min-w-0 items-center gap-1.5">
        {/* The outer element aligns a text in another direction with the list. */}
        <span className={`flex min-w-0 flex-1 ${isUnread ? 'font-semibold' : isOpen ? '' : 'text-text-2'}`}>
          <span dir="auto" className="truncate">
            {subject}
          </span>
        </span>
        <Mentioned threadId={id} />
        {isUnread && (
          <span className="ms-auto shrink-0 text-xs font-medium text-accent">
            {newCount === null ? <span className="sr-only">{t('unread')}</span> : plural(newCount, '{count} new', '{count} new')}
          </span>
        )}
        {isCompact && <Marks thread={thread} hasDraft={props.hasDraft} />}
        {isCompact && <Viewers threadId={id} />}
        {/* Keep the room of a normal priority, so that nothing moves when it changes. */}
        {priority === 'normal' ? <span className="w-3.5 shrink-0" /> : <PriorityMark priority={priority} />}
        {isCompact && assigneeMark}
      </div>
      {!isCompact && (
        <div role="gridcell" className="flex h-5.25 min-w-0 items-center gap-2 text-xs text-muted">
          <RowSummary thread={thread} preview={props.preview} hasDraft={props.hasDraft} shownColumns={shownColumns} match={match} />
          <span className="ms-auto flex min-w-0 shrink-0 items-center gap-1.5">
            <Viewers threadId={id} />
            {assigneeMark}
          </span>
        </div>
      )}
    </div>
  )
})
