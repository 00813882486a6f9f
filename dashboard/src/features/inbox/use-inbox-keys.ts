/** Shortcuts of the inbox: move through the list, and change the open or focused thread or the selected threads. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { useBulk } from '../threads/use-bulk.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import type { MacroTarget } from '../macros/apply-macro.tsx'
import type { BulkKind } from './bulk-picker.tsx'
import type { PickerKind } from '../thread/thread-pickers.tsx'
import type { Selection } from './use-selection.ts'

type InboxKeysOptions = {
  rows: readonly Thread[]
  total: number
  filters: ThreadFilters
  current: Thread | null
  focusedId: string | null
  openId: string | null
  selection: Selection
  setFocusedId: (id: string) => void
  show: (id: string) => void
  close: () => void
}
/** A request to focus a thread's composer. `at` distinguishes repeated requests. */
type ComposeRequest = { kind: 'reply' | 'note'; threadId: string; at: number; toEverybody: boolean }

export function useInboxKeys({ rows, total, filters, current, focusedId, openId, selection, setFocusedId, show, close }: InboxKeysOptions) {
  const [picker, setPicker] = useState<PickerKind | null>(null)
  const [bulkPicker, setBulkPicker] = useState<BulkKind | null>(null)
  const [composer, setComposer] = useState<ComposeRequest | null>(null)
  useEffect(() => {
    // Drop the request when another thread opens. Otherwise returning to the thread would focus the composer and type the next key into it.
    setComposer((request) => (request?.threadId === openId ? request : null))
  }, [openId])
  const actions = useThreadActions()
  const bulk = useBulk()
  const me = getSessionUser(useStore(useApi().session.store))
  const lastIndex = useRef(0)
  const lastId = useRef<string | null>(null)
  /** The row ids at the time of the last focus. */
  const lastRows = useRef<readonly Thread[]>([])
  /** The thread that gets the focus once the list shows it again. */
  const [returningId, setReturningId] = useState<string | null>(null)
  const isMounted = useIsMounted()
  /** The threads to send a saved reply to, while the agent chooses it. */
  const [macroTarget, setMacroTarget] = useState<MacroTarget | null>(null)
  const [confirming, setConfirming] = useState<BulkChange | null>(null)
  const index = rows.findIndex(({ id }) => id === (focusedId ?? openId))
  useEffect(() => {
    if (index >= 0) {
      lastIndex.current = index
      lastId.current = rows[index]?.id ?? null
      lastRows.current = rows
    } else if (openId === null && focusedId !== null && lastId.current === focusedId) {
      // The focused row has left the list, perhaps together with rows above it. Focus the next remaining row.
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

  /** Moves the focus to a neighbouring row, and opens it if a thread is open. */
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
  /** Makes a change that removes the thread from the list, and moves on to the next thread. Undo moves back. */
  const changeAndMoveOn = (thread: Thread, change: (onUndo: () => void) => void): void => {
    // The agent may have changed another row with the pointer. In that case, nothing moves on.
    if (thread.id !== openId && thread.id !== focusedId) return change(() => undefined)
    const at = rows.findIndex(({ id }) => id === thread.id)
    const next = rows[at + 1] ?? rows[at - 1]
    const wasOpen = openId === thread.id
    change(() => {
      if (!isMounted()) return
      // The list may not show the thread yet. Until it does, keep the focus, so that the shortcuts keep working.
      setReturningId(thread.id)
      if (wasOpen) show(thread.id)
    })
    if (at < 0 || !next) return
    setReturningId(null)
    setFocusedId(next.id)
    if (wasOpen) show(next.id)
  }
  const resolve = (thread: Thread): void => changeAndMoveOn(thread, (onUndo) => actions.setStatus(thread, 'resolved', onUndo))
  const snooze = (thread: Thread, until: Date | null): void => changeAndMoveOn(thread, (onUndo) => actions.snooze(thread, until, onUndo))
  const withThread = (act: (thread: Thread) => void) => () => {
    if (current) act(current)
  }
  /** Opens a picker for the selected threads or, if none are selected, for the open or focused thread. */
  const pick = (one: PickerKind, many: BulkKind) => () => {
    if (selection.ids.size > 0) setBulkPicker(many)
    else if (current) setPicker(one)
  }
  const changeSelected = (change: BulkChange): void => {
    // A background job changes all matching threads after the agent has confirmed.
    if (selection.isAll) return setConfirming(change)
    void bulk.change(
      rows.filter(({ id }) => selection.ids.has(id)),
      change,
    )
    selection.clear()
  }
  const chooseMacro = (): void => {
    const threads = selection.ids.size > 0 ? rows.filter(({ id }) => selection.ids.has(id)) : current ? [current] : []
    if (threads.length > 0) setMacroTarget({ threads, matching: selection.isAll ? { filters, total } : null })
  }
  const act = (many: () => BulkChange | null, one: (thread: Thread) => void) => () => {
    const change = selection.ids.size > 0 ? many() : null
    if (change) changeSelected(change)
    else if (selection.ids.size === 0 && current) one(current)
  }
  const hasSelection = selection.ids.size > 0
  const isDone = ({ status }: Thread): boolean => status === 'resolved' || status === 'closed'
  const self = me ? { id: me.id, name: me.name } : null
  const compose = (kind: ComposeRequest['kind'], toEverybody = false) =>
    withThread(({ id }) => {
      show(id)
      setComposer({ kind, threadId: id, at: Date.now(), toEverybody })
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
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.matches('textarea, input:not([type=checkbox]), [contenteditable]')) focused.blur()
      else if (selection.ids.size > 0) selection.clear()
      else close()
    },
    // Omit the two shortcuts when they would change nothing, so that the palette does not offer them.
    ...((hasSelection || (current && !isDone(current))) && { resolve: act(() => bulkChange.status('resolved'), resolve) }),
    ...((hasSelection || (current && current.status !== 'open')) && {
      reopen: act(
        () => bulkChange.status('open'),
        (thread) => actions.setStatus(thread, 'open'),
      ),
    }),
    take: act(
      () => self && bulkChange.assign(self),
      (thread) => self && actions.assign(thread, self),
    ),
    assign: pick('assignee', 'assignee'),
    label: pick('label', 'addLabel'),
    priority: pick('priority', 'priority'),
    snooze: pick('snooze', 'snooze'),
    ...((hasSelection || current) && { macro: chooseMacro }),
    reply: compose('reply'),
    replyAll: compose('reply', true),
    note: compose('note'),
  })
  return {
    resolve,
    snooze,
    changeAndMoveOn,
    composer,
    picker,
    setPicker,
    bulkPicker,
    setBulkPicker,
    changeSelected,
    confirming,
    setConfirming,
    chooseMacro,
    macroTarget,
    setMacroTarget,
  }
}

/** Returns a function that checks whether the inbox is still mounted. Undoing a change from another screen must not open the inbox. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return useCallback(() => isMounted.current, [])
}
