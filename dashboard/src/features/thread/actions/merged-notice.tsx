import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useRights } from '../../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Merge, Undo2 } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useThreadLocation } from '../../threads/use-thread-location.ts'
import { useUnmerge } from '../use-unmerge.ts'

/** Banner of a merged thread, with a button to undo the merge. Not optimistic, because messages move between threads. */
export function MergedNotice({ thread, into }: { thread: Thread; into: string }) {
  const { unmerge: send } = useUnmerge()
  const locate = useThreadLocation()
  const whyNot = useRights().whyNot('unmergeThread')
  const unmerge = useMutation({ mutationFn: () => send(thread, into, `unmerge-${thread.id}-${thread.version}`) })
  const act = (): void => {
    if (!unmerge.isPending) unmerge.mutate()
  }
  useShortcuts({ unmerge: act })
  return (
    <div className="border-b border-line bg-sunken px-5 py-2 max-md:px-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex items-center gap-2">
          <Icon of={Merge} className="text-muted" />
          {t('This thread was merged. What you write here goes to the other one.')}
        </span>
        <Link {...locate(into)} className="inline-flex min-h-6 items-center font-medium text-accent hover:underline">
          {t('Open it')}
        </Link>
        <Button
          size="small"
          icon={Undo2}
          disabled={unmerge.isPending}
          hidden={whyNot !== null}
          aria-keyshortcuts={formatAriaKeys('unmerge')}
          onClick={act}
        >
          {t('Undo merge')} <Key>{formatKeys('unmerge')}</Key>
        </Button>
      </p>
      {unmerge.error && <Problem error={unmerge.error} onRetry={act} />}
    </div>
  )
}
