import { plural, t } from '../../../texts/texts.ts'
import type { Draft } from '../../threads/drafts.ts'
import { describeLength, findDraftFilesProblem, getExcessLength, losesFormats } from './draft-limits.ts'
import type { ReplyLimits } from './plan-channel-reply.ts'

/** Says below the writing field what of a draft cannot be delivered, and how many characters are left. */
export function LimitNotes({ draft, limits }: { draft: Draft; limits: ReplyLimits | null }) {
  const excess = getExcessLength(draft, limits)
  const length = describeLength(draft, limits)
  const filesProblem = findDraftFilesProblem(draft, limits)
  return (
    <>
      {excess > 0 && (
        <p className="mt-1 px-2 text-danger">
          {plural(excess, 'This is too long by {count} character.', 'This is too long by {count} characters.')}
        </p>
      )}
      {excess <= 0 && length !== null && <p className="mt-1 px-2 text-xs text-muted tabular-nums">{length}</p>}
      {losesFormats(draft, limits) && (
        <p role="status" className="mt-1 px-2 text-xs text-warning">
          {t('Your formatting won’t arrive. This inbox sends plain text.')}
        </p>
      )}
      {filesProblem !== null && (
        <p role="status" className="mt-1 px-2 text-danger">
          {filesProblem}
        </p>
      )}
    </>
  )
}
