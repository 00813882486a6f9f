import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
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
      <h2 id="calendar-heading" className="font-semibold">
        Calendar
      </h2>
      <p className="text-sm text-muted">
        Subscribe to a secret URL to see the meetings that you host in your calendar program.{' '}
        {createdAt === null ? 'You have none yet.' : `Yours was created on ${formatDay(createdAt)}. A new one replaces it.`}
      </p>
      {url !== null && (
        <>
          <CodeBlock label="URL of your calendar" text={url} />
          <p className="text-sm text-muted">
            It is shown only now. Whoever has it sees your meetings. It ends when you choose another password.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {createdAt === null ? 'Create a URL' : 'Create another URL'}
        </Button>
        {createdAt !== null && (
          <Button look="danger" disabled={end.isPending} onClick={() => end.mutate()}>
            Remove the URL
          </Button>
        )}
      </div>
      {error && <Problem error={error} />}
    </section>
  )
}
