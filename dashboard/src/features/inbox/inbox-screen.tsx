import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { Key } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useTitle } from '../../ui/use-title.ts'
import { bulkReport } from '../threads/use-bulk.ts'
import { usePrefetchThread, useThread, useThreadList } from '../threads/use-threads.ts'
import { readListSearch, type ListSearch } from '../threads/list-search.ts'
import { FirstRun } from './first-run-part.tsx'
import { useIsFirstRun } from './use-first-run.ts'
import { ViewTools } from '../views/view-tools.tsx'
import { CustomerPane } from './customer-pane.tsx'
import { Panes } from './panes.tsx'
import { ThreadList } from './thread-list.tsx'
import { readScope, type SearchScope } from './search-scope.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useListPlace } from './use-list-place.ts'
import { searchView, useListSource } from '../views/use-list-source.ts'
import { useListRows } from './use-list-rows.ts'
import { useSelection } from './use-selection.ts'
import { t, tx } from '../../texts/texts.ts'

const loadBulkBar = async () => (await import('./bulk-bar.tsx')).BulkBar
const BulkBar = lazyPart(loadBulkBar)
const SearchBox = lazyPart(async () => (await import('./search-box.tsx')).SearchBox)
const loadSearchStart = async () => (await import('./search-start.tsx')).SearchStart
const SearchStart = lazyPart(loadSearchStart)
const BulkReport = lazyPart(async () => (await import('./bulk-report.tsx')).BulkReport)
const ThreadPane = lazyDialog(async () => (await import('../thread/thread-pane.tsx')).ThreadPane)
const ThreadPickers = lazyDialog(async () => (await import('../thread/thread-pickers.tsx')).ThreadPickers)
const ApplyMacro = lazyDialog(async () => (await import('../macros/apply-macro.tsx')).ApplyMacro)

