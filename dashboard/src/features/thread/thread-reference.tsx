import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { findThread } from '../threads/thread-cache.ts'
import { useThreadLocation } from '../threads/use-thread-location.ts'

/** A link to another thread with its subject, within a sentence. */
export function ThreadReference({ id }: { id: string }) {
  const { skein, queries } = useApi()
  const locate = useThreadLocation()
  const { data } = useQuery({
    queryKey: ['thread-reference', id],
    staleTime: Infinity,
    // The thread may have been deleted.
    retry: false,
    initialData: () => findThread(queries, id) ?? undefined,
    queryFn: async ({ signal }) => (await skein.getThread({ path: { id }, signal })).data,
  })
  return (
    <Link
      {...locate(id)}
      data-tip={data && `${data.ticketNumber} · ${data.subject}`}
      className="inline-block max-w-72 truncate align-bottom font-medium text-accent hover:underline"
    >
      <bdi>{data?.subject ?? t('another thread')}</bdi>
    </Link>
  )
}
