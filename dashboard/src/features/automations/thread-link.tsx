import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'

/** Links to a thread by its subject and number. */
export function ThreadLink({ thread }: { thread: { id: string; ticketNumber: string; subject: string } | null }) {
  if (!thread) return <span className="text-muted">{t('Deleted thread')}</span>
  return (
    <Link
      to="/inbox/$view/$threadId"
      params={{ view: 'all', threadId: thread.id }}
      className="inline-flex min-h-6 min-w-0 flex-wrap gap-x-2 hover:underline"
    >
      <span className="text-muted tabular-nums">{thread.ticketNumber}</span>
      <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
        {thread.subject}
      </span>
    </Link>
  )
}

/** Links to a thread when only its id is known. */
export function ThreadLinkById({ id }: { id: string }) {
  const { skein } = useApi()
  const thread = useQuery({
    queryKey: ['thread-name', id],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      try {
        const { ticketNumber, subject } = (await skein.getThread({ path: { id }, signal })).data
        return { id, ticketNumber, subject }
      } catch (error) {
        // An erased thread has no subject.
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
  return thread.data === undefined ? <span className="text-muted">…</span> : <ThreadLink thread={thread.data} />
}
