/** The number of unread notifications: fetched once, then updated by the user's event stream. */
import { useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { NotificationCounts } from '@skein/client'
import { useApi } from '../../api/api.ts'

export const countsKey = ['notification-counts'] as const
export const notificationsKey = ['notifications'] as const

export function areNotifications([noun]: QueryKey): boolean {
  return noun === countsKey[0] || noun === notificationsKey[0]
}

/** Returns the number of unread notifications; null until it is loaded. */
export function useUnreadCount(): number | null {
  const { skein } = useApi()
  const { data } = useQuery({ queryKey: countsKey, queryFn: async ({ signal }) => (await skein.countNotifications({ signal })).data })
  return data?.unread ?? null
}

/** Stores the counts that the stream has sent, and reads the shown notifications again. */
export async function applyCounts(queries: QueryClient, counts: NotificationCounts): Promise<void> {
  await queries.cancelQueries({ queryKey: countsKey })
  queries.setQueryData(countsKey, counts)
  await refetch(queries, notificationsKey)
}

/** Reads everything again, after changes that the stream may not have sent. */
export async function refetchNotifications(queries: QueryClient): Promise<void> {
  await Promise.all([refetch(queries, countsKey), refetch(queries, notificationsKey)])
}

/** Cancels running requests first: without it, a first request whose response is older than the change would not be repeated. */
async function refetch(queries: QueryClient, queryKey: readonly string[]): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
