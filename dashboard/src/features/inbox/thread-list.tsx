import { useMemo, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { ApiError, type Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useIsSlow } from '../../ui/use-is-slow.ts'
import { parseColumns } from '../threads/columns.ts'
import type { ListSearch } from '../threads/list-search.ts'
import { useSavedViews } from '../threads/use-counts.ts'
import { useUnread } from '../threads/unread.ts'
import type { useThreadList } from '../threads/use-threads.ts'
import { viewIds, views } from '../threads/views.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NewRows } from './new-rows.tsx'
import { ThreadGrid } from './thread-grid.tsx'
import type { ListSource } from './use-list-source.ts'
import type { Selection } from './use-selection.ts'

type ThreadListProps = {
  source: ListSource
  list: ReturnType<typeof useThreadList>
  rows: readonly Thread[]
  total: number
  focusedId: string | null
  openId: string | null
  selection: Selection
  /** Buttons for the view. */
  tools: ReactNode
  /** The search field; null outside of a search. */
  searchBox: ReactNode
  /** Buttons for the selected rows. */
  bulk: ReactNode
  onOpen: (id: string) => void
  /** Called when the pointer is on a thread, with null when it leaves. */
  onPrefetch: (id: string | null) => void
  onSearch: (search: ListSearch) => void
}

/** Shows a view with its filters and rows. */
export function ThreadList(props: ThreadListProps) {
  const { source, list, rows, total, focusedId, openId, selection, tools, searchBox, bulk, onOpen, onPrefetch, onSearch } = props
  const getUnread = useUnread(source.filters, rows.length)
  const shownColumns = useMemo(() => parseColumns(source.saved?.columns), [source.saved])
  const hasSkeleton = useIsSlow(list.isPending && list.isFetching)
  const failure = list.error && describeFailure(list.error)
  const reasons = list.error instanceof ApiError ? list.error.details.map(({ field, message }) => `${field} ${message}`) : []
  return (
    <section aria-label="Threads" className="flex min-h-0 w-full min-w-0 flex-1 flex-col bg-surface">
      <header className="border-b border-line px-3 pt-3 pb-2">
        <div className="flex items-center gap-2">
          <h1 className="flex min-w-0 items-baseline gap-2 text-lg font-semibold">
            <span className="truncate">{source.name}</span>
            <span className="text-sm font-normal text-muted tabular-nums">{list.data ? total.toLocaleString() : ''}</span>
          </h1>
          <div className="ms-auto flex shrink-0 gap-1">{tools}</div>
        </div>
        <NarrowViews view={source.view} />
        {searchBox}
        <FilterBar source={source} onSearch={onSearch} />
      </header>
      <NewRows filters={source.filters} list={list.data} />
      {source.isMissing && <p className="p-6 text-center text-muted">There is no such view. It may have been deleted.</p>}
      {failure && (
        <div className="p-3">
          <Notice requestId={failure.requestId}>
            {reasons.length > 0 ? `The service refuses this list: ${reasons.join('; ')}.` : failure.text}
          </Notice>
          <Button className="mt-2" onClick={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}>
            Try again
          </Button>
        </div>
      )}
      {hasSkeleton && <Skeleton />}
      {list.data && rows.length === 0 && <EmptyList source={source} onClear={() => onSearch({})} />}
      {rows.length > 0 && (
        <ThreadGrid
          name={source.name}
          list={list}
          rows={rows}
          total={total}
          focusedId={focusedId}
          openId={openId}
          onPrefetch={onPrefetch}
          selection={selection}
          getUnread={getUnread}
          shownColumns={shownColumns}
          onOpen={onOpen}
        />
      )}
      {/* The bulk bar is below the rows. Above them, it would move the row under the pointer that has just selected it. */}
      <div className="mt-auto">{bulk}</div>
    </section>
  )
}

/** Links to the views on narrow screens, which have no sidebar. */
function NarrowViews({ view }: { view: string }) {
  const saved = useSavedViews()
  const all = [...viewIds.map((id) => ({ id: String(id), name: String(views[id].name) })), ...(saved.data ?? [])]
  return (
    <nav aria-label="Views" className="-mx-1 mt-1 flex overflow-x-auto md:hidden">
      {all.map(({ id, name }) => (
        <Link
          key={id}
          to="/inbox/$view"
          params={{ view: id }}
          aria-current={id === view ? 'page' : undefined}
          className={`border-b-2 px-1.5 py-1.5 text-sm whitespace-nowrap ${id === view ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-text'}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** Grey bars in place of the rows while the list loads. */
function Skeleton() {
  return (
    <div aria-hidden className="flex-1 overflow-hidden">
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className="grid h-18 content-center gap-2 border-b border-line ps-7 pe-3">
          <div className="h-3 w-2/5 rounded bg-hover" />
          <div className="h-3 w-4/5 rounded bg-hover" />
        </div>
      ))}
    </div>
  )
}
