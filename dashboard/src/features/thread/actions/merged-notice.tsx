import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { ariaKeys, shownKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { knownThread, messagesKey, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'

/** A merged thread shows the messages of its target. Undoing is asked of the service first: messages move. */
export function MergedNotice({ thread, into }: { thread: Thread; into: string }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const whyNot = useRights().whyNot('unmergeThread')
  const unmerge = useMutation({
    mutationFn: () => skein.unmergeThread({ path: { id: thread.id }, idempotencyKey: `unmerge-${thread.id}-${thread.version}` }),
    async onSuccess({ data }) {
      putThread(queries, { now: data, before: knownThread(queries, thread.id), meId, isOwn: true })
      await Promise.all([thread.id, into].map((id) => queries.invalidateQueries({ queryKey: messagesKey(id) })))
    },
  })
  const act = (): void => {
    if (!unmerge.isPending) unmerge.mutate()
  }
  useShortcuts({ unmerge: act })
  return (
    <div className="border-b border-line bg-canvas px-4 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>This thread was merged. What is written here goes to the other one.</span>
        <Link
          to="/inbox/$view/$threadId"
          params={{ view: 'all', threadId: into }}
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          Open it
        </Link>
        <Button disabled={unmerge.isPending} hidden={whyNot !== null} aria-keyshortcuts={ariaKeys('unmerge')} onClick={act}>
          Undo the merge <Key>{shownKeys('unmerge')}</Key>
        </Button>
      </p>
      {unmerge.error && <Problem error={unmerge.error} onRetry={act} />}
    </div>
  )
}
