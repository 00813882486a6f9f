import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { useMeId, useThread, useThreadList } from '../threads/use-threads.ts'
import { isViewId, views } from '../threads/views.ts'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { useTitle } from '../../ui/use-title.ts'
import { CustomerPane } from './customer-pane.tsx'
import { ThreadList } from './thread-list.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { ThreadPickers, type PickerKind } from './thread-pickers.tsx'

/** The list, the thread that is open and its customer; on narrow screens the one that matters. */
export function InboxScreen() {
  const { view: given, threadId } = useParams({ strict: false })
  const view = given !== undefined && isViewId(given) ? given : 'mine'
  const navigate = useNavigate()
  const list = useThreadList(views[view].filters)
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [picker, setPicker] = useState<PickerKind | null>(null)
  const [composer, setComposer] = useState<{ kind: 'reply' | 'note'; at: number } | null>(null)
  const lastIndex = useRef(0)

  const openId = threadId ?? null
  const index = rows.findIndex(({ id }) => id === (focusedId ?? openId))
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  const { session } = useApi()
  const me = useStore(session.store)
  const meId = useMeId()
  const actions = useThreadActions()
  const current = useThreadOf(openId ?? focusedId, rows)

  useTitle(openId !== null && current ? current.subject : views[view].name)

  const show = (id: string): void => {
    setFocusedId(id)
    void navigate({ to: '/inbox/$view/$threadId', params: { view, threadId: id } })
  }
  /** The focus goes to a neighbour; an open thread gives way to it. */
  const move = (step: number): void => {
    const from = index >= 0 ? index : lastIndex.current - (step > 0 ? 1 : 0)
    const to = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
    if (!to) return
    setFocusedId(to.id)
    if (openId !== null) show(to.id)
  }
  const close = (): void => void navigate({ to: '/inbox/$view', params: { view } })
  /** The next thread takes the place of the one that leaves the list. */
  const resolve = (thread: Thread): void => {
    const at = rows.findIndex(({ id }) => id === thread.id)
    const next = rows[at + 1] ?? rows[at - 1]
    actions.setStatus(thread, 'resolved')
    if (at < 0 || !next) return
    setFocusedId(next.id)
    if (openId === thread.id) show(next.id)
  }
  const withThread = (act: (thread: Thread) => void) => () => {
    if (current) act(current)
  }
  const compose = (kind: 'reply' | 'note') =>
    withThread(({ id }) => {
      show(id)
      setComposer({ kind, at: Date.now() })
    })
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    open: withThread(({ id }) => show(id)),
    back() {
      if (document.activeElement?.matches('textarea, input') && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      else close()
    },
    resolve: withThread(resolve),
    reopen: withThread((thread) => actions.setStatus(thread, 'open')),
    take: withThread((thread) => {
      if (me.state === 'in') actions.assign(thread, { id: meId, name: me.user.name })
    }),
    assign: withThread(() => setPicker('assignee')),
    label: withThread(() => setPicker('label')),
    priority: withThread(() => setPicker('priority')),
    snooze: withThread(() => setPicker('snooze')),
    reply: compose('reply'),
    note: compose('note'),
  })
  return (
    <>
      <ThreadList view={view} list={list} rows={rows} focusedId={focusedId ?? openId} openId={openId} onOpen={show} />
      {openId === null ? (
        <section aria-label="Thread" className="hidden min-w-0 flex-1 place-items-center text-muted md:grid">
          <p>Choose a thread, or press J.</p>
        </section>
      ) : (
        <ThreadPane key={openId} id={openId} composer={composer} onPick={setPicker} onResolve={resolve} onBack={close} />
      )}
      {current && openId !== null && <CustomerPane thread={current} />}
      {picker && current && <ThreadPickers kind={picker} thread={current} onClose={() => setPicker(null)} />}
    </>
  )
}

function useThreadOf(id: string | null, rows: readonly Thread[]): Thread | null {
  const listed = rows.find((row) => row.id === id) ?? null
  const { data } = useThread(id ?? '')
  return id === null ? null : (data ?? listed)
}
