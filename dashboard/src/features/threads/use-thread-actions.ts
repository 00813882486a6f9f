/** Changes of threads: shown at once, then sent, and taken back when the service refuses. Each can be undone. */
import { useMemo } from 'react'
import type { Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { showToast } from '../../ui/toasts.ts'
import { bulkChange, type BulkChange, type Person } from './bulk-changes.ts'
import { showChange } from './show-change.ts'
import { knownThread } from './thread-cache.ts'
import { undoChange } from './undo-change.ts'
import { useMeId } from './use-threads.ts'

/** `undone`: what the page does besides, when the change is undone. */
export type ThreadActions = {
  setStatus(thread: Thread, status: ThreadStatus, undone?: () => void): void
  assign(thread: Thread, person: Person | null): void
  setPriority(thread: Thread, priority: ThreadPriority): void
  setLabel(thread: Thread, label: Person, on: boolean): void
  snooze(thread: Thread, until: Date | null, undone?: () => void): void
}

type Send = (idempotencyKey: string) => Promise<{ data: Thread }>

export function useThreadActions(): ThreadActions {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    const change = (thread: Thread, what: BulkChange, send: Send, undone?: () => void): void => {
      const before = knownThread(queries, thread.id) ?? thread
      // One key for one intent: also when it is tried again after a failure.
      const idempotencyKey = newIdempotencyKey()
      let work: Promise<boolean> = Promise.resolve(false)
      const entry: Undoable = {
        label: what.label,
        async run() {
          dismiss()
          // A change that is still under way would otherwise have the last word.
          if (!(await work)) return
          const undoing = undoChange({ skein, queries, meId }, what, [before])
          undone?.()
          await undoing
        },
      }
      const undo = undoQueue.push(entry)
      const dismiss = showToast({ kind: 'done', text: what.label, action: { label: 'Undo', run: undo } })
      const attempt = async (): Promise<boolean> => {
        const shown = showChange(queries, thread, what.patch, meId)
        try {
          const { data } = await send(idempotencyKey)
          shown.answered(data)
          return true
        } catch (error) {
          shown.takeBack()
          undoQueue.forget(entry)
          dismiss()
          const text = `Not done: ${what.label}. ${describeFailure(error).text}`
          const retry = (): void => {
            undoQueue.push(entry)
            work = attempt()
          }
          showToast({ kind: 'problem', text, action: { label: 'Retry', run: retry } }, 30_000)
          return false
        }
      }
      work = attempt()
    }
    return {
      setStatus(thread, status, undone) {
        if (thread.status === status) return
        const path = { id: thread.id }
        const what = bulkChange.status(status)
        const named = status === 'open' ? { ...what, label: 'Reopened' } : what
        change(thread, named, (idempotencyKey) => skein.updateThread({ path, body: { status }, idempotencyKey }), undone)
      },
      assign(thread, person) {
        if (thread.assignee?.id === person?.id) return
        const path = { id: thread.id }
        const body = { assigneeId: person?.id ?? null }
        change(thread, bulkChange.assign(person), (idempotencyKey) => skein.assignThread({ path, body, idempotencyKey }))
      },
      setPriority(thread, priority) {
        if (thread.priority === priority) return
        const path = { id: thread.id }
        change(thread, bulkChange.priority(priority), (idempotencyKey) => skein.updateThread({ path, body: { priority }, idempotencyKey }))
      },
      setLabel(thread, label, on) {
        const path = { id: thread.id }
        const body = on ? { add: [label.id] } : { remove: [label.id] }
        const what = on ? bulkChange.addLabel(label) : bulkChange.removeLabel(label)
        change(thread, what, (idempotencyKey) => skein.changeThreadLabels({ path, body, idempotencyKey }))
      },
      snooze(thread, until, undone) {
        const path = { id: thread.id }
        const body = until ? { until: until.toISOString() } : { untilReply: true as const }
        change(thread, bulkChange.snooze(until), (idempotencyKey) => skein.snoozeThread({ path, body, idempotencyKey }), undone)
      },
    }
  }, [skein, queries, meId])
}
