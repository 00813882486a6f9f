import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { listKey, type NotificationPage, type NotificationPages } from './notification-cache.ts'
import { notificationSets, type NotificationFilter } from './notification-filters.ts'

const pageSize = 50

/** Returns the signed-in user's notifications, newest first. */
export function useNotifications(filter: NotificationFilter) {
  const { skein } = useApi()
  const { show, type } = filter
  return useInfiniteQuery<NotificationPage, Error, NotificationPages, ReturnType<typeof listKey>, string>({
    queryKey: listKey(filter),
    // Events patch only lists that a screen shows, so refetch when the list opens.
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...notificationSets[show].query, ...(type === null ? {} : { type }) }
      return skein.listNotifications({ query: { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }, signal })
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}
