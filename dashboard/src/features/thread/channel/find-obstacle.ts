import { t } from '../../../texts/texts.ts'
import type { Draft } from '../../threads/drafts.ts'
import { findMistypedAddress, type ReplyPlan } from '../email/reply-plan.ts'
import { findDraftFilesProblem, getExcessLength } from './draft-limits.ts'
import type { ReplyLimits } from './plan-channel-reply.ts'

type Attempt = {
  draft: Draft
  /** Null for a note, which goes nowhere. */
  plan: ReplyPlan | null
  isUploading: boolean
  isSending: boolean
}

/** Returns the reason why the draft cannot be sent now; null if it can. */
export function findObstacle({ draft, plan, isUploading, isSending }: Attempt): string | null {
  const limits = getLimits(plan)
  if (plan?.kind === 'refused') return plan.reason
  if (draft.text.trim() === '') return t('Write something first.')
  if (isUploading) return t('Wait until your files are uploaded.')
  if (getExcessLength(draft, limits) > 0) return t('Shorten your text first.')
  const filesProblem = findDraftFilesProblem(draft, limits)
  if (filesProblem !== null) return filesProblem
  // The agent must see who will receive the reply.
  if (plan?.kind === 'unknown') return t('Loading the recipients…')
  if (plan?.kind === 'mail') {
    const mistyped = findMistypedAddress(plan.recipients)
    if (mistyped !== null) return t('“{text}” isn’t an email address.', { text: mistyped })
    if (plan.recipients.to.length === 0) return t('Add a recipient first.')
  }
  return isSending ? t('Sending…') : null
}

/** Returns the limits of the reply's channel; null if it has none. */
export function getLimits(plan: ReplyPlan | null): ReplyLimits | null {
  return plan?.kind === 'channel' ? plan.limits : null
}
