import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Thread } from '@skein/client'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import type { ColumnId } from '../threads/columns.ts'
import { useDraftThreads } from '../threads/draft-threads.ts'
import { usePreviews } from '../threads/previews.ts'
import type { useThreadList } from '../threads/use-threads.ts'
import { isKeptUnread, type Unread } from '../threads/unread.ts'
import { FoundText, useMatches } from './found-text.tsx'
import { ThreadRow } from './thread-row.tsx'
import type { Selection } from './use-selection.ts'

type ThreadGridProps = {
  name: string
  list: ReturnType<typeof useThreadList>
  rows: readonly Thread[]
  total: number
  focusedId: string | null
  openId: string | null
  selection: Selection
  getUnread: (id: string) => Unread | null
  shownColumns: readonly ColumnId[]
  isCompact: boolean
  isUnassignedList: boolean
  showsClocks: boolean
  onOpen: (id: string) => void
  onResolve: ((thread: Thread) => void) | null
  onSnooze: ((thread: Thread) => void) | null
  onPrefetch: (id: string | null) => void
}

/** Row heights in pixels, as in thread-row.tsx. */
const rowHeights = { comfortable: 76, phone: 84, compact: 56 } as const

/** Virtualised list of threads: a list can have ten thousand rows, and only the visible ones are in the DOM. */
export function ThreadGrid({
  name,
  list,
  rows,
  total,
  focusedId,
  openId,
  selection,
  getUnread,
  shownColumns,
  isCompact,
  isUnassignedList,
  showsClocks,
  onOpen,
  onResolve,
  onSnooze,
  onPrefetch,
}: ThreadGridProps) {
  // The virtualizer keeps its measurements outside React state, where the React compiler does not see them change.
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const indexes = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows])
  const focusedIndex = (focusedId === null ? null : indexes.get(focusedId)) ?? -1
  const matches = useMatches(list.data)
  const findPreview = usePreviews()
  const drafted = useDraftThreads()
  // A new function would make the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const isTwo = useMedia(fromTwoPanes)
  const rowHeight = rowHeights[isCompact ? 'compact' : isTwo ? 'comfortable' : 'phone']
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey,
    // The focused row stays in the DOM when it is scrolled out of view. Otherwise the focus would be lost.
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
    // After a failure the agent retries with a button: scrolling would repeat the failing request.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastShown >= rows.length - 20) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, lastShown, rows.length])
  useEffect(() => {
    if (focusedIndex >= 0) virtual.scrollToIndex(focusedIndex, { align: 'auto' })
  }, [focusedIndex, virtual])
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const latest = useRef({ onOpen, onResolve, onSnooze, toggle: selection.toggle })
  useEffect(() => {
    latest.current = { onOpen, onResolve, onSnooze, toggle: selection.toggle }
  })
  // Stable functions, so that unchanged rows do not re-render.
  const { open, select, resolve, snooze } = useMemo(
    () => ({
      open: (id: string) => latest.current.onOpen(id),
      select: (id: string) => latest.current.toggle(id),
      resolve: (thread: Thread) => latest.current.onResolve?.(thread),
      snooze: (thread: Thread) => latest.current.onSnooze?.(thread),
    }),
    [],
  )
  return (
    // On phones, the last row can be scrolled above the pen.
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto max-md:pb-20">
      <div
        role="grid"
        onPointerOver={({ target }) =>
          onPrefetch(target instanceof Element ? (target.closest('[data-id]')?.getAttribute('data-id') ?? null) : null)
        }
        onPointerLeave={() => onPrefetch(null)}
        aria-label={name}
        aria-rowcount={total}
        aria-multiselectable="true"
        className="@container relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start, key }) => {
          const thread = rows[index]
          if (!thread) return null
          const unread = getUnread(thread.id)
          const match = matches.get(thread.id)
          return (
            <ThreadRow
              key={key}
              thread={thread}
              position={index + 1}
              top={start}
              isFocused={thread.id === focusedId}
              isEntry={focusedIndex < 0 ? index === 0 : thread.id === focusedId}
              isOpen={thread.id === openId}
              isSelected={selection.ids.has(thread.id)}
              isUnread={unread !== null && (thread.id !== openId || isKeptUnread(thread.id))}
              newCount={unread?.count ?? null}
              shownColumns={shownColumns}
              isUnassignedList={isUnassignedList}
              showsClocks={showsClocks}
              preview={findPreview(thread)}
              hasDraft={drafted.has(thread.id)}
              onOpen={open}
              isCompact={isCompact}
              onSelect={select}
              onResolve={onResolve && resolve}
              onSnooze={onSnooze && snooze}
              {...(match ? { match: <FoundText match={match} /> } : {})}
            />
          )
        })}
      </div>
    </div>
  )
}
