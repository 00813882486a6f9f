/** Undoes merges, from the banner of a merged thread or from the toast after the merge. */
import { useMemo } from 'react'
import type { Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { findThread, messagesKey, putThread } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'

export function useUnmerge() {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useMemo(() => {
    /** Undoes a merge. `into` is the id of the thread that contains the messages; events bring its other changes. */
    const unmerge = async (source: Thread, into: string, idempotencyKey: string): Promise<void> => {
      const { data } = await skein.unmergeThread({ path: { id: source.id }, idempotencyKey })
      putThread(queries, { now: data, before: findThread(queries, source.id) ?? source, meId, isOwn: true })
      await Promise.all([source.id, into].map((id) => queries.invalidateQueries({ queryKey: messagesKey(id) })))
    }
    return {
      unmerge,
      offerUndo(source: Thread, into: Thread): void {
        const entry: Undoable = {
          label: t('Merged'),
          async run() {
            dismiss()
            try {
              const merged = { ...source, status: 'closed' as const, mergedInto: into.id }
              await unmerge(findThread(queries, source.id) ?? merged, into.id, newIdempotencyKey())
              showToast({ kind: 'done', text: t('{ticket} is its own thread again.', { ticket: source.ticketNumber }) }, 4_000)
            } catch (error) {
              showToast({ kind: 'problem', text: t('We couldn’t undo that. {reason}', { reason: describeFailure(error).text }) }, 30_000)
            }
          },
        }
        const text = t('Merged {source} into {target}.', { source: source.ticketNumber, target: into.ticketNumber })
        const dismiss = showToast({ kind: 'done', text, action: { label: t('Undo'), run: undoQueue.push(entry) } })
      },
    }
  }, [skein, queries, meId])
}
