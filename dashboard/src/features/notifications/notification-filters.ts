/** Filters of the notification list. */
import type { Notification, NotificationType } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'

export const notificationSets = {
  unread: { name: message('Unread'), query: { unread: true, archived: false } },
  all: { name: message('All'), query: { archived: false } },
  archived: { name: message('Archived'), query: { archived: true } },
} as const satisfies Readonly<Record<string, { name: Message; query: { unread?: boolean; archived: boolean } }>>
export type NotificationSet = keyof typeof notificationSets
// Safe because the keys of the table are its ids.
export const setIds = Object.keys(notificationSets) as NotificationSet[]

/** Names of the notification types. */
export const typeNames: Readonly<Record<NotificationType, Message>> = {
  MENTIONED: message('Mentions'),
  ASSIGNED: message('Threads assigned to you'),
  CUSTOMER_REPLIED: message('Replies from customers'),
  NOTE_ADDED: message('Internal notes'),
  REOPENED: message('Reopened threads'),
  TEAM_THREAD: message('Waiting in your team'),
  SLA_WARNING: message('Response target is close'),
  SLA_BREACHED: message('Response target missed'),
  RATED_LOW: message('Low rating'),
  RULE: message('Notes from rules'),
  DELIVERY_FAILED: message('Failed deliveries'),
  JOB_DONE: message('Finished jobs'),
  RULE_PAUSED: message('Paused rules'),
  WEBHOOK_DISABLED: message('Disabled webhooks'),
}
// Safe because the keys of the table are the types.
export const typeIds = Object.keys(typeNames) as NotificationType[]

export type NotificationFilter = { show: NotificationSet; type: NotificationType | null }

export function isUnread({ readAt, snoozedUntil }: Notification): boolean {
  return readAt === null && snoozedUntil === null
}

/** Whether a list with this filter contains the notification. */
export function isShown(notification: Notification, { show, type }: NotificationFilter): boolean {
  if (type !== null && notification.type !== type) return false
  if ((notification.archivedAt !== null) !== (show === 'archived')) return false
  return show !== 'unread' || isUnread(notification)
}
