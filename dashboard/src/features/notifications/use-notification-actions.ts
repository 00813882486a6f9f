/** Mutations of notifications: optimistic update, rollback if the service refuses, and undo. */
import { useMemo } from 'react'
import { ApiError, type Notification, type NotificationUpdate } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { plural, t } from '../../texts/texts.ts'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { putNotifications } from './notification-cache.ts'
import { notificationsKey, refetchNotifications } from './notification-counts.ts'
import { isUnread, notificationSets, type NotificationFilter } from './notification-filters.ts'

/** Maximum number of notifications to mark as read with undo. The API cannot mark several as unread in one request. */
const maxUndone = 100

export type NotificationActions = {
  setRead(notification: Notification, isRead: boolean): void
  setArchived(notification: Notification, isArchived: boolean): void
  snooze(notification: Notification, until: Date | null): void
  /** Marks a notification as read when its thread opens. No undo is offered. */
  open(notification: Notification): void
  readAll(type: NotificationFilter['type']): Promise<void>
}

export function useNotificationActions(): NotificationActions {
  const { skein, queries } = useApi()
  return useMemo(() => {
    const toState = ({ readAt, archivedAt, snoozedUntil }: Notification): NotificationUpdate => ({
      archived: archivedAt !== null,
      read: readAt !== null || archivedAt !== null,
      snoozedUntil,
    })
    /** Sends a change after its optimistic update. Returns an error sentence when the service refuses the change. */
    const send = async (notification: Notification, body: NotificationUpdate): Promise<string | null> => {
      try {
        await skein.updateNotification({ path: { id: notification.id }, body })
        return null
      } catch (error) {
        // A newer, unread notification has replaced this one.
        return error instanceof ApiError && error.code === 'SVC-NOTIFICATION-SUPERSEDED' ? null : describeFailure(error).text
      } finally {
        void refetchNotifications(queries)
      }
    }
    const show = (before: Notification, body: NotificationUpdate): Notification => {
      const now = applyUpdate(before, body)
      // Apply the change again after the cancellation: a response that is older than the change, or the cancellation itself, restores the
      // previous data.
      void queries.cancelQueries({ queryKey: notificationsKey }).then(() => putNotifications(queries, [{ before, now }]))
      return now
    }
    const change = (before: Notification, body: NotificationUpdate, label: string, undone: string): void => {
      const now = show(before, body)
      const work = send(before, body)
      const entry: Undoable = {
        label,
        async run() {
          dismiss()
          if ((await work) !== null) return
          const problem = await send(now, toState(before))
          if (problem === null) showToast({ kind: 'done', text: undone }, 4_000)
          else showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason: problem }) })
        },
      }
      const undo = undoQueue.push(entry)
      const dismiss = showToast({ kind: 'done', text: label, action: { label: t('Undo'), run: undo } })
      void work.then((problem) => {
        if (problem === null) return
        undoQueue.forget(entry)
        dismiss()
        showToast({ kind: 'problem', text: t('Not saved: {change}. {reason}', { change: label, reason: problem }) }, 30_000)
      })
    }
    return {
      setRead: (notification, isRead) =>
        change(
          notification,
          isRead ? { read: true } : { read: false, archived: false },
          isRead ? t('Marked as read') : t('Marked as unread'),
          isRead ? t('Marked as unread') : t('Marked as read'),
        ),
      setArchived: (notification, isArchived) =>
        change(
          notification,
          { archived: isArchived },
          isArchived ? t('Archived') : t('Moved back from the archive'),
          isArchived ? t('Moved back from the archive') : t('Archived'),
        ),
      snooze(notification, until) {
        const body = { read: false, archived: false, snoozedUntil: until?.toISOString() ?? null }
        const label = until ? t('Snoozed until {time}', { time: formatMoment(until.toISOString()) }) : t('Snooze ended')
        change(notification, body, label, until ? t('Snooze ended') : t('Snoozed again'))
      },
      open(notification) {
        if (!isUnread(notification)) return
        show(notification, { read: true })
        void send(notification, { read: true })
      },
      async readAll(type) {
        const query = { ...notificationSets.unread.query, ...(type === null ? {} : { type }), limit: maxUndone }
        try {
          const { data: before, meta } = await skein.listNotifications({ query })
          const latest = before[0]
          if (!latest) return
          await skein.readNotifications({ body: { before: latest.lastAt, ...(type === null ? {} : { type }) } })
          const text = plural(meta.total, '{count} notification marked as read', '{count} notifications marked as read')
          void refetchNotifications(queries)
          if (meta.hasMore) return void showToast({ kind: 'done', text })
          const entry: Undoable = {
            label: text,
            async run() {
              dismiss()
              const problems = await Promise.all(before.map((each) => send(each, { read: false })))
              const reason = problems.find((problem) => problem !== null)
              if (reason === undefined) showToast({ kind: 'done', text: t('Marked as unread') }, 4_000)
              else showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason }) })
            },
          }
          const undo = undoQueue.push(entry)
          const dismiss = showToast({ kind: 'done', text, action: { label: t('Undo'), run: undo } })
        } catch (error) {
          showToast({ kind: 'problem', text: describeFailure(error).text })
        }
      },
    }
  }, [skein, queries])
}

/** Returns the notification with the update applied, as the service will return it. */
function applyUpdate(notification: Notification, { read, archived, snoozedUntil }: NotificationUpdate): Notification {
  const now = new Date().toISOString()
  const isRead = archived === true || (read ?? notification.readAt !== null)
  return {
    ...notification,
    readAt: isRead ? (notification.readAt ?? now) : null,
    archivedAt: (archived ?? notification.archivedAt !== null) ? (notification.archivedAt ?? now) : null,
    snoozedUntil: snoozedUntil === undefined ? notification.snoozedUntil : snoozedUntil,
  }
}
