import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { notificationList, readBefore, readByIds } from './queries.ts'
import { getOwner, readCounts, toCounts, toNotification } from './notification.ts'
import { Notification, NotificationCounts, NotificationFilters, NotificationsRead } from './schema.ts'

const declared = { tag: 'notifications', scope: 'session' } as const

export const listNotifications = endpoint.read({
  ...declared,
  operationId: 'listNotifications',
  path: '/notifications',
  summary: 'List your notifications',
  description:
    'What the signed-in user was told, latest first. Notifications are kept for 90 days after their latest event. With only `unread=true` ' +
    'the cost of `meta.total` does not depend on their number.',
  query: NotificationFilters,
  responds: { 200: list(Notification, 'A page of results, latest first') },
  present: toNotification,
  handle({ db, principal, page, query: { unread, archived, ...filters } }) {
    const { tenantId, userId } = getOwner(principal)
    return notificationList.fetch(db, tenantId, page, {
      ...filters,
      userId,
      unread: unread === true || undefined,
      notUnread: unread === false || undefined,
      archived: archived === true || undefined,
      notArchived: archived === false || undefined,
    })
  },
})

export const countNotifications = endpoint.read({
  ...declared,
  operationId: 'countNotifications',
  path: '/notifications/counts',
  summary: 'Count your unread notifications',
  description:
    'Returns the numbers of your unread notifications. The cost does not depend on them. `GET /events/stream` sends each change.',
  responds: { 200: item(NotificationCounts, 'The counts') },
  present: toCounts,
  handle: async ({ db, principal }) => ({ status: 200, record: await readCounts(db, getOwner(principal)) }),
})

export const readNotifications = endpoint.personalWrite({
  ...declared,
  operationId: 'readNotifications',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read',
  description:
    'Marks the notifications with these ids as read, or all whose latest event is not later than `before`, of one type if `type` is sent. ' +
    'Snoozed notifications stay unread. Creates no audit row and no event.',
  body: NotificationsRead,
  responds: { 200: item(NotificationCounts, 'Your counts as they are now') },
  present: toCounts,
  async handle({ tx, principal, body: { ids, before, type } }) {
    const owner = getOwner(principal)
    if (ids) await tx.rows(readByIds, { ...owner, ids })
    if (before !== undefined) await tx.rows(readBefore, { ...owner, before, type: type ?? null })
    return toSavedOutcome(await readCounts(tx, owner))
  },
})
