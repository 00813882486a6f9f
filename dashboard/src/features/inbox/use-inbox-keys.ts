/** What the keys do in the inbox: in the list, with the thread that is open or has the focus, and with those that are selected. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { useBulk } from '../threads/use-bulk.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import type { BulkKind } from './bulk-picker.tsx'
import type { PickerKind } from '../thread/thread-pickers.tsx'
import type { Selection } from './use-selection.ts'

type Given = {
  rows: readonly Thread[]
  current: Thread | null
  focusedId: string | null
  openId: string | null
  selection: Selection
  setFocusedId: (id: string) => void
  show: (id: string) => void
  close: () => void
}
type Wish = { kind: 'reply' | 'note'; threadId: string; at: number }

export function useInboxKeys({ rows, current, focusedId, openId, selection, setFocusedId, show, close }: Given) {
  const [picker, setPicker] = useState<PickerKind | null>(null)
  const [bulkPicker, setBulkPicker] = useState<BulkKind | null>(null)
  const [composer, setComposer] = useState<Wish | null>(null)
  useEffect(() => {
    // Whoever comes back to a thread later has not asked again to write in it: the next key would be typed into a reply.
    setComposer((wish) => (wish?.threadId === openId ? wish : null))
  }, [openId])
  const actions = useThreadActions()
  const bulk = useBulk()
  const me = getSessionUser(useStore(useApi().session.store))
  const lastIndex = useRef(0)
  const lastId = useRef<string | null>(null)
  /** The rows when one of them last had the focus. */
  const lastRows = useRef<readonly Thread[]>([])
  /** A thread that gets the focus when the list shows it again. */
  const [returningId, setReturningId] = useState<string | null>(null)
  const isShown = useIsShown()
  const [confirming, setConfirming] = useState<BulkChange | null>(null)
  const index = rows.findIndex(({ id }) => id === (focusedId ?? openId))
  useEffect(() => {
    if (index >= 0) {
      lastIndex.current = index
      lastId.current = rows[index]?.id ?? null
      lastRows.current = rows
    } else if (openId === null && focusedId !== null && lastId.current === focusedId) {
      // The row that had the focus has left the list: the next one that is still there takes its place. Rows above may have left with it.
      const remaining = new Set(rows.map(({ id }) => id))
      const next = lastRows.current.slice(lastIndex.current).find(({ id }) => remaining.has(id)) ?? rows.at(-1)
      if (next) setFocusedId(next.id)
    }
  }, [index, rows, focusedId, openId, setFocusedId])
  useEffect(() => {
    if (returningId === null || !rows.some(({ id }) => id === returningId)) return
    setFocusedId(returningId)
    setReturningId(null)
  }, [returningId, rows, setFocusedId])

  /** The focus goes to a neighbour; an open thread gives way to it. */
  const move = (step: number): Thread | null => {
    const from = index >= 0 ? index : lastIndex.current - (step > 0 ? 1 : 0)
    const to = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
    if (!to) return null
    setReturningId(null)
    setFocusedId(to.id)
    if (openId !== null) show(to.id)
    return to
  }
  const extend = (step: number): void => {
    const from = rows[index]
    const to = move(step)
    if (to) selection.add([...(from ? [from.id] : []), to.id])
  }
  /** Makes a change by which the thread leaves the list. The next thread takes its place, until the change is undone. */
  const leave = (thread: Thread, change: (undone: () => void) => void): void => {
    const at = rows.findIndex(({ id }) => id === thread.id)
    const next = rows[at + 1] ?? rows[at - 1]
    const wasOpen = openId === thread.id
    change(() => {
      if (!isShown()) return
      // The list may not show it, for instance when it waits among the new ones: until then the focus stays, or the keys would do nothing.
      setReturningId(thread.id)
      if (wasOpen) show(thread.id)
    })
    if (at < 0 || !next) return
    setReturningId(null)
    setFocusedId(next.id)
    if (wasOpen) show(next.id)
  }
  const resolve = (thread: Thread): void => leave(thread, (undone) => actions.setStatus(thread, 'resolved', undone))
  const snooze = (thread: Thread, until: Date | null): void => leave(thread, (undone) => actions.snooze(thread, until, undone))
  const withThread = (act: (thread: Thread) => void) => () => {
    if (current) act(current)
  }
  /** Keys act on what is selected; without a selection on the thread that is open or has the focus. */
  const pick = (one: PickerKind, many: BulkKind) => () => {
    if (selection.ids.size > 0) setBulkPicker(many)
    else if (current) setPicker(one)
  }
  const changeSelected = (change: BulkChange): void => {
    // All that match are changed by a job, after a confirmation.
    if (selection.isAll) return setConfirming(change)
    void bulk.change(
      rows.filter(({ id }) => selection.ids.has(id)),
      change,
    )
    selection.clear()
  }
  const act = (many: () => BulkChange | null, one: (thread: Thread) => void) => () => {
    const change = selection.ids.size > 0 ? many() : null
    if (change) changeSelected(change)
    else if (selection.ids.size === 0 && current) one(current)
  }
  const mine = me ? { id: me.id, name: me.name } : null
  const compose = (kind: Wish['kind']) =>
    withThread(({ id }) => {
      show(id)
      setComposer({ kind, threadId: id, at: Date.now() })
    })
  useShortcuts({
    next: () => void move(1),
    previous: () => void move(-1),
    open: withThread(({ id }) => show(id)),
    select: withThread(({ id }) => selection.toggle(id)),
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    selectAll: () => selection.all(),
    back() {
      const holder = document.activeElement
      if (holder instanceof HTMLElement && holder.matches('textarea, input:not([type=checkbox]), [contenteditable]')) holder.blur()
      else if (selection.ids.size > 0) selection.clear()
      else close()
    },
    resolve: act(() => bulkChange.status('resolved'), resolve),
    reopen: act(
      () => bulkChange.status('open'),
      (thread) => actions.setStatus(thread, 'open'),
    ),
    take: act(
      () => mine && bulkChange.assign(mine),
      (thread) => mine && actions.assign(thread, mine),
    ),
    assign: pick('assignee', 'assignee'),
    label: pick('label', 'addLabel'),
    priority: pick('priority', 'priority'),
    snooze: pick('snooze', 'snooze'),
    reply: compose('reply'),
    note: compose('note'),
  })
  return { resolve, snooze, composer, picker, setPicker, bulkPicker, setBulkPicker, changeSelected, confirming, setConfirming }
}

/** Whether the inbox is still shown when something of it is undone: if not, it is not opened again. */
function useIsShown(): () => boolean {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])
  return useCallback(() => shown.current, [])
}
