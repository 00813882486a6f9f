import { useState } from 'preact/hooks'
import type { WidgetThread } from '../../../client/visitor.ts'
import { attempt } from '../actions.ts'
import { Icon } from '../icons.tsx'
import { client } from '../session.ts'
import { putThread } from '../state.ts'
import { plural, t } from '../texts.ts'

const scores = [1, 2, 3, 4, 5] as const

/** Five stars and, after the choice, a comment. Can be changed. */
export function Rating({ thread: { id, rating } }: { thread: WidgetThread }) {
  const [comment, setComment] = useState(rating?.comment ?? '')
  const rate = (score: number): Promise<void> =>
    attempt(async () =>
      putThread(
        await client.call<WidgetThread>('POST', `/threads/${id}/rating`, {
          score,
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        }),
      ),
    )
  return (
    <form
      class="card rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (rating) void rate(rating.score)
      }}
    >
      <fieldset>
        <legend>{rating ? t('Thank you for your rating') : t('How did we do?')}</legend>
        {scores.map((score) => (
          <label key={score} class={score <= (rating?.score ?? 0) ? 'on' : ''}>
            <input type="radio" name={`score-${id}`} value={score} checked={score === rating?.score} onChange={() => void rate(score)} />
            <Icon of="star" size={26} />
            <span class="hidden">{plural(score, '{count} star', '{count} stars')}</span>
          </label>
        ))}
      </fieldset>
      {rating && rating.comment === null && (
        <>
          <textarea
            value={comment}
            maxLength={4_000}
            rows={2}
            dir="auto"
            aria-label={t('Comment')}
            placeholder={t('What could we do better?')}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <button type="submit" class="primary">
            {t('Send comment')}
          </button>
        </>
      )}
    </form>
  )
}
