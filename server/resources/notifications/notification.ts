/** Code shared by the operations on notifications, which belong to the session's user. */
import { createPresenter } from '#kit/present.ts'
import type { Queryable } from '#platform/db.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { type IdPrefix, toTypeId, type Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { notificationTypes } from '../users/index.ts'
import { findCounts, type NotificationRecord, type Owner, type UnreadCount } from './queries.ts'
import { Notification, type NotificationCounts } from './schema.ts'

export const notificationNotFound = defineError('SVC-NOTIFICATION-NOT_FOUND', 404, 'There is no such notification.', absent('notification'))
export const notificationSuperseded = defineError(
  'SVC-NOTIFICATION-SUPERSEDED',
  409,
  'A newer notification of this type is unread for the same thread.',
  {
    cause:
      'You read the notification, then more happened in the thread, which made another one. There is one unread notification at a time.',
    cure: 'Leave this notification read. The newer one reminds you of the thread.',
  },
)

export const getOwner = ({ tenantId, user }: Principal): Owner => ({ tenantId, userId: user.id })

const present = createPresenter(Notification)

const actorPrefixes: Readonly<Record<string, IdPrefix>> = { USER: 'usr', API_KEY: 'usr', CUSTOMER: 'cst', RULE: 'rul', WEBHOOK: 'whk' }

function presentActorId(type: string, id: Uuid): string | null {
  const prefix = actorPrefixes[type]
  return prefix === undefined ? null : toTypeId(prefix, id)
}

/** Presents a notification. The actor's id gets the prefix of its kind. */
export function toNotification({ actor, ...record }: NotificationRecord): Static<typeof Notification> {
  return { ...present({ ...record, actor: null }), actor: actor && { ...actor, id: actor.id && presentActorId(actor.type, actor.id) } }
}

export function toCounts(counts: readonly UnreadCount[]): Static<typeof NotificationCounts> {
  const unreadOf = new Map(counts.map(({ type, unread }) => [String(type), unread]))
  const byType = Object.fromEntries(Object.keys(notificationTypes).map((type) => [type, unreadOf.get(type) ?? 0]))
  return { unread: Object.values(byType).reduce((sum, unread) => sum + unread, 0), byType }
}

export async function readCounts(db: Queryable, owner: Owner): Promise<UnreadCount[]> {
  return db.rows(findCounts, owner)
}
