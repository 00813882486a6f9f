/** Shortcuts of the inbox: move through the list, and change the open or focused thread or the selected threads. */
import { useEffect, useState } from 'react'
import type { Thread, ThreadStatus } from '@skein/client'
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
import type { PickerKind, PickerRequest } from '../thread/thread-pickers.tsx'
import type { ListPlace } from './use-list-place.ts'
import type { Selection } from './use-selection.ts'

type InboxKeysOptions = {
  rows: readonly Thread[]
  total: number
  filters: ThreadFilters
  current: Thread | null
  openId: string | null
  place: ListPlace
  selection: Selection
}
/** A request to focus a thread's composer. `at` distinguishes repeated requests. */
type ComposeRequest = { kind: 'reply' | 'note'; threadId: string; at: number; toEverybody: boolean }

export function useInboxKeys({ rows, total, filters, current, openId, place, selection }: InboxKeysOptions) {
  const { index, show, close, move, moveOn } = place
  const [picker, setPicker] = useState<PickerRequest | null>(null)
  const [bulkPicker, setBulkPicker] = useState<BulkKind | null>(null)
  const [composer, setComposer] = useState<ComposeRequest | null>(null)
  useEffect(() => {
    // Drop the request when another thread opens. Otherwise returning to the thread would focus the composer and type the next key into it.
    setComposer((request) => (request?.threadId === openId ? request : null))
  }, [openId])
  const actions = useThreadActions()
  const bulk = useBulk()
  const me = getSessionUser(useStore(useApi().session.store))
  /** The threads to send a saved reply to, while the agent chooses it. */
  const [macroTarget, setMacroTarget] = useState<MacroTarget | null>(null)
  const [confirming, setConfirming] = useState<BulkChange | null>(null)

  const extend = (step: number): void => {
    const from = rows[index]
    const to = move(step)
    if (to) selection.add([...(from ? [from.id] : []), to.id])
  }
  const setStatus = (thread: Thread, status: ThreadStatus): void => {
    if (thread.snoozed && status === 'open') actions.wake(thread)
    else if (thread.status !== status) actions.setStatus(thread, status, status === 'open' ? undefined : moveOn(thread))
  }
  const resolve = (thread: Thread): void => setStatus(thread, 'resolved')
  const snooze = (thread: Thread, until: Date | null): void => actions.snooze(thread, until, moveOn(thread))
  const withThread = (act: (thread: Thread) => void) => () => {
    if (current) act(current)
  }
  /** Opens a picker for the open or focused thread: at a chip, or in the middle of the screen. A second click on the chip closes it. */
  const pick = (kind: PickerKind, anchor: HTMLElement | null = null): void =>
    setPicker((now) => (anchor !== null && now?.anchor === anchor ? null : { kind, anchor }))
  /** Opens a picker for the selected threads or, if none are selected, for the open or focused thread. */
  const pickByKey = (one: PickerKind, many: BulkKind) => () => {
    if (selection.ids.size > 0) setBulkPicker(many)
    else if (current) pick(one)
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
    assign: pickByKey('assignee', 'assignee'),
    team: pickByKey('team', 'team'),
    label: pickByKey('label', 'addLabel'),
    priority: pickByKey('priority', 'priority'),
    status: pickByKey('status', 'status'),
    snooze: pickByKey('snooze', 'snooze'),
    ...(!hasSelection && current?.snoozed && { wake: withThread(actions.wake) }),
    ...((hasSelection || current) && { macro: chooseMacro }),
    reply: compose('reply'),
    replyAll: compose('reply', true),
    note: compose('note'),
  })
  return {
    resolve,
    setStatus,
    snooze,
    composer,
    picker,
    pick,
    closePicker: () => setPicker(null),
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
