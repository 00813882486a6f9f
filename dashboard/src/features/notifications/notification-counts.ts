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

/** Stores the counts from the stream, and refetches the displayed notifications. */
export async function applyCounts(queries: QueryClient, counts: NotificationCounts): Promise<void> {
  await queries.cancelQueries({ queryKey: countsKey })
  queries.setQueryData(countsKey, counts)
  await refetch(queries, notificationsKey)
}

/** Refetches everything, for changes that the stream may have missed. */
export async function refetchNotifications(queries: QueryClient): Promise<void> {
  await Promise.all([refetch(queries, countsKey), refetch(queries, notificationsKey)])
}

/**
 * Refetches a query. Cancels running requests first: TanStack Query would otherwise keep a first request whose response is older than the
 * change.
 */
async function refetch(queries: QueryClient, queryKey: readonly string[]): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
