/** Mutations of a thread: optimistic update, rollback if the service refuses, and undo. */
import { useMemo } from 'react'
import type { Thread, ThreadPriority, ThreadStatus } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../texts/texts.ts'
import { bulkChange, type NamedRef, type ShownFields, type BulkChange } from './bulk-changes.ts'
import { showChange } from './show-change.ts'
import { findThread } from './thread-cache.ts'
import { preloadUndo, undoBulkChange, undoChange } from './load-undo.ts'
import type { SendUndo } from './undo-change.ts'
import { useMeId } from './use-threads.ts'

/** `onUndo` is called when the agent undoes the change. */
export type ThreadActions = {
  setStatus(thread: Thread, status: ThreadStatus, onUndo?: () => void): void
  assign(thread: Thread, user: NamedRef | null): void
  moveToTeam(thread: Thread, team: NamedRef | null): void
  setPriority(thread: Thread, priority: ThreadPriority): void
  setLabel(thread: Thread, label: NamedRef, on: boolean): void
  snooze(thread: Thread, until: Date | null, onUndo?: () => void): void
  wake(thread: Thread): void
  rename(thread: Thread, subject: string): void
}

type Send = (idempotencyKey: string) => Promise<{ data: Thread }>

export function useThreadActions(): ThreadActions {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    const context = { skein, queries, meId }
    const change = (thread: Thread, what: BulkChange, send: Send, onUndo?: () => void): void =>
      changeWith(thread, what, send, (before) => undoBulkChange(context, what, [before]), onUndo)
    const changeWith = (
      thread: Thread,
      what: ShownFields,
      send: Send,
      sendUndo: (before: Thread) => Promise<void>,
      onUndo?: () => void,
    ): void => {
      const before = findThread(queries, thread.id) ?? thread
      // Retries reuse the idempotency key, so that the change is not applied twice.
      const idempotencyKey = newIdempotencyKey()
      let work: Promise<boolean> = Promise.resolve(false)
      const entry: Undoable = {
        label: what.label,
        async run() {
          dismiss()
          // Wait for the running request. Otherwise it could be applied after the undo.
          if (!(await work)) return
          const undoing = sendUndo(before)
          onUndo?.()
          await undoing
        },
      }
      preloadUndo()
      const undo = undoQueue.push(entry)
      const dismiss = showToast({ kind: 'done', text: what.label, action: { label: t('Undo'), run: undo } })
      const attempt = async (): Promise<boolean> => {
        const shown = showChange(queries, thread, what.patch, meId)
        try {
          const { data } = await send(idempotencyKey)
          shown.confirmWith(data)
          return true
        } catch (error) {
          shown.revert()
          undoQueue.forget(entry)
          dismiss()
          const text = t('Not saved: {change}. {reason}', { change: what.label, reason: describeFailure(error).text })
          const retry = (): void => {
            undoQueue.push(entry)
            work = attempt()
          }
          showToast({ kind: 'problem', text, action: { label: t('Try again'), run: retry } }, 30_000)
          return false
        }
      }
      work = attempt()
    }
    return {
      setStatus(thread, status, onUndo) {
        if (thread.status === status) return
        const path = { id: thread.id }
        const what = bulkChange.status(status)
        const named = status === 'open' ? { ...what, label: t('Reopened') } : what
        change(thread, named, (idempotencyKey) => skein.updateThread({ path, body: { status }, idempotencyKey }), onUndo)
      },
      assign(thread, user) {
        if (thread.assignee?.id === user?.id) return
        const path = { id: thread.id }
        const body = { assigneeId: user?.id ?? null }
        change(thread, bulkChange.assign(user), (idempotencyKey) => skein.assignThread({ path, body, idempotencyKey }))
      },
      moveToTeam(thread, team) {
        const teamId = team?.id ?? null
        if (thread.teamId === teamId) return
        const path = { id: thread.id }
        change(thread, bulkChange.team(team), (idempotencyKey) => skein.assignThread({ path, body: { teamId }, idempotencyKey }))
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
      snooze(thread, until, onUndo) {
        const path = { id: thread.id }
        const body = until ? { until: until.toISOString() } : { untilReply: true as const }
        change(thread, bulkChange.snooze(until), (idempotencyKey) => skein.snoozeThread({ path, body, idempotencyKey }), onUndo)
      },
      rename(thread, subject) {
        if (thread.subject === subject) return
        const path = { id: thread.id }
        const what: ShownFields = { label: t('Renamed'), patch: () => ({ subject }), restored: { what: 'subject' } }
        const send = (to: string, idempotencyKey: string) => skein.updateThread({ path, body: { subject: to }, idempotencyKey })
        const undo = (before: Thread): Promise<void> => {
          const sendUndo: SendUndo = async () => {
            await send(before.subject, newIdempotencyKey())
            return new Map()
          }
          return undoChange(context, what, [before], sendUndo)
        }
        changeWith(thread, what, (idempotencyKey) => send(subject, idempotencyKey), undo)
      },
      wake(thread) {
        if (!thread.snoozed) return
        const path = { id: thread.id }
        change(thread, bulkChange.wake(), (idempotencyKey) => skein.unsnoozeThread({ path, idempotencyKey }))
      },
    }
  }, [skein, queries, meId])
}
