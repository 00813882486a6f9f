import { memo, useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { Thread } from '@skein/client'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock, Check, Eye } from '../../ui/icons.ts'
import { formatAge, formatExact, formatShortMoment, formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { channels } from '../threads/channel-icons.ts'
import { columns, type ColumnId } from '../threads/columns.ts'
import { LabelName } from '../threads/label-name.tsx'
import { statusNames } from '../threads/names.ts'
import { useIsMentioned } from '../threads/mentioned.ts'
import { findUrgentClock } from '../threads/sla.ts'
import { SlaChip } from '../threads/sla-chip.tsx'
import { usePresentAgents } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { plural, t } from '../../texts/texts.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

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
  onOpen: (id: string) => void
  onSelect: (id: string) => void
  isCompact: boolean
  /** Null when the agent's role may not change threads. */
  onResolve: ((thread: Thread) => void) | null
  onSnooze: ((thread: Thread) => void) | null
  /** The text that matches the search, shown instead of the labels. */
  match?: ReactNode
}

/** Shows a thread in three lines: customer and time; subject and priority; channel, labels and assignee. A compact row has the first two. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, position, top, isFocused, isEntry, isOpen, isSelected, isUnread, newCount, shownColumns, isCompact, match } = props
  const { onOpen, onSelect, onResolve, onSnooze } = props
  const { id, subject, status, customer, assignee } = thread
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Do not steal the focus from a text field or a dialog.
    const isElsewhere = document.activeElement?.closest('input, textarea, select, [contenteditable], [role=dialog]')
    if (isFocused && !isElsewhere) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  const about = shownColumns
    .filter((column) => column !== 'assignee' && column !== 'labels' && column !== 'channel')
    .map((column) => columns[column].format(thread))
    .filter((text) => text !== '')
    .join(' · ')
  const name = getCustomerName(customer)
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
          <Time thread={thread} />
        </span>
        {onResolve && onSnooze && <HoverActions thread={thread} onResolve={onResolve} onSnooze={onSnooze} />}
      </div>
      <div role="gridcell" className="flex h-4.75 min-w-0 items-center gap-1.5">
        <span dir="auto" className={`min-w-0 flex-1 truncate ${isUnread ? 'font-semibold' : isOpen ? '' : 'text-text-2'}`}>
          {subject}
        </span>
        <Mentioned threadId={id} />
        {isUnread && (
          <span className="ms-auto shrink-0 text-xs font-medium text-accent">
            {newCount === null ? <span className="sr-only">{t('unread')}</span> : plural(newCount, '{count} new', '{count} new')}
          </span>
        )}
        {thread.notSentMessageId !== null && <span className="shrink-0 text-xs font-medium text-danger">{t('Not sent')}</span>}
        {isCompact && <Viewers threadId={id} />}
        <PriorityMark priority={thread.priority} />
        {isCompact && shownColumns.includes('assignee') && <Assignee name={assignee?.name ?? null} />}
      </div>
      {!isCompact && (
        <div role="gridcell" className="flex h-5.25 min-w-0 items-center gap-2.5 text-xs text-muted">
          {shownColumns.includes('channel') && <Channel of={thread.channel} />}
          {/* A search also finds resolved and closed threads. */}
          {match && (status === 'resolved' || status === 'closed') && (
            <span className="shrink-0 font-medium">{t(statusNames[status])}</span>
          )}
          {match ?? (
            <>
              {shownColumns.includes('labels') && thread.labels.length > 0 && (
                <span className="flex min-w-0 items-center gap-2.5">
                  {thread.labels.map((label) => (
                    <LabelName key={label.id} label={label} />
                  ))}
                </span>
              )}
              {about !== '' && (
                <span dir="auto" className="truncate">
                  {about}
                </span>
              )}
            </>
          )}
          <span className="ms-auto flex min-w-0 shrink-0 items-center gap-1.5">
            <Viewers threadId={id} />
            {shownColumns.includes('assignee') && <Assignee name={assignee?.name ?? null} />}
          </span>
        </div>
      )}
    </div>
  )
})

