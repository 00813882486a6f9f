import { useEffect, useRef, useState, useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Split } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { showToast } from '../../../ui/toasts.ts'
import { messagesKey } from '../../threads/thread-cache.ts'
import { useThreadLocation } from '../../threads/use-thread-location.ts'
import { useMessages } from '../../threads/use-threads.ts'
import { authorName } from '../message-article.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { plural, t } from '../../../texts/texts.ts'

/** Moves selected messages to a new thread. At least one message must stay behind. */
export function SplitDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein, queries } = useApi()
  const navigate = useNavigate()
  const locate = useThreadLocation()
  const messages = useMessages(thread.id)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [subject, setSubject] = useState('')
  /** The last request and its idempotency key. A retry of the same request reuses the key; a changed request gets a new one. */
  const lastRequest = useRef({ body: '', key: '' })
  const split = useMutation({
    mutationFn: () => {
      const body = { messageIds: [...chosen], subject: subject.trim() }
      const json = JSON.stringify(body)
      if (lastRequest.current.body !== json) lastRequest.current = { body: json, key: newIdempotencyKey() }
      return skein.splitThread({ path: { id: thread.id }, body, idempotencyKey: lastRequest.current.key })
    },
    async onSuccess({ data }) {
      await queries.invalidateQueries({ queryKey: messagesKey(thread.id) })
      onClose()
      showToast({ kind: 'done', text: t('Created {ticket}.', { ticket: data.ticketNumber }) })
      await navigate(locate(data.id))
    },
  })
  const toggle = (id: string): void =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = messages
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    // Load earlier messages when the agent scrolls to the end.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), { rootMargin: '400px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const loaded = messages.data?.pages.flatMap(({ data }) => data) ?? []
  const total = messages.data?.pages[0]?.meta.total ?? loaded.length
  const isAll = chosen.size >= total
  const formId = useId()
  return (
    <FormSheet title={t('Move messages to a new thread')} onClose={onClose}>
      <form
        id={formId}
        noValidate
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          split.mutate()
        }}
      >
        <Field
          label={t('Subject of the new thread')}
          required
          maxLength={255}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{t('Messages to move, newest first')}</legend>
          {loaded.map((message) => (
            <ChoiceCard
              key={message.id}
              type="checkbox"
              isChosen={chosen.has(message.id)}
              onChoose={() => toggle(message.id)}
              title={message.bodyText.slice(0, 300)}
              detail={[authorName(message), ...(message.internal ? [t('Internal note')] : []), formatMoment(message.createdAt)].join(' · ')}
              person={authorName(message)}
            />
          ))}
          {hasNextPage && (
            <div ref={end}>
              <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {plural(total - loaded.length, 'Show {count} earlier message', 'Show {count} earlier messages')}
              </Button>
            </div>
          )}
        </fieldset>
        {isAll && total > 0 && <p className="text-warning">{t('Leave at least one message in this thread.')}</p>}
        <p className="text-muted">
          {t(
            'The new thread gets the same customer, inbox, assignee, labels and fields. You can’t undo this, but you can merge the two threads.',
          )}
        </p>
        {split.error && <Problem error={split.error} onRetry={() => split.mutate()} />}
        <Foot>
          <Button
            type="submit"
            form={formId}
            look="primary"
            icon={Split}
            disabled={chosen.size === 0 || isAll || subject.trim() === '' || split.isPending}
          >
            {split.isPending
              ? t('Moving…')
              : chosen.size === 0
                ? t('Move messages')
                : plural(chosen.size, 'Move message', 'Move {count} messages')}
          </Button>
        </Foot>
      </form>
    </FormSheet>
  )
}
