import { useId, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { SatisfactionRequest } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.ts'
import { describeScore } from './ratings.ts'
import { putRequest } from './satisfaction-cache.ts'

const scores = { STARS: [1, 2, 3, 4, 5], THUMBS: [1, 0] } as const

/** Enters a rating that the customer gave elsewhere, for example on the phone. */
export function EnterRating({ request: { id, scale } }: { request: SatisfactionRequest }) {
  const { skein, queries } = useApi()
  const name = useId()
  const [score, setScore] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const save = useMutation({
    mutationFn: async (chosen: number) => {
      const body = { score: chosen, comment: comment.trim() === '' ? null : comment.trim() }
      return (await skein.answerSatisfactionRequest({ path: { id }, body, idempotencyKey })).data
    },
    onSuccess(answered) {
      putRequest(queries, answered)
      showToast({ kind: 'done', text: t('Saved.') }, 3_000)
    },
    onError: () => setIdempotencyKey(newIdempotencyKey()),
  })
  const failure = save.error && describeFailure(save.error)
  return (
    <Disclosure summary={t('Enter the customer’s answer')} summaryClassName="font-medium text-accent">
      <form
        className="mt-2 grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (score !== null) save.mutate(score)
        }}
      >
        <p className="text-text-2">{t('If they told you on the phone or in a chat, for example.')}</p>
        <fieldset>
          <legend className="mb-1.5 font-medium">{t('Rating')}</legend>
          <div className="flex flex-wrap gap-1.5">
            {scores[scale].map((each) => (
              <label
                key={each}
                className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 hover:bg-hover has-checked:border-tint-line has-checked:bg-tint max-md:min-h-11"
              >
                <input type="radio" name={name} className="size-4" checked={score === each} onChange={() => setScore(each)} />
                {describeScore(each, scale).text}
              </label>
            ))}
          </div>
        </fieldset>
        <label>
          <span className="mb-1.5 block font-medium">
            {t('Comment')} <span className="font-normal text-muted">{t('(optional)')}</span>
          </span>
          <textarea
            dir="auto"
            rows={2}
            maxLength={4_000}
            className="field w-full py-2"
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </label>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div>
          <Button type="submit" disabled={score === null || save.isPending}>
            {t('Save the rating')}
          </Button>
        </div>
      </form>
    </Disclosure>
  )
}
