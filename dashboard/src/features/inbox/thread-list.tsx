import { useEffect, useRef } from 'react'
import type { useThreadList } from '../threads/use-threads.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { listKey, type ThreadList as CachedList, type ThreadPage } from '../threads/thread-cache.ts'
import { viewIds, views, type ViewId } from '../threads/views.ts'
import { ThreadRow } from './thread-row.tsx'

type ThreadListProps = {
  view: ViewId
  list: ReturnType<typeof useThreadList>
  rows: readonly Thread[]
  focusedId: string | null
  openId: string | null
  onOpen: (id: string) => void
}

const rowHeight = 72

/** The rows of a view: only those in sight are in the page, however many there are. */
export function ThreadList({ view, list, rows, focusedId, openId, onOpen }: ThreadListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const focusedIndex = rows.findIndex(({ id }) => id === focusedId)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
    // The focused row stays in the page when it is scrolled away, or the focus would be lost.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [first, last] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
      return focusedIndex < 0 || inSight.includes(focusedIndex) ? inSight : [...inSight, focusedIndex].toSorted((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && lastShown >= rows.length - 10) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, lastShown, rows.length])
  useEffect(() => {
    if (focusedIndex >= 0) virtual.scrollToIndex(focusedIndex, { align: 'auto' })
  }, [focusedIndex, virtual])
  const total = list.data?.pages[0]?.meta.total ?? 0
  const failure = list.error && describeFailure(list.error)
  return (
    <section
      aria-label="Threads"
      className={`w-full flex-col border-e border-line bg-surface md:flex md:w-95 md:shrink-0 ${openId === null ? 'flex' : 'hidden'}`}
    >
      <header className="border-b border-line px-3 pt-3 md:pb-3">
        <h1 className="flex items-baseline gap-2 text-lg font-semibold">
          {views[view].name}
          <span className="text-sm font-normal text-muted tabular-nums">{list.data ? total.toLocaleString() : ''}</span>
        </h1>
        <nav aria-label="Views" className="-mx-1 mt-1 flex overflow-x-auto md:hidden">
          {viewIds.map((id) => (
            <Link
              key={id}
              to="/inbox/$view"
              params={{ view: id }}
              aria-current={id === view ? 'page' : undefined}
              className={`border-b-2 px-1.5 py-1.5 text-sm whitespace-nowrap ${id === view ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-text'}`}
            >
              {views[id].name}
            </Link>
          ))}
        </nav>
      </header>
      <FreshRows view={view} first={list.data?.pages[0]} />
      {failure && (
        <div className="p-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
          <Button className="mt-2" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {list.data && rows.length === 0 && <EmptyView view={view} />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        {rows.length > 0 && (
          <div
            role="grid"
            aria-label={views[view].name}
            aria-rowcount={total}
            className="relative"
            style={{ height: virtual.getTotalSize() }}
          >
            {items.map(({ index, start, key }) => {
              const thread = rows[index]
              return (
                thread && (
                  <ThreadRow
                    key={key}
                    thread={thread}
                    position={index + 1}
                    top={start}
                    isFocused={thread.id === focusedId}
                    isOpen={thread.id === openId}
                    onOpen={onOpen}
                  />
                )
              )
            })}
          </div>
        )}
      </div>
    </section>
  )
}

/** What has come since the list was loaded: it is shown when somebody asks for it, so that nothing moves under the pointer. */
function FreshRows({ view, first }: { view: ViewId; first: ThreadPage | undefined }) {
  const queries = useQueryClient()
  const fresh = first?.fresh ?? []
  const show = (): void => {
    queries.setQueryData<CachedList>(listKey(views[view].filters), (now) => {
      const pages = now?.pages.map((page, i) => (i === 0 ? { ...page, data: [...(page.fresh ?? []), ...page.data], fresh: [] } : page))
      return now && pages && { ...now, pages }
    })
  }
  return (
    <div role="status" aria-live="polite">
      {fresh.length > 0 && (
        <button type="button" onClick={show} className="min-h-8 w-full border-b border-line bg-selected text-sm font-medium text-accent">
          {fresh.length} new
        </button>
      )}
    </div>
  )
}

function EmptyView({ view }: { view: ViewId }) {
  return (
    <div className="px-6 py-12 text-center">
      <p className="font-medium">Nothing here</p>
      <p className="mt-1 text-sm text-muted">
        {view === 'mine' ? 'No open thread is assigned to you.' : 'No thread is in this view.'}
        {view === 'mine' && (
          <>
            {' '}
            <Link to="/inbox/$view" params={{ view: 'unassigned' }} className="text-accent underline">
              See the unassigned ones
            </Link>
            .
          </>
        )}
      </p>
    </div>
  )
}
