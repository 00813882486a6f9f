/** Changes of threads: shown at once, then sent, and taken back when the service refuses. Each can be undone. */
import { useMemo } from 'react'
import type { Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Patch } from './pending-changes.ts'
import { showChange } from './show-change.ts'
import { useMeId } from './use-threads.ts'

export type Person = { id: string; name: string }
export type ThreadActions = {
  /** `undone`: what the page does when it is undone, besides. */
  setStatus(thread: Thread, status: ThreadStatus, undone?: () => void): void
  assign(thread: Thread, person: Person | null): void
  setPriority(thread: Thread, priority: ThreadPriority): void
  setLabel(thread: Thread, label: Person, on: boolean): void
  snooze(thread: Thread, until: Date | null): void
}

type Change = { label: string; patch: Patch; send: (idempotencyKey: string) => Promise<{ data: Thread }>; undo?: () => void }

export function useThreadActions(): ThreadActions {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    const change = (thread: Thread, { label, patch, send, undo }: Change): void => {
      // One key for one intent: also when it is tried again after a failure.
      const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-')
      const entry: Undoable | null = undo ? { label, run: undo } : null
      const undoThis = entry && undoQueue.push(entry)
      const dismiss = undoThis ? showToast({ kind: 'done', text: label, action: { label: 'Undo', run: undoThis } }) : () => undefined
      const attempt = async (): Promise<void> => {
        const shown = showChange(queries, thread, patch, meId)
        try {
          const { data } = await send(idempotencyKey)
          shown.answered(data)
        } catch (error) {
          shown.takeBack()
          if (entry) undoQueue.forget(entry)
          dismiss()
          const text = `Not done: ${label}. ${describeFailure(error).text}`
          showToast({ kind: 'problem', text, action: { label: 'Retry', run: () => void attempt() } }, 30_000)
        }
      }
      void attempt()
    }
    const path = ({ id }: Thread) => ({ id })
    const actions: ThreadActions = {
      setStatus(thread, status, undone) {
        if (thread.status === status) return
        const previous = thread.status
        change(thread, {
          label: status === 'resolved' ? 'Resolved' : status === 'open' ? 'Reopened' : `Set to ${status}`,
          patch: () => ({ status, ...(status === 'pending' ? {} : { snoozed: false, snoozedUntil: null }) }),
          send: (idempotencyKey) => skein.updateThread({ path: path(thread), body: { status }, idempotencyKey }),
          undo: () => {
            actions.setStatus({ ...thread, status }, previous)
            undone?.()
          },
        })
      },
      assign(thread, person) {
        const previous = thread.assignee
        if (previous?.id === person?.id) return
        change(thread, {
          label: person ? `Assigned to ${person.name}` : 'Unassigned',
          patch: () => ({ assignee: person }),
          send: (idempotencyKey) => skein.assignThread({ path: path(thread), body: { assigneeId: person?.id ?? null }, idempotencyKey }),
          undo: () => actions.assign({ ...thread, assignee: person }, previous),
        })
      },
      setPriority(thread, priority) {
        const previous = thread.priority
        if (previous === priority) return
        change(thread, {
          label: `Priority: ${priority}`,
          patch: () => ({ priority }),
          send: (idempotencyKey) => skein.updateThread({ path: path(thread), body: { priority }, idempotencyKey }),
          undo: () => actions.setPriority({ ...thread, priority }, previous),
        })
      },
      setLabel(thread, label, on) {
        const labelled = ({ labels }: Thread) => {
          const others = labels.filter(({ id }) => id !== label.id)
          return { labels: on ? [...others, label] : others }
        }
        const body = on ? { add: [label.id] } : { remove: [label.id] }
        change(thread, {
          label: on ? `Labelled ${label.name}` : `Label ${label.name} removed`,
          patch: labelled,
          send: (idempotencyKey) => skein.changeThreadLabels({ path: path(thread), body, idempotencyKey }),
          undo: () => actions.setLabel({ ...thread, ...labelled(thread) }, label, !on),
        })
      },
      snooze(thread, until) {
        const snoozedUntil = until?.toISOString() ?? null
        const body = snoozedUntil === null ? { untilReply: true as const } : { until: snoozedUntil }
        change(thread, {
          label: until
            ? `Snoozed until ${until.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`
            : 'Snoozed until the customer writes',
          patch: () => ({ status: 'pending', snoozed: true, snoozedUntil }),
          send: (idempotencyKey) => skein.snoozeThread({ path: path(thread), body, idempotencyKey }),
          undo: () => {
            const snoozed = { ...thread, status: 'pending' as const, snoozed: true, snoozedUntil }
            change(snoozed, {
              label: 'Woken up',
              patch: () => ({ status: thread.status, snoozed: false, snoozedUntil: null }),
              send: (idempotencyKey) => skein.unsnoozeThread({ path: path(thread), idempotencyKey }),
            })
          },
        })
      },
    }
    return actions
  }, [skein, queries, meId])
}
