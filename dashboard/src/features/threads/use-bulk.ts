/** Changes many threads: chosen ones at once and with undo, all that match as a job of the service. */
import { useMemo } from 'react'
import type { AnswerOf, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { createStore } from '../../api/store.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { showToast } from '../../ui/toasts.ts'
import { inPortions, type BulkChange, type Changes } from './bulk-changes.ts'
import type { Patch } from './pending-changes.ts'
import { showChange, type ShownChange } from './show-change.ts'
import { knownThread } from './thread-cache.ts'
import type { ThreadFilters } from './thread-filters.ts'
import { undoChange } from './undo-change.ts'
import { useMeId } from './use-threads.ts'

export type BulkFailure = { threadId: string; name: string; reason: string }
/** What is under way or could not be done: shown until somebody has read it. */
export type BulkReport =
  | { kind: 'job'; id: string; label: string }
  | { kind: 'failures'; label: string; done: number; failures: readonly BulkFailure[] }

export const bulkReport = createStore<BulkReport | null>(null)

type Portion = { portion: Thread[]; key: string }
type Result = Extract<AnswerOf<'batchThreads'>['data'], { results: unknown }>

export function useBulk() {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    const show = (thread: Thread, patch: Patch): ShownChange => showChange(queries, thread, patch, meId)
    const send = async (threadIds: string[], changes: Changes, idempotencyKey: string): Promise<Result['results']> => {
      const { data } = await skein.batchThreads({ body: { threadIds, changes }, idempotencyKey })
      return 'results' in data ? data.results : []
    }
    return {
      async change(threads: readonly Thread[], change: BulkChange): Promise<void> {
        const before = threads.map((thread) => knownThread(queries, thread.id) ?? thread)
        const shown = new Map<string, ShownChange>()
        const showAll = (shownThreads: readonly Thread[]): void => {
          for (const thread of shownThreads)
            shown.set(
              thread.id,
              show(thread, (now) => change.patch(now)),
            )
        }
        showAll(before)
        /** As they were: those that the service has changed, which are what can be taken back. */
        const changed: Thread[] = []
        let work: Promise<void> | null = null
        const entry: Undoable = {
          label: change.label,
          async run() {
            dismiss()
            // What is still under way is taken back after it: otherwise it would have the last word.
            await work
            await undoChange({ skein, queries, meId }, change, changed)
          },
        }
        const undo = undoQueue.push(entry)
        const text = `${change.label}: ${threads.length === 1 ? '1 thread' : `${threads.length.toLocaleString()} threads`}`
        const dismiss = showToast({ kind: 'done', text, action: { label: 'Undo', run: undo } })
        const refused: BulkFailure[] = []
        const attempt = async (left: readonly Portion[]): Promise<void> => {
          for (const [i, { portion, key }] of left.entries()) {
            try {
              const results = await send(
                portion.map(({ id }) => id),
                change.changes,
                key,
              )
              for (const [at, { ok, error }] of results.entries()) {
                const thread = portion[at]
                if (!thread) continue
                if (ok) {
                  shown.get(thread.id)?.done()
                  changed.push(thread)
                } else {
                  shown.get(thread.id)?.takeBack()
                  refused.push({ threadId: thread.id, name: nameOf(thread), reason: error?.message ?? '' })
                }
              }
            } catch (error) {
              giveUp(left.slice(i), error)
              break
            }
          }
          if (refused.length > 0) bulkReport.set({ kind: 'failures', label: change.label, done: changed.length, failures: refused })
        }
        const giveUp = (left: readonly Portion[], error: unknown): void => {
          for (const { portion } of left) for (const { id } of portion) shown.get(id)?.takeBack()
          if (changed.length === 0) undoQueue.forget(entry)
          dismiss()
          const retry = (): void => {
            showAll(left.flatMap(({ portion }) => portion))
            // The same keys: what was done though no answer came is not done twice.
            work = attempt(left)
          }
          const reason = describeFailure(error).text
          showToast({ kind: 'problem', text: `Not done: ${change.label}. ${reason}`, action: { label: 'Retry', run: retry } }, 30_000)
        }
        work = attempt(inPortions(before).map((portion) => ({ portion, key: newIdempotencyKey() })))
        await work
      },
      /** All that match, loaded or not. Throws what the service refuses, such as that the number is another by now. */
      async changeMatching(
        { sort: _sort, cursor: _cursor, limit: _limit, ...filter }: ThreadFilters,
        expectedTotal: number,
        change: BulkChange,
        idempotencyKey: string,
      ): Promise<void> {
        const { data } = await skein.batchThreads({ body: { filter, expectedTotal, changes: change.changes }, idempotencyKey })
        if ('state' in data) bulkReport.set({ kind: 'job', id: data.id, label: change.label })
      },
    }
  }, [skein, queries, meId])
}

export function nameOf({ ticketNumber, subject }: Pick<Thread, 'ticketNumber' | 'subject'>): string {
  return `${ticketNumber} ${subject}`
}
