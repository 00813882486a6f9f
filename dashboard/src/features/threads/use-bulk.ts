/** Changes the selected threads immediately and with undo, or all threads that match a filter in a background job. */
import { useMemo } from 'react'
import type { AnswerOf, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { createStore } from '../../api/store.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { showToast } from '../../ui/toasts.ts'
import { splitIntoBatches, type BulkChange, type Changes } from './bulk-changes.ts'
import type { Patch } from './pending-changes.ts'
import { showChange, type ShownChange } from './show-change.ts'
import { findThread } from './thread-cache.ts'
import type { ThreadFilters } from './thread-filters.ts'
import { preloadUndo, undoBulkChange } from './load-undo.ts'
import { useMeId } from './use-threads.ts'
import { plural, t } from '../../texts/texts.ts'

export type BulkFailure = { threadId: string; name: string; reason: string }
/** Running job, or the threads that could not be changed. Shown until the agent closes it. */
export type BulkReport =
  | { kind: 'job'; id: string; label: string }
  | { kind: 'failures'; label: string; done: number; failures: readonly BulkFailure[] }

export const bulkReport = createStore<BulkReport | null>(null)

type Batch = { threads: Thread[]; key: string }
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
        const before = threads.map((thread) => findThread(queries, thread.id) ?? thread)
        const shown = new Map<string, ShownChange>()
        const showAll = (shownThreads: readonly Thread[]): void => {
          for (const thread of shownThreads)
            shown.set(
              thread.id,
              show(thread, (now) => change.patch(now)),
            )
        }
        showAll(before)
        /** Changed threads as they were before, for undo. */
        const changed: Thread[] = []
        let work: Promise<void> | null = null
        const entry: Undoable = {
          label: change.label,
          async run() {
            dismiss()
            // Undo only after running requests have ended. Otherwise they could be applied after the undo.
            await work
            await undoBulkChange({ skein, queries, meId }, change, changed)
          },
        }
        preloadUndo()
        const undo = undoQueue.push(entry)
        const text = plural(threads.length, '{change}: {count} thread', '{change}: {count} threads', { change: change.label })
        const dismiss = showToast({ kind: 'done', text, action: { label: t('Undo'), run: undo } })
        const refused: BulkFailure[] = []
        const attempt = async (left: readonly Batch[]): Promise<void> => {
          for (const [i, { threads: batch, key }] of left.entries()) {
            try {
              const results = await send(
                batch.map(({ id }) => id),
                change.changes,
                key,
              )
              for (const [at, { ok, error }] of results.entries()) {
                const thread = batch[at]
                if (!thread) continue
                if (ok) {
                  shown.get(thread.id)?.confirm()
                  changed.push(thread)
                } else {
                  shown.get(thread.id)?.revert()
                  refused.push({ threadId: thread.id, name: formatThreadName(thread), reason: error?.message ?? '' })
                }
              }
            } catch (error) {
              giveUp(left.slice(i), error)
              break
            }
          }
          if (refused.length > 0) bulkReport.set({ kind: 'failures', label: change.label, done: changed.length, failures: refused })
        }
        const giveUp = (left: readonly Batch[], error: unknown): void => {
          for (const batch of left) for (const { id } of batch.threads) shown.get(id)?.revert()
          if (changed.length === 0) undoQueue.forget(entry)
          dismiss()
          const retry = (): void => {
            showAll(left.flatMap((batch) => batch.threads))
            // The retry has the same idempotency keys, so a batch whose response was lost is not applied twice.
            work = attempt(left)
          }
          const failed = t('Not saved: {change}. {reason}', { change: change.label, reason: describeFailure(error).text })
          showToast({ kind: 'problem', text: failed, action: { label: t('Try again'), run: retry } }, 30_000)
        }
        work = attempt(splitIntoBatches(before).map((batch) => ({ threads: batch, key: newIdempotencyKey() })))
        await work
      },
      /** Changes all threads that match the filter, loaded or not. Throws the service's error, for example when the total has changed. */
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

export function formatThreadName({ ticketNumber, subject }: Pick<Thread, 'ticketNumber' | 'subject'>): string {
  return `${ticketNumber} ${subject}`
}
