/** What the keys do in the inbox: in the list, with the thread that is open or has the focus, and with those that are selected. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { personOf } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { bulkChange } from '../threads/bulk-changes.ts'
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
  const me = personOf(useStore(useApi().session.store))
  const lastIndex = useRef(0)
  const isShown = useIsShown()
  const index = rows.findIndex(({ id }) => id === (focusedId ?? openId))
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  /** The focus goes to a neighbour; an open thread gives way to it. */
  const move = (step: number): Thread | null => {
    const from = index >= 0 ? index : lastIndex.current - (step > 0 ? 1 : 0)
    const to = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
    if (!to) return null
    setFocusedId(to.id)
    if (openId !== null) show(to.id)
    return to
  }
  const extend = (step: number): void => {
    const from = rows[index]
    const to = move(step)
    if (to) selection.add([...(from ? [from.id] : []), to.id])
  }
  /** The next thread takes the place of the one that leaves the list, until that is undone. */
  const resolve = (thread: Thread): void => {
    const at = rows.findIndex(({ id }) => id === thread.id)
    const next = rows[at + 1] ?? rows[at - 1]
    const wasOpen = openId === thread.id
    actions.setStatus(thread, 'resolved', () => {
      if (!isShown()) return
      setFocusedId(thread.id)
      if (wasOpen) show(thread.id)
    })
    if (at < 0 || !next) return
    setFocusedId(next.id)
    if (wasOpen) show(next.id)
  }
  const withThread = (act: (thread: Thread) => void) => () => {
    if (current) act(current)
  }
  /** Keys act on what is selected; without a selection on the thread that is open or has the focus. */
  const pick = (one: PickerKind, many: BulkKind) => () => {
    if (selection.ids.size > 0) setBulkPicker(many)
    else if (current) setPicker(one)
  }
  const setAll = (status: 'resolved' | 'open', one: (thread: Thread) => void) => () => {
    if (selection.ids.size === 0) return current && one(current)
    // All that match are changed from the bar, which asks first.
    if (selection.isAll) return setBulkPicker('status')
    void bulk.change(
      rows.filter(({ id }) => selection.ids.has(id)),
      bulkChange.status(status),
    )
    selection.clear()
  }
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
    resolve: setAll('resolved', resolve),
    reopen: setAll('open', (thread) => actions.setStatus(thread, 'open')),
    take: withThread((thread) => {
      if (me) actions.assign(thread, { id: me.id, name: me.name })
    }),
    assign: pick('assignee', 'assignee'),
    label: pick('label', 'addLabel'),
    priority: pick('priority', 'priority'),
    snooze: pick('snooze', 'snooze'),
    reply: compose('reply'),
    note: compose('note'),
  })
  return { resolve, composer, picker, setPicker, bulkPicker, setBulkPicker }
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
