import { useMemo, type ReactNode } from 'react'
import { ApiError, type Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { chosenDensity } from '../../ui/density.ts'
import { ToastFoot } from '../../ui/toaster.tsx'
import { useIsSlow } from '../../ui/use-is-slow.ts'
import { parseColumns } from '../threads/columns.ts'
import type { ListSearch } from '../threads/list-search.ts'
import { dependsOnClocks } from '../threads/thread-filters.ts'
import { useUnread } from '../threads/unread.ts'
import type { useThreadList } from '../threads/use-threads.ts'
import { t } from '../../texts/texts.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NewRows } from './new-rows.tsx'
import { ThreadGrid } from './thread-grid.tsx'
import { searchView, type ListSource } from '../views/use-list-source.ts'
import type { Selection } from './use-selection.ts'
import { formatLocale } from '../../texts/language.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useInboxes } from '../threads/use-catalog.ts'

const ViewChips = lazyPart(async () => (await import('./phone-parts.tsx')).ViewChips)
const PenButton = lazyPart(async () => (await import('./phone-parts.tsx')).PenButton)
const WaitingChats = lazyPart(async () => (await import('./waiting-chats.tsx')).WaitingChats)

type ThreadListProps = {
  source: ListSource
  list: ReturnType<typeof useThreadList>
  rows: readonly Thread[]
  total: number
  focusedId: string | null
  openId: string | null
  selection: Selection
  /** Buttons that act on the view. */
  tools: ReactNode
  /** The search field; null outside a search. */
  searchBox: ReactNode
  /** Toolbar for the selected rows. It covers the list header; on phones it is at the bottom of the list. */
  bulk: ReactNode
  /** Progress of a bulk change. */
  report: ReactNode
  onOpen: (id: string) => void
  /** Null when the agent's role may not change threads. */
  onResolve: ((thread: Thread) => void) | null
  onSnooze: ((thread: Thread) => void) | null
  /** Called when the pointer enters a thread, and with null when the pointer leaves. */
  onPrefetch: (id: string | null) => void
  onSearch: (search: ListSearch) => void
}

/** Shows a view with its filters and rows. */
export function ThreadList(props: ThreadListProps) {
  const { source, list, rows, total, focusedId, openId, selection, tools, searchBox, bulk, report } = props
  const { onOpen, onResolve, onSnooze, onPrefetch, onSearch } = props
  const getUnread = useUnread(source.filters, rows.length)
  const shownColumns = useMemo(() => parseColumns(source.saved?.columns), [source.saved])
  // Search results are never compact, because they show the match in the third line.
  const isCompact = useStore(chosenDensity) === 'compact' && source.filters.q === undefined
  const isTwo = useMedia(fromTwoPanes)
  const isSearch = source.view === searchView
  const hasChats = useInboxes().data?.some(({ capabilities }) => capabilities.live)
  const hasSkeleton = useIsSlow(list.isPending && list.isFetching)
  const failure = list.error && describeFailure(list.error)
  const reasons = list.error instanceof ApiError ? list.error.details.map(({ field, message }) => `${field} ${message}`) : []
  return (
    <section aria-label={t('Threads')} className="relative flex min-h-0 w-full min-w-0 flex-1 flex-col bg-surface">
      <header className="@container relative border-b border-line px-4 max-md:px-3">
        <FilterBar
          source={source}
          onSearch={onSearch}
          tools={tools}
          title={
            <h1 className="flex min-w-0 flex-1 items-baseline gap-2 text-md font-semibold max-md:text-xl">
              <span className="truncate">{source.name}</span>
              <span className="text-sm max-md:text-base font-normal text-muted tabular-nums">
                {list.data ? total.toLocaleString(formatLocale) : ''}
              </span>
            </h1>
          }
        >
          {/* Reserves the height of the chips while they load. */}
          {!isTwo && !isSearch && (
            <div className="min-h-12.5">
              <ViewChips view={source.view} />
            </div>
          )}
          {searchBox}
        </FilterBar>
        {isTwo && bulk}
      </header>
      {hasChats && <WaitingChats openId={openId} onOpen={onOpen} />}
      <NewRows filters={source.filters} list={list.data} />
      {source.isMissing && <p className="p-6 text-center text-muted">{t('We can’t find this view. It may have been deleted.')}</p>}
      {failure && (
        <div className="p-3">
          <Notice requestId={failure.requestId}>
            {reasons.length > 0 ? t('We can’t show this list: {reasons}.', { reasons: reasons.join('; ') }) : failure.text}
          </Notice>
          <Button className="mt-2" onClick={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {hasSkeleton && <Skeleton isCompact={isCompact} />}
      {list.data && rows.length === 0 && !source.isWaiting && <EmptyList source={source} onClear={() => onSearch({})} />}
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
          isCompact={isCompact}
          isUnassignedList={source.filters.assigneeId === 'none'}
          showsClocks={source.filters.sort === 'slaDueAt' || dependsOnClocks(source.filters)}
          onOpen={onOpen}
          onResolve={onResolve}
          onSnooze={onSnooze}
        />
      )}
      <div className="mt-auto">{report}</div>
      {!isTwo && (
        <ToastFoot>
          <div className="@container">{bulk}</div>
        </ToastFoot>
      )}
      {!isTwo && !bulk && !isSearch && <PenButton />}
    </section>
  )
}

/** Skeleton rows while the list loads. */
function Skeleton({ isCompact }: { isCompact: boolean }) {
  return (
    <div aria-hidden className="flex-1 overflow-hidden">
      {Array.from({ length: 8 }, (_, i) => (
        <div
          key={i}
          className={`grid content-center gap-2 border-b border-line-soft ps-16 pe-3 ${isCompact ? 'h-14' : 'h-19 max-md:h-21'}`}
        >
          <div className="h-3 w-2/5 rounded bg-hover" />
          <div className="h-3 w-4/5 rounded bg-hover" />
        </div>
      ))}
    </div>
  )
}
