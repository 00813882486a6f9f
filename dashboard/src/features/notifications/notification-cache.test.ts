import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Notification, NotificationCounts } from '@skein/client'
import { expect, it } from 'vitest'
import { listKey, putNotifications, type NotificationPages } from './notification-cache.ts'
import { applyCounts, countsKey } from './notification-counts.ts'
import type { NotificationFilter } from './notification-filters.ts'

const unread: NotificationFilter = { show: 'unread', type: null }
// Safe because only these fields are read.
const notification = (id: string, more: Partial<Notification> = {}): Notification =>
  ({ id, type: 'MENTIONED', readAt: null, archivedAt: null, snoozedUntil: null, ...more }) as Notification
const countsOf = (count: number): NotificationCounts => ({ unread: count, byType: { MENTIONED: count } }) as NotificationCounts
const pages = (data: Notification[]): NotificationPages =>
  ({ pages: [{ data, meta: { total: data.length } }], pageParams: [''] }) as unknown as NotificationPages

it('a change leaves the lists that it no longer fits, and changes totals and counts', () => {
  const queries = new QueryClient()
  const [one, other] = [notification('ntf_1'), notification('ntf_2')]
  const lists = { unread, all: { show: 'all', type: null }, assigned: { show: 'unread', type: 'ASSIGNED' } } as const
  queries.setQueryData(listKey(lists.unread), pages([one, other]))
  queries.setQueryData(listKey(lists.all), pages([one, other]))
  queries.setQueryData(listKey(lists.assigned), pages([]))
  queries.setQueryData(countsKey, countsOf(2))
  putNotifications(queries, [{ before: one, now: { ...one, readAt: '2026-03-04T09:30:00.000Z' } }])
  const read = (filter: NotificationFilter) => {
    const page = queries.getQueryData<NotificationPages>(listKey(filter))?.pages[0]
    return [page?.data.map(({ id }) => id), page?.meta.total]
  }
  expect(Object.values(lists).map(read)).toEqual([
    [['ntf_2'], 1],
    [['ntf_1', 'ntf_2'], 2],
    [[], 0],
  ])
  expect(queries.getQueryData(countsKey)).toEqual(countsOf(1))
})

it('a first response that is older than a change is requested again', async () => {
  const queries = new QueryClient()
  const responses: ((pages: NotificationPages) => void)[] = []
  const observer = new QueryObserver<NotificationPages>(queries, {
    queryKey: listKey(unread),
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
    retry: false,
  })
  const stop = observer.subscribe(() => undefined)
  const applied = applyCounts(queries, countsOf(1))
  await expect.poll(() => queries.getQueryData(countsKey)).toEqual(countsOf(1))
  responses[0]?.(pages([]))
  await expect.poll(() => responses.length).toBe(2)
  responses[1]?.(pages([notification('ntf_1')]))
  await applied
  expect(queries.getQueryData<NotificationPages>(listKey(unread))?.pages[0]?.data.map(({ id }) => id)).toEqual(['ntf_1'])
  stop()
})
