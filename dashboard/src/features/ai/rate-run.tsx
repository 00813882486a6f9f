import type { AiRun } from '@skein/client'
import { Button } from '../../ui/button.tsx'
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
          aria-pressed={currentRating === rating}
          className={currentRating === rating ? 'bg-selected' : ''}
          onClick={() => rate.mutate({ id: run.id, rating })}
        >
          {rating === 'HELPFUL' ? 'Helpful' : 'Not helpful'}
        </Button>
      ))}
      {rate.error && <span role="alert">Not saved</span>}
    </span>
  )
}
