import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { allScheduledKey } from '../threads/part-keys.ts'
import { ScheduledRow } from './scheduled-row.tsx'

const pageSize = 50

/** All replies that wait for their time or could not be sent, next first: the agent's own, or everyone's. */
export function ScheduledScreen() {
  useTitle(t('Scheduled replies'))
  const { skein } = useApi()
  const navigate = useNavigate()
  const { whose = 'me' } = useSearch({ from: '/inside/scheduled' })
  const list = useInfiniteQuery({
    queryKey: [...allScheduledKey, whose],
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const query = { limit: pageSize, ...(whose === 'me' ? { authorId: 'me' } : {}), ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listAllScheduledMessages({ query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const replies = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  return (
    <section aria-label={t('Scheduled replies')} data-pane className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3 max-md:px-3">
        <h1 className="flex items-baseline gap-2 text-xl font-semibold">
          {t('Scheduled replies')}
          <span className="text-sm font-normal text-muted tabular-nums">{list.data ? total.toLocaleString(formatLocale) : ''}</span>
        </h1>
        <Segmented
          label={t('Whose replies')}
          options={[
            { value: 'me', name: t('Mine') },
            { value: 'all', name: t('Everyone’s') },
          ]}
          value={whose}
          onChange={(value) => void navigate({ to: '/scheduled', search: value === 'all' ? { whose: 'all' } : {}, replace: true })}
        />
      </header>
      <div className="mx-auto w-full max-w-200 p-5 max-md:p-3">
        {list.isPending && <Skeleton rows={6} />}
        {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && replies.length === 0 && <Empty>{t('No replies wait. Write a reply and choose “Send later…” beside Send.')}</Empty>}
        <ul aria-label={t('Scheduled replies')} className="grid gap-2.5">
          {replies.map((reply) => (
            <ScheduledRow key={reply.id} reply={reply} />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more ({shown} of {total})', { shown: replies.length, total })}
          </Button>
        )}
      </div>
    </section>
  )
}