/** Three-pane inbox: list, open thread and customer. Narrow screens show one pane at a time. */
export function InboxScreen() {
  const { view = 'mine', threadId = null } = useParams({ strict: false })
  const urlSearch: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(urlSearch), [urlSearch])
  const navigate = useNavigate()
  const source = useListSource(view, search)
  const scope = view === searchView ? readScope(urlSearch) : 'threads'
  /** True when the search page lists no threads. */
  const isSearchStart = view === searchView && (source.isWaiting || scope !== 'threads')
  const isUnchanged = Object.keys(search).length === 0
  const list = useThreadList({
    filters: source.filters,
    enabled: !source.isWaiting && !source.isMissing && !isSearchStart,
    viewId: source.saved && isUnchanged ? source.saved.id : null,
  })
  const { rows, total } = useListRows(list, source.filters.drafts === true)
  const place = useListPlace({ view, search, rows, openId: threadId })
  const { focusedId, show, close } = place
  const selection = useSelection(`${view} ${JSON.stringify(source.chosenFilters)}`, rows, total)
  // Shortcuts act only on a visible thread: the open thread, or a row of this list.
  const focusedRowId = rows.some(({ id }) => id === focusedId) ? focusedId : null
  const current = useThreadWithFallback(threadId ?? focusedRowId, rows)
  useTitle(threadId !== null && current ? current.subject : source.name)

  const keys = useInboxKeys({ rows, total, filters: source.filters, current, openId: threadId, place, selection })
  const { resolve, setStatus, snooze, composer, picker, pick, closePicker } = keys
  const prefetch = usePrefetchThread()
  // A link to a thread prefetches its messages in parallel with the pane's code.
  useEffect(() => prefetch(focusedId ?? threadId), [prefetch, focusedId, threadId])
  // The pane, the pickers, the toolbar and the search load in parallel with the first list, so that their shortcuts work immediately.
  useEffect(() => {
    ThreadPane.preload()
    ThreadPickers.preload()
    loadBulkBar().catch(() => undefined)
    loadSearchStart().catch(() => undefined)
  }, [])
  // The list responds to a key immediately, and the thread renders at lower priority. When the agent starts a reply, the thread renders
  // immediately, because the next keys belong in its composer.
  const followingId = useDeferredValue(threadId)
  const shownId = threadId === null || composer?.threadId === threadId ? threadId : followingId
  const shown = useThreadWithFallback(shownId, rows)
  const setSearch = useStableCallback((next: ListSearch) => void navigate({ to: '/inbox/$view', params: { view }, search: next }))
  const searchIn = useStableCallback(
    (next: ListSearch, where: SearchScope) =>
      void navigate({ to: '/inbox/$view', params: { view }, search: where === 'threads' ? next : { ...next, scope: where } }),
  )
  const resolveShown = useStableCallback(resolve)
  const leaveShown = useStableCallback(place.moveOn)
  const pickShown = useStableCallback(pick)
  /** The thread that the agent snoozes from its row with the pointer. */
  const [snoozing, setSnoozing] = useState<Thread | null>(null)
  const { whyNot } = useRights()
  const isFirstRun = useIsFirstRun()
  const hasReport = useStore(bulkReport) !== null
  // The empty state fills the whole screen, except during a search, whose layout should not change with each attempt.
  const isEmpty = list.data !== undefined && rows.length === 0 && view !== searchView
  return (
    <>
      <Panes
        list={
          isSearchStart ? (
            <SearchStart scope={scope} search={search} onSearch={searchIn} />
          ) : (
            <ThreadList
              source={source}
              list={list}
              rows={rows}
              total={total}
              focusedId={focusedId ?? threadId}
              openId={threadId}
              selection={selection}
              tools={source.isWaiting ? null : <ViewTools source={source} />}
              searchBox={
                view === searchView ? <SearchBox key={source.filters.q ?? ''} scope={scope} search={search} onSearch={searchIn} /> : null
              }
              bulk={
                selection.ids.size > 0 && (
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
                    onMacro={keys.chooseMacro}
                  />
                )
              }
              report={hasReport && <BulkReport />}
              onResolve={whyNot('updateThread') === null ? resolveShown : null}
              onSnooze={whyNot('snoozeThread') === null ? setSnoozing : null}
              onOpen={show}
              onPrefetch={prefetch}
              onSearch={setSearch}
            />
          )
        }
        thread={
          shownId === null ? null : (
            <ThreadPane
              key={shownId}
              id={shownId}
              composer={composer?.threadId === shownId ? composer : null}
              onPick={pickShown}
              onResolve={resolveShown}
              onLeave={leaveShown}
              onClose={close}
            />
          )
        }
        customer={shown && <CustomerPane thread={shown} />}
        placeholder={
          isEmpty || isSearchStart ? null : (
            <section aria-label={t('Thread')} className="grid flex-1 place-items-center overflow-y-auto text-muted">
              {rows.length > 0 &&
                (isFirstRun ? (
                  <FirstRun />
                ) : (
                  <p className="flex flex-wrap items-center justify-center gap-1.5 px-4">
                    {tx('Choose a thread, or press {next} and {open}', {
                      next: <Key key="next">{formatKeys('next')}</Key>,
                      open: <Key key="open">{formatKeys('open')}</Key>,
                    })}
                  </p>
                ))}
            </section>
          )
        }
      />
      {keys.macroTarget && (
        <ApplyMacro
          target={keys.macroTarget}
          onDone={() => {
            keys.setMacroTarget(null)
            selection.clear()
          }}
          onClose={() => keys.setMacroTarget(null)}
        />
      )}
      {snoozing && (
        <ThreadPickers kind="snooze" thread={snoozing} onStatus={setStatus} onSnooze={snooze} onClose={() => setSnoozing(null)} />
      )}
      {picker && current && (
        <ThreadPickers key={picker.kind} {...picker} thread={current} onStatus={setStatus} onSnooze={snooze} onClose={closePicker} />
      )}
    </>
  )
}

/** Returns a thread, or its row in the list until the thread is loaded. */
function useThreadWithFallback(id: string | null, rows: readonly Thread[]): Thread | null {
  const listed = rows.find((row) => row.id === id) ?? null
  const { data } = useThread(id ?? '')
  return id === null ? null : (data ?? listed)
}
