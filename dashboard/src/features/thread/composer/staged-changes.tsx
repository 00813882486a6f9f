import type { Drafts } from '../../threads/drafts.ts'
import { useDescribeAction, type Action } from './describe-action.ts'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { X, Zap } from '../../../ui/icons.ts'

type StagedChangesProps = { drafts: Drafts; threadId: string; actions: readonly Action[] }

/** Changes to the thread that the reply will make. The agent can remove each one. */
export function StagedChanges({ drafts, threadId, actions }: StagedChangesProps) {
  const describe = useDescribeAction(actions)
  if (actions.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 px-2">
      <span id="staged-changes" className="text-xs text-muted">
        {t('When sent')}
      </span>
      <ul aria-labelledby="staged-changes" className="contents">
        {actions.map((action) => {
          const description = describe(action)
          return (
            <li
              key={JSON.stringify(action)}
              className="flex min-h-6 min-w-0 items-center gap-1.5 rounded-full bg-hover ps-2 text-xs font-medium"
            >
              <Icon of={Zap} size={14} className="text-muted" />
              <span className="min-w-0 truncate">{description}</span>
              <button
                type="button"
                aria-label={t('Leave out “{item}”', { item: description })}
                className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-press hover:text-text"
                onClick={() => drafts.write(threadId, 'reply', { actions: actions.filter((each) => each !== action) })}
              >
                <Icon of={X} size={14} />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
