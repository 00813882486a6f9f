import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Session } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { describeDevice } from './describe-device.ts'
import { sessionsKey } from './sessions-key.ts'

/** Sessions of the user, with buttons to end one or all others. */
export function Sessions() {
  const { skein, queries } = useApi()
  const list = useInfiniteQuery({
    queryKey: sessionsKey,
    staleTime: 0,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const { data, meta } = await skein.listSessions({ query: { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
    // Events report sessions of all users, so do not add new ones. The list is refetched when the page opens.
    meta: { matches: () => false },
  })
  const sessions = list.data?.pages.flatMap(({ data }) => data) ?? []
  const others = sessions.filter(({ current }) => !current)
  const end = useMutation({
    async mutationFn(which: readonly Session[]) {
      for (const { id } of which) {
        const { data } = await skein.endSession({ path: { id } })
        applyItemChange(queries, 'session', data, 'gone')
      }
      return which.length
    },
    onSuccess: (count) =>
      showToast({ kind: 'done', text: plural(count, 'Signed out on {count} device.', 'Signed out on {count} devices.') }),
  })
  return (
    <section aria-labelledby="sessions" className="card">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="sessions" className="text-md font-semibold">
          {t('Where you’re signed in')}
        </h2>
        <Button disabled={others.length === 0 || end.isPending} onClick={() => end.mutate(others)}>
          {t('Sign out everywhere else')}
        </Button>
      </div>
      {list.isPending && <Skeleton />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {end.error && <Problem error={end.error} />}
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-soft py-2.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{describeDevice(session.userAgent)}</span>{' '}
              {session.current && <Badge tone="good">{t('This device')}</Badge>}
              <span className="block text-xs text-muted">
                {t('{address} · last used {used} · signed in {since}', {
                  address: session.ip ?? t('Unknown address'),
                  used: formatMoment(session.lastUsedAt),
                  since: formatMoment(session.createdAt),
                })}
              </span>
            </span>
            {!session.current && (
              <Button
                disabled={end.isPending}
                aria-label={t('Sign out {device}', { device: describeDevice(session.userAgent) })}
                onClick={() => end.mutate([session])}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-2" onClick={() => void list.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}
