import type { AiRun } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ThumbsDown, ThumbsUp } from '../../ui/icons.ts'
import { useRateRun } from './use-ai.ts'

/** Buttons to rate a run as helpful or not helpful. */
export function RateRun({ run }: { run: AiRun }) {
  const rate = useRateRun()
  const currentRating = (rate.data ?? run).feedback?.rating
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      {(['HELPFUL', 'NOT_HELPFUL'] as const).map((rating) => (
        <Button
          key={rating}
          look="plain"
          size="small"
          icon={rating === 'HELPFUL' ? ThumbsUp : ThumbsDown}
          aria-pressed={currentRating === rating}
          className={`px-2! text-xs! ${currentRating === rating ? 'bg-tint! text-accent!' : ''}`}
          onClick={() => rate.mutate({ id: run.id, rating })}
        >
          {rating === 'HELPFUL' ? t('Helpful') : t('Not helpful')}
        </Button>
      ))}
      {rate.error && <span role="alert">{t('We couldn’t save that.')}</span>}
    </span>
  )
}
