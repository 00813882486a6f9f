import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay } from '../../ui/time.ts'

const key = ['calendar']

/** Creates and removes the secret URL of the user's calendar feed. */
export function CalendarUrl() {
  const { skein, queries } = useApi()
  const [url, setUrl] = useState<string | null>(null)
  const feed = useQuery({ queryKey: key, queryFn: async ({ signal }) => (await skein.getCalendarFeed({ signal })).data })
  const make = useMutation({
    mutationFn: async () => (await skein.createCalendarFeed()).data,
    onSuccess(made) {
      setUrl(made.url)
      queries.setQueryData(key, { id: made.id, createdAt: made.createdAt })
    },
  })
  const end = useMutation({
    mutationFn: async () => (await skein.deleteCalendarFeed()).data,
    onSuccess(ended) {
      setUrl(null)
      queries.setQueryData(key, ended)
    },
  })
  const createdAt = feed.data?.createdAt ?? null
  const error = feed.error ?? make.error ?? end.error
  return (
    <section aria-labelledby="calendar-heading" className="grid gap-2">
      <h2 id="calendar-heading" className="text-md font-semibold">
        {t('Calendar')}
      </h2>
      <p className="text-text-2">
        {t('Subscribe to a secret link to see the meetings you host in your own calendar.')}{' '}
        {createdAt !== null && t('Yours was created on {day}. A new one replaces it.', { day: formatDay(createdAt) })}
      </p>
      {url !== null && (
        <>
          <CodeBlock label={t('Link to your calendar')} text={url} />
          <p className="text-text-2">
            {t('We show this link only once. Anyone who has it can see your meetings. It stops working when you change your password.')}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {createdAt === null ? t('Create a link') : t('Create a new link')}
        </Button>
        {createdAt !== null && (
          <Button look="danger" disabled={end.isPending} onClick={() => end.mutate()}>
            {t('Remove the link')}
          </Button>
        )}
      </div>
      {error && <Problem error={error} />}
    </section>
  )
}
