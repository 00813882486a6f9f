import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import type { Notification } from '@skein/client'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { AlarmClock, Archive, Check, Ellipsis, RotateCcw } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { formatAge, formatExact, formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { describeExcerpt, describeNotification, describeSubject, getIcon } from './describe-notification.ts'
import { isUnread } from './notification-filters.ts'
import { getTarget } from './notification-target.ts'
import type { NotificationActions } from './use-notification-actions.ts'

type NotificationRowProps = {
  notification: Notification
  top: number
  position: number
  total: number
  isFocused: boolean
  /** Whether this row is in the tab order (roving tabindex: exactly one row of a list is). */
  isEntry: boolean
  actions: NotificationActions
  onFocus: (notification: Notification) => void
  onOpen: (notification: Notification) => void
  onSnooze: (notification: Notification) => void
}

/** A notification in three lines: actor, action and time; the thread; an excerpt of the message. */
export function NotificationRow(props: NotificationRowProps) {
  const { notification, top, position, total, isFocused, isEntry, actions, onFocus, onOpen, onSnooze } = props
  const { thread, lastAt, readAt, archivedAt, snoozedUntil } = notification
  const excerpt = describeExcerpt(notification)
  const ref = useRef<HTMLAnchorElement>(null)
  const now = useNow()
  useEffect(() => {
    // Do not steal the focus from a text field or a dialog.
    const isElsewhere = document.activeElement?.closest('input, textarea, select, [contenteditable], dialog, [role=menu]')
    if (isFocused && !isElsewhere) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  const { icon, look } = getIcon(notification)
  const unread = isUnread(notification)
  const subject = describeSubject(notification)
  const target = getTarget(notification)
  const items: MenuItem[] = [
    {
      label: readAt === null ? t('Mark as read') : t('Mark as unread'),
      icon: readAt === null ? Check : RotateCcw,
      keys: formatKeys('readNotification'),
      onSelect: () => actions.setRead(notification, readAt === null),
    },
    snoozedUntil === null
      ? { label: t('Snooze'), icon: AlarmClock, keys: formatKeys('snoozeNotification'), onSelect: () => onSnooze(notification) }
      : { label: t('End the snooze'), icon: AlarmClock, onSelect: () => actions.snooze(notification, null) },
    {
      label: archivedAt === null ? t('Archive') : t('Move back from the archive'),
      icon: Archive,
      keys: formatKeys('archiveNotification'),
      onSelect: () => actions.setArchived(notification, archivedAt === null),
    },
  ]
  return (
    <li
      aria-setsize={total}
      aria-posinset={position}
      data-id={notification.id}
      style={{ transform: `translateY(${top}px)` }}
      className={`group absolute inset-x-0 top-0 flex h-19 items-center border-b border-line-soft pe-2 ${isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      <Link
        ref={ref}
        {...(target ?? { to: '.' })}
        disabled={target === null}
        tabIndex={isEntry ? 0 : -1}
        className="grid h-full min-w-0 flex-1 grid-cols-[2rem_minmax(0,1fr)] content-center gap-x-3 ps-5 pe-2 -outline-offset-2 max-md:ps-3"
        onFocus={() => onFocus(notification)}
        onClick={() => onOpen(notification)}
      >
        {unread && (
          <span aria-hidden className="absolute start-1.75 top-1/2 size-1.75 -translate-y-1/2 rounded-full bg-fill max-md:start-0.75" />
        )}
        <span aria-hidden className={`row-span-3 grid size-8 place-items-center self-center rounded-full ${look}`}>
          <Icon of={icon} />
        </span>
        <span className="flex h-4.75 min-w-0 items-center gap-1.5">
          <span dir="auto" className={`truncate ${unread ? 'font-semibold' : 'font-medium text-text-2'}`}>
            {unread && <span className="sr-only">{t('Unread:')} </span>}
            {describeNotification(notification)}
          </span>
          <time dateTime={lastAt} data-tip={formatExact(lastAt)} className="ms-auto shrink-0 text-xs text-muted tabular-nums">
            {formatAge(lastAt, now)}
          </time>
        </span>
        <span dir="auto" className={`h-4.75 truncate ${unread ? '' : 'text-text-2'}`}>
          {subject}
        </span>
        <span className="flex h-5.25 min-w-0 items-center gap-1.5 text-xs text-muted">
          {thread && <span className="shrink-0 tabular-nums">{thread.ticketNumber}</span>}
          {snoozedUntil !== null && (
            <span className="shrink-0 font-medium text-accent">{t('Snoozed until {time}', { time: formatMoment(snoozedUntil) })}</span>
          )}
          {excerpt !== null && (
            <span dir="auto" className="min-w-0 truncate">
              {excerpt}
            </span>
          )}
        </span>
      </Link>
      <MenuButton
        label={subject === '' ? t('Actions') : t('Actions for “{subject}”', { subject })}
        icon={Ellipsis}
        side="bottom-end"
        tabIndex={isEntry ? 0 : -1}
        items={items}
      />
    </li>
  )
}
