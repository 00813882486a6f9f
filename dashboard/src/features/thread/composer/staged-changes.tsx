import type { Drafts } from '../../threads/drafts.ts'
import { useDescribeAction, type Action } from './describe-action.ts'

type StagedChangesProps = { drafts: Drafts; threadId: string; actions: readonly Action[] }

/** Shows the changes to the thread that will be made with the reply. The agent can remove each. */
export function StagedChanges({ drafts, threadId, actions }: StagedChangesProps) {
  const describe = useDescribeAction(actions)
  if (actions.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 text-sm">
      <span id="staged-changes" className="text-muted">
        When sent
      </span>
      <ul aria-labelledby="staged-changes" className="contents">
        {actions.map((action) => {
          const description = describe(action)
          return (
            <li key={JSON.stringify(action)} className="flex min-w-0 items-center rounded-md border border-line ps-2">
              <span className="min-w-0 truncate">{description}</span>
              <button
                type="button"
                aria-label={`Remove ${description}`}
                className="min-h-6 min-w-6 cursor-pointer rounded-md text-muted hover:bg-hover"
                onClick={() => drafts.write(threadId, 'reply', { actions: actions.filter((each) => each !== action) })}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
