/** Cached lists of notifications. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { AnswerOf, Notification, NotificationCounts } from '@skein/client'
import { countsKey, notificationsKey } from './notification-counts.ts'
import { isShown, isUnread, type NotificationFilter } from './notification-filters.ts'

export type NotificationPage = AnswerOf<'listNotifications'>
export type NotificationPages = InfiniteData<NotificationPage, string>

export const listKey = (filter: NotificationFilter) => [...notificationsKey, filter] as const

/** Patches changed notifications in the lists and the counts. Removes them from lists whose filter they no longer match. */
export function putNotifications(queries: QueryClient, changed: readonly { before: Notification; now: Notification }[]): void {
  const byId = new Map(changed.map((change) => [change.now.id, change]))
  for (const [key, list] of queries.getQueriesData<NotificationPages>({ queryKey: notificationsKey })) {
    // Safe because the keys of lists end with their filter.
    const filter = key.at(-1) as NotificationFilter
    if (list) queries.setQueryData<NotificationPages>(key, replaceIn(list, byId, filter))
  }
  queries.setQueryData<NotificationCounts>(countsKey, (counts) => counts && changed.reduce(count, counts))
}

function replaceIn(
  list: NotificationPages,
  changed: ReadonlyMap<string, { now: Notification }>,
  filter: NotificationFilter,
): NotificationPages {
  const replace = (data: readonly Notification[]): Notification[] =>
    data.map((each) => changed.get(each.id)?.now ?? each).filter((each) => isShown(each, filter))
  const removed = list.pages.reduce((sum, { data }) => sum + data.length - replace(data).length, 0)
  const toPage = ({ data, meta, ...rest }: NotificationPage): NotificationPage => {
    const total = meta.total - removed
    return { ...rest, data: replace(data), meta: { ...meta, total } }
  }
  return { ...list, pages: list.pages.map(toPage) }
}

function count(counts: NotificationCounts, { before, now }: { before: Notification; now: Notification }): NotificationCounts {
  const step = Number(isUnread(now)) - Number(isUnread(before))
  const unread = Math.max(0, counts.unread + step)
  return { unread, byType: { ...counts.byType, [now.type]: Math.max(0, counts.byType[now.type] + step) } }
}
