import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useTitle } from '../../ui/use-title.ts'
import { SearchBox } from '../search/search-box.tsx'
import { listRows } from '../threads/thread-cache.ts'
import { usePrefetchThread, useThread, useThreadList } from '../threads/use-threads.ts'
import { readListSearch, withFilter, type ListSearch } from '../threads/list-search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkReport } from './bulk-report.tsx'
import { ViewTools } from '../views/view-tools.tsx'
import { CustomerPane } from './customer-pane.tsx'
import { Panes } from './panes.tsx'
import { ThreadList } from './thread-list.tsx'
import { ThreadPane } from '../thread/thread-pane.tsx'
import { ThreadPickers } from '../thread/thread-pickers.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { searchView, useListSource } from './use-list-source.ts'
import { useSelection } from './use-selection.ts'

/** The list, the thread that is open and its customer; on narrow screens the one that matters. */
export function InboxScreen() {
  const { view = 'mine', threadId = null } = useParams({ strict: false })
  const given: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(given), [given])
  const navigate = useNavigate()
  const source = useListSource(view, search)
  const isAsIs = Object.keys(search).length === 0
  const list = useThreadList({
    filters: source.filters,
    enabled: !source.isWaiting && !source.isMissing,
    viewId: source.saved && isAsIs ? source.saved.id : null,
  })
  const rows = useMemo(() => listRows(list.data), [list.data])
  const total = list.data?.pages[0]?.meta.total ?? 0
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const selection = useSelection(`${view} ${JSON.stringify(source.asked)}`, rows, total)
  // Keys act on what is visible only: the thread that is open, or a row of this list.
  const focusedRow = rows.some(({ id }) => id === focusedId) ? focusedId : null
  const current = useThreadOf(threadId ?? focusedRow, rows)
  useTitle(threadId !== null && current ? current.subject : source.name)

  const show = useStableCallback((id: string) => {
    setFocusedId(id)
    void navigate({ to: '/inbox/$view/$threadId', params: { view, threadId: id }, search })
  })
  const close = useStableCallback(() => void navigate({ to: '/inbox/$view', params: { view }, search }))
  const keys = useInboxKeys({ rows, current, focusedId, openId: threadId, selection, setFocusedId, show, close })
  const { resolve, snooze, composer, picker, setPicker } = keys
  const near = usePrefetchThread()
  useEffect(() => near(focusedId), [near, focusedId])
  // The list answers the key at once, and the thread follows: unless somebody begins to write in it, since what is typed belongs there.
  const followingId = useDeferredValue(threadId)
  const shownId = threadId === null || composer?.threadId === threadId ? threadId : followingId
  const shown = useThreadOf(shownId, rows)
  const setSearch = useStableCallback((next: ListSearch) => void navigate({ to: '/inbox/$view', params: { view }, search: next }))
  const resolveShown = useStableCallback(resolve)
  return (
    <>
      <Panes
        list={
          <ThreadList
            source={source}
            list={list}
            rows={rows}
            total={total}
            focusedId={focusedId ?? threadId}
            openId={threadId}
            selection={selection}
            tools={source.isWaiting ? null : <ViewTools source={source} />}
            words={
              view === searchView ? (
                <SearchBox
                  key={source.filters.q ?? ''}
                  words={source.filters.q ?? ''}
                  onSearch={(q) => setSearch(withFilter({}, search, 'q', q === '' ? null : q))}
                />
              ) : null
            }
            bulk={
              <>
                <BulkReport />
                <BulkBar
                  source={source}
                  rows={rows}
                  total={total}
                  selection={selection}
                  picking={keys.bulkPicker}
                  onPick={keys.setBulkPicker}
                  confirming={keys.confirming}
                  onConfirmed={() => keys.setConfirming(null)}
                  onChange={keys.changeSelected}
                />
              </>
            }
            onOpen={show}
            onNear={near}
            onSearch={setSearch}
          />
        }
        thread={
          shownId === null ? null : (
            <ThreadPane
              key={shownId}
              id={shownId}
              composer={composer?.threadId === shownId ? composer : null}
              onPick={setPicker}
              onResolve={resolveShown}
              onBack={close}
            />
          )
        }
        customer={shown && <CustomerPane thread={shown} />}
        nothing={
          <section aria-label="Thread" className="grid flex-1 place-items-center text-muted">
            {rows.length > 0 && <p>Choose a thread, or press J and Enter.</p>}
          </section>
        }
      />
      {picker && current && <ThreadPickers kind={picker} thread={current} onSnooze={snooze} onClose={() => setPicker(null)} />}
    </>
  )
}

function useThreadOf(id: string | null, rows: readonly Thread[]): Thread | null {
  const listed = rows.find((row) => row.id === id) ?? null
  const { data } = useThread(id ?? '')
  return id === null ? null : (data ?? listed)
}