/** Hover buttons over the row's time, for the pointer only: the same actions have shortcuts and are in the open thread. */
function HoverActions({ thread, onResolve, onSnooze }: { thread: Thread } & Record<'onResolve' | 'onSnooze', (thread: Thread) => void>) {
  const isDone = thread.status === 'resolved' || thread.status === 'closed'
  if (isDone) return null
  const act = (run: (thread: Thread) => void) => ({
    tabIndex: -1,
    // Do not move the focus from the row.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      run(thread)
    },
  })
  return (
    <span aria-hidden className="absolute -end-1.5 hidden group-hover:flex">
      <IconButton icon={AlarmClock} label={t('Snooze')} hint={formatKeys('snooze')} {...act(onSnooze)} />
      <IconButton icon={Check} label={t('Resolve')} hint={formatKeys('resolve')} {...act(onResolve)} />
    </span>
  )
}

function Channel({ of }: { of: Thread['channel'] }) {
  const { icon, name: text } = channels[of]
  const name = t(text)
  return (
    <span data-tip={name} className="shrink-0">
      <Icon of={icon} size={14} />
      <span className="sr-only">{name}</span>
    </span>
  )
}

function Assignee({ name }: { name: string | null }) {
  return (
    <span data-tip={name === null ? t('Nobody is assigned') : t('Assigned to {name}', { name })} className="grid shrink-0">
      {name === null ? <NoAvatar /> : <Avatar name={name} size={20} />}
      <span className="sr-only">{name ?? t('unassigned')}</span>
    </span>
  )
}

/**
 * Shows the remaining SLA time; without an SLA, how long the customer has waited, or the time of the last message. A separate component, so
 * that the row does not re-render every minute.
 */
function Time({ thread }: { thread: Thread }) {
  const { waitingSince, lastMessageAt, snoozed, snoozedUntil } = thread
  const now = useNow()
  const look = 'shrink-0 text-xs tabular-nums'
  if (snoozed)
    return (
      <span className={`${look} text-muted`}>
        {snoozedUntil === null ? t('until a reply') : t('until {time}', { time: formatShortMoment(snoozedUntil, now) })}
      </span>
    )
  if (findUrgentClock(thread)) return <SlaChip thread={thread} />
  if (waitingSince === null)
    return (
      <time dateTime={lastMessageAt} data-tip={formatExact(lastMessageAt)} className={`${look} text-muted`}>
        {formatAge(lastMessageAt, now)}
      </time>
    )
  return (
    <time
      dateTime={waitingSince}
      data-tip={t('Waiting since {time}', { time: formatExact(waitingSince) })}
      className={`${look} font-medium text-text-2`}
    >
      <span className="sr-only">{formatWait(waitingSince, now)}</span>
      <span aria-hidden>{formatAge(waitingSince, now)}</span>
    </time>
  )
}

function Mentioned({ threadId }: { threadId: string }) {
  if (!useIsMentioned(threadId, useMeId())) return null
  return (
    <span className="shrink-0 text-xs font-semibold text-accent">
      <span className="sr-only">{t('A note mentions you')}</span>
      <span aria-hidden>{t('@you')}</span>
    </span>
  )
}

/** Avatars of the other agents who have the thread open. */
function Viewers({ threadId }: { threadId: string }) {
  const meId = useMeId()
  const others = usePresentAgents(threadId).filter(({ id }) => id !== meId)
  if (others.length === 0) return null
  const names = others.map(({ name, isTyping }) => (isTyping ? t('{name} is typing…', { name }) : name)).join(', ')
  return (
    <span data-tip={names} className="flex max-w-40 min-w-0 items-center gap-1 font-medium text-accent">
      <Icon of={Eye} size={14} />
      <span className="sr-only">{t('Viewed by')}</span> <span className="truncate">{names}</span>
    </span>
  )
}
