import { useState } from 'react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { RequestOf, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { t } from '../../../texts/texts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { BookOpen, Smile } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { describeFailure } from '../../../api/api.ts'
import { putMessage } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'

type Parts = NonNullable<RequestOf<'replyToThread'>['body']['parts']>

/** Buttons that send an article as a card, or the question for a rating. Both go at once, like any reply in a chat. */
export function ChatParts({ thread }: { thread: Thread }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const [isChoosing, setChoosing] = useState(false)
  const send = useMutation({
    mutationFn: async ({ body, parts }: { body: string; parts: Parts }) =>
      skein.replyToThread({ path: { id: thread.id }, body: { body, parts }, idempotencyKey: newIdempotencyKey() }),
    onSuccess({ data }) {
      putMessage(queries, data, meId)
      setChoosing(false)
    },
    onError: (error) => showToast({ kind: 'problem', text: t('We couldn’t send it. {reason}', { reason: describeFailure(error).text }) }),
  })
  return (
    <>
      <IconButton icon={BookOpen} label={t('Send an article')} disabled={send.isPending} onClick={() => setChoosing(true)} />
      <IconButton
        icon={Smile}
        label={t('Ask for a rating')}
        disabled={send.isPending}
        onClick={() => send.mutate({ body: t('How was this chat?'), parts: [{ kind: 'RATING' }] })}
      />
      {isChoosing && (
        <ArticlePicker
          onPick={(articleId, title) => send.mutate({ body: title, parts: [{ kind: 'ARTICLE', articleId }] })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** Searches the public articles. */
function ArticlePicker({ onPick, onClose }: { onPick: (articleId: string, title: string) => void; onClose: () => void }) {
  const { skein } = useApi()
  const [words, setWords] = useState('')
  const q = words.trim()
  const found = useQuery({
    queryKey: ['kb-search', 'public', q],
    enabled: q !== '',
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.searchKb({ query: { q, limit: 10 }, signal })).data,
  })
  const articles = (found.data ?? []).filter(({ visibility }) => visibility === 'PUBLIC')
  return (
    <FormSheet title={t('Send an article')} onClose={onClose}>
      <div className="grid gap-3 p-5">
        <label className="block">
          <span className="mb-1.5 block font-medium">{t('Search public articles')}</span>
          <input type="search" className="field w-full" value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
        {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        <ul className="divide-y divide-line-soft rounded-lg border border-line bg-surface empty:hidden">
          {articles.map(({ articleId, title }) => (
            <li key={articleId}>
              <button
                type="button"
                dir="auto"
                className="min-h-10 w-full px-3 text-start font-medium hover:bg-hover"
                onClick={() => onPick(articleId, title)}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
        {q !== '' && found.data && articles.length === 0 && <p className="text-muted">{t('No public article has these words.')}</p>}
      </div>
    </FormSheet>
  )
}
