import { useState } from 'react'
import type { Thread } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { describeRequest, findMainRequest } from './ratings.ts'
import { RatingSheet } from './rating-sheet.tsx'
import { useThreadSatisfaction } from './use-satisfaction.ts'

const colours = { good: 'text-success', bad: 'text-danger', plain: 'text-text-2', warn: 'text-warning', accent: 'text-accent' } as const

/** A thread's rating, or the state of its survey. Opens the details. Renders nothing if no survey is planned. */
export function ThreadRating({ thread }: { thread: Thread }) {
  const [isOpen, setOpen] = useState(false)
  const { data: requests = [] } = useThreadSatisfaction(thread.id)
  const main = findMainRequest(requests)
  if (!main) return null
  const { text, tone, icon } = describeRequest(main)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        data-tip={main.answer?.comment ?? t('Rating')}
        className="inline-flex min-h-6 max-w-96 min-w-0 items-center gap-1.25 rounded-md px-2 text-xs font-medium shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover low-chip forced-colors:border"
        onClick={() => setOpen(true)}
      >
        <Icon of={icon} size={14} className={colours[tone]} />
        <span className="sr-only">{t('Rating:')} </span>
        <span className={`shrink-0 ${colours[tone]}`}>{text}</span>
        {main.answer?.comment != null && (
          <span dir="auto" className="truncate font-normal text-text-2">
            “{main.answer.comment}”
          </span>
        )}
      </button>
      {isOpen && <RatingSheet thread={thread} onClose={() => setOpen(false)} />}
    </>
  )
}
