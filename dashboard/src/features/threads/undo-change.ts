/** Undoes changes to threads by restoring the previous values. */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient, Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { showToast } from '../../ui/toasts.ts'
import { buildUndoRequests, getReplacedFields, type BulkChange, type ShownFields } from './bulk-changes.ts'
import { describeUndo } from './describe-undo.ts'
import { showChange } from './show-change.ts'
import { plural, t } from '../../texts/texts.ts'

export type Context = { skein: Pick<SkeinClient, 'batchThreads'>; queries: QueryClient; meId: string }

/** The previous undo. Each undo waits for it, so that two undos of one thread arrive in order. */
let previous: Promise<unknown> = Promise.resolve()

/** Sends the requests that undo a change. Returns the reasons for refused threads. */
export type SendUndo = () => Promise<ReadonlyMap<string, string>>

/** Undoes a bulk change to threads optimistically. `before` contains the threads before the change. */
export async function undoBulkChange(context: Context, change: BulkChange, before: readonly Thread[]): Promise<void> {
  await undoChange(context, change, before, async () => {
    const refused = new Map<string, string>()
    for (const { threadIds, changes } of buildUndoRequests(change, before)) {
      const { data } = await context.skein.batchThreads({ body: { threadIds, changes }, idempotencyKey: newIdempotencyKey() })
      for (const { threadId, error } of 'results' in data ? data.results : []) if (error) refused.set(threadId, error.message)
    }
    return refused
  })
}

/** Undoes a change to threads optimistically. `before` contains the threads before the change. */
export async function undoChange(
  { queries, meId }: Context,
  change: ShownFields,
  before: readonly Thread[],
  send: SendUndo,
): Promise<void> {
  const shown = new Map(before.map((thread) => [thread.id, showChange(queries, thread, () => getReplacedFields(change, thread), meId)]))
  showToast({ kind: 'done', text: describeUndo(change.restored, before) }, 4_000)
  const work = previous.then(send)
  previous = work.catch(() => undefined)
  let refused: ReadonlyMap<string, string> = new Map()
  const problem = await work.then(
    (reasons) => {
      refused = reasons
      return null
    },
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
