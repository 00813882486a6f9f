import { useRef, useState } from 'preact/hooks'
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
  /** The score that is being saved. */
  const [chosen, setChosen] = useState<number | null>(null)
  const score = chosen ?? rating?.score ?? 0
  const saving = useRef(Promise.resolve())
  const latest = useRef<object | null>(null)
  // Arrow keys choose faster than the service responds, so requests are sent one after another, and only the latest waits.
  const rate = (next: number): void => {
    const input = { score: next, ...(comment.trim() === '' ? {} : { comment: comment.trim() }) }
    latest.current = input
    setChosen(next)
    saving.current = saving.current.then(async () => {
      if (latest.current !== input) return
      await attempt(async () => putThread(await client.call<WidgetThread>('POST', `/threads/${id}/rating`, input)))
      if (latest.current === input) setChosen(null)
    })
  }
  return (
    <form
      class="card rating"
      onSubmit={(event) => {
        event.preventDefault()
        rate(score)
      }}
    >
      <fieldset>
        <legend>{rating ? t('Thank you for your rating') : t('How did we do?')}</legend>
        {scores.map((each) => (
          <label key={each} class={each <= score ? 'on' : ''}>
            <input type="radio" name={`score-${id}`} value={each} checked={each === score} onChange={() => rate(each)} />
            <Icon of="star" size={26} />
            <span class="hidden">{plural(each, '{count} star', '{count} stars')}</span>
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
