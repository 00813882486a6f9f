import type { Drafts } from '../../threads/drafts.ts'
import { useActionWords, type Action } from './action-words.ts'

type StagedChangesProps = { drafts: Drafts; threadId: string; actions: readonly Action[] }

/** The changes of the thread that are made when the reply is sent. Each can be removed. */
export function StagedChanges({ drafts, threadId, actions }: StagedChangesProps) {
  const wordsOf = useActionWords(actions)
  if (actions.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 text-sm">
      <span id="staged-changes" className="text-muted">
        When sent
      </span>
      <ul aria-labelledby="staged-changes" className="contents">
        {actions.map((action) => {
          const words = wordsOf(action)
          return (
            <li key={JSON.stringify(action)} className="flex min-w-0 items-center rounded-md border border-line ps-2">
              <span className="min-w-0 truncate">{words}</span>
              <button
                type="button"
                aria-label={`Remove ${words}`}
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
