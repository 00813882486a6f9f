/** Undoes changes to threads by restoring the previous values. */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient, Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { showToast } from '../../ui/toasts.ts'
import { buildUndoRequests, getReplacedFields, type BulkChange } from './bulk-changes.ts'
import { describeUndo } from './describe-undo.ts'
import { showChange } from './show-change.ts'
import { plural, t } from '../../texts/texts.ts'

export type Context = { skein: Pick<SkeinClient, 'batchThreads'>; queries: QueryClient; meId: string }

/** The previous undo. Each undo waits for it, so that two undos of one thread arrive in order. */
let previous: Promise<unknown> = Promise.resolve()

/** Undoes a change to threads optimistically. `before` contains the threads before the change. */
export async function undoChange({ skein, queries, meId }: Context, change: BulkChange, before: readonly Thread[]): Promise<void> {
  const shown = new Map(before.map((thread) => [thread.id, showChange(queries, thread, () => getReplacedFields(change, thread), meId)]))
  showToast({ kind: 'done', text: describeUndo(change.restored, before) }, 4_000)
  const refused = new Map<string, string>()
  const send = async (): Promise<void> => {
    for (const { threadIds, changes } of buildUndoRequests(change, before)) {
      const { data } = await skein.batchThreads({ body: { threadIds, changes }, idempotencyKey: newIdempotencyKey() })
      for (const { threadId, error } of 'results' in data ? data.results : []) if (error) refused.set(threadId, error.message)
    }
  }
  const work = previous.then(send)
  previous = work.catch(() => undefined)
  const problem = await work.then(
    () => null,
    (error: unknown) => describeFailure(error).text,
  )
  for (const [id, each] of shown)
    if (problem !== null || refused.has(id)) each.revert()
    else each.confirm()
  const reason = problem ?? [...refused.values()][0]
  if (reason === undefined) return
  const failed =
    problem === null && before.length > 1
      ? plural(refused.size, 'We couldn’t undo this for {count} thread. {reason}', 'We couldn’t undo this for {count} threads. {reason}', {
          reason,
        })
      : t('We couldn’t undo this. {reason}', { reason })
  showToast({ kind: 'problem', text: failed }, 30_000)
  if (problem !== null) await queries.invalidateQueries({ queryKey: ['threads'] })
}
