import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Notification } from '@skein/client'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { CheckCheck } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Yarn } from '../../ui/yarn.tsx'
import { useUnreadCount } from './notification-counts.ts'
import { getTarget } from './notification-target.ts'
import { notificationSets, setIds, typeIds, typeNames, type NotificationFilter, type NotificationSet } from './notification-filters.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNotificationActions } from './use-notification-actions.ts'
import { useNotifications } from './use-notifications.ts'

const SnoozePicker = lazyDialog(async () => (await import('../thread/snooze-picker.tsx')).SnoozePicker)

type NotificationListProps = {
  filter: NotificationFilter
  onFilter: (filter: NotificationFilter) => void
  /** Called after the user has opened a notification. */
  onOpened?: () => void
}

/** Row height in pixels, as in notification-row.tsx. */
const rowHeight = 76

/** The notification list with filters and shortcuts, for both the panel and the page. */
export function NotificationList({ filter, onFilter, onOpened }: NotificationListProps) {
  const navigate = useNavigate()
  const list = useNotifications(filter)
  const actions = useNotificationActions()
  const unread = useUnreadCount() ?? 0
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  /** The last focused row and its index. When the row leaves the list, the focus moves on from this index. */
  const [place, setPlace] = useState<{ id: string; index: number } | null>(null)
  const [snoozing, setSnoozing] = useState<Notification | null>(null)
  const found = place === null ? -1 : rows.findIndex(({ id }) => id === place.id)
  const index = place === null ? -1 : found >= 0 ? found : Math.min(place.index, rows.length - 1)
  const current = rows[index] ?? null
  const move = (step: number): void => {
    const to = Math.min(Math.max(index + step, 0), rows.length - 1)
    const row = rows[to]
    if (row) setPlace({ id: row.id, index: to })
  }
  const withCurrent = (act: (notification: Notification) => void) => () => {
    // The row at this index may have replaced one that has left.
    if (current) setPlace({ id: current.id, index })
    if (current) act(current)
  }
  const open = (notification: Notification): void => {
    actions.open(notification)
    onOpened?.()
  }
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    open: withCurrent((notification) => {
      const target = getTarget(notification)
      if (!target) return
      open(notification)
      void navigate(target)
    }),
    archiveNotification: withCurrent((notification) => actions.setArchived(notification, notification.archivedAt === null)),
    readNotification: withCurrent((notification) => actions.setRead(notification, notification.readAt === null)),
    snoozeNotification: withCurrent(setSnoozing),
    readNotifications: () => void actions.readAll(filter.type),
  })
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line max-md:flex-nowrap ps-5 pe-3.5 pb-3 max-md:px-3">
        <Segmented<NotificationSet>
          label={t('Which notifications')}
          options={setIds.map((value) => ({ value, name: t(notificationSets[value].name) }))}
          value={filter.show}
          onChange={(show) => onFilter({ ...filter, show })}
        />
        <Select
          label={t('Type')}
          className="min-w-0 flex-1 basis-36"
          options={[{ value: '', label: t('All types') }, ...typeIds.map((value) => ({ value, label: t(typeNames[value]) }))]}
          value={filter.type ?? ''}
          onChange={(value) => onFilter({ ...filter, type: typeIds.find((each) => each === value) ?? null })}
        />
        <IconButton
          icon={CheckCheck}
          label={t('Mark all as read')}
          hint={formatKeys('readNotifications')}
          disabled={unread === 0}
          onClick={() => void actions.readAll(filter.type)}
        />
      </div>
      {list.isPending && (
        <div className="px-5">
          <Skeleton rows={6} />
        </div>
      )}
      {list.error && (
        <div className="p-4">
          <Problem error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.data && rows.length === 0 && <Nothing filter={filter} />}
      {rows.length > 0 && (
        <Rows
          // Scroll each list to its top.
          key={`${filter.show} ${filter.type}`}
          list={list}
          rows={rows}
          total={list.data?.pages[0]?.meta.total ?? rows.length}
          focusedIndex={index}
          render={(notification, { top, position, total, isEntry }) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              top={top}
              position={position}
              total={total}
              isFocused={notification.id === current?.id}
              isEntry={isEntry}
              actions={actions}
              onFocus={({ id }) => setPlace({ id, index: position - 1 })}
              onOpen={open}
              onSnooze={setSnoozing}
            />
          )}
        />
      )}
      {snoozing && <SnoozePicker isTimeOnly onPick={(until) => actions.snooze(snoozing, until)} onClose={() => setSnoozing(null)} />}
    </div>
  )
}

type RowsProps = {
  list: ReturnType<typeof useNotifications>
  rows: readonly Notification[]
  total: number
  focusedIndex: number
  render: (notification: Notification, row: { top: number; position: number; total: number; isEntry: boolean }) => React.ReactNode
}

/** Virtualised rows. The focused row stays in the DOM, so that the focus is not lost. */
function Rows({ list, rows, total, focusedIndex, render }: RowsProps) {
  // The virtualizer keeps its measurements outside React state, where the React compiler does not see them change.
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [first, last] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      const visible = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
      return focusedIndex < 0 || visible.includes(focusedIndex) ? visible : [...visible, focusedIndex].toSorted((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.findLast(({ index }) => index !== focusedIndex)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    // Scrolling does not retry a failed request; the next change refetches the list.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastShown >= rows.length - 20) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, lastShown, rows.length])
  useEffect(() => {
    if (focusedIndex >= 0) virtual.scrollToIndex(focusedIndex, { align: 'auto' })
  }, [focusedIndex, virtual])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t('Notifications')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const notification = rows[index]
          return (
            notification && render(notification, { top: start, position: index + 1, total, isEntry: index === Math.max(0, focusedIndex) })
          )
        })}
      </ul>
    </div>
  )
}

const nothing: Readonly<Record<NotificationSet, { title: Message; text: Message }>> = {
  unread: { title: message('You’re all caught up'), text: message('We’ll tell you here when something needs you.') },
  all: { title: message('No notifications yet'), text: message('We’ll tell you here when something needs you.') },
  archived: { title: message('Nothing is archived'), text: message('Notifications that you archive rest here for 90 days.') },
}

function Nothing({ filter: { show, type } }: { filter: NotificationFilter }) {
  const { title, text } = nothing[show]
  return (
    <div className="grid min-h-0 flex-1 content-center justify-items-center overflow-y-auto px-5 py-8 text-center">
      <Yarn />
      <p className="mt-4 text-lg font-semibold text-balance">{type === null ? t(title) : t('No notifications match')}</p>
      <p className="mt-1 text-base text-balance text-text-2">{type === null ? t(text) : t('Try another type.')}</p>
    </div>
  )
}
