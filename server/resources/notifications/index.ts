/**
 * Notifications about users' threads. A reader of the outbox creates them from events, so a user is notified of an event exactly once, even
 * when the process is killed. Notifications by automation rules come from a job that commits with the rule's run. A user has one unread
 * notification of a type for each thread; later events raise its count. A notification contains ids, and shows the texts of the objects
 * that it names. Those that alert the user are also pushed to the browsers that the user has subscribed (`push/`). Changes reach the user's own event streams within a second, and no other feed.
 */
import { module } from '#kit/module.ts'
import { fetchOne } from '#kit/write.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { forgetNotifications, wakeNotification } from './jobs.ts'
import { countNotifications, listNotifications, readNotifications } from './operations.ts'
import { mailNotification, mailNotificationDigest } from './mail/mail-notifications.ts'
import { makeNotifications } from './make/make-notifications.ts'
import { notifyUsers } from './make/notify-users.ts'
import { personal } from './personal.ts'
import { lockNotifications, recountUnread } from './queries.ts'
import { createPushSubscription, deletePushSubscription, listPushSubscriptions } from './push/operations.ts'
import { sendPush } from './push/send-push.ts'
import { updateNotification } from './update-notification.ts'

export { findUnsubscriber, stopMails, unsubscribePath } from './mail/unsubscribe.ts'
export { getNotifications } from './notification-watch.ts'
export { readOfThread } from './queries.ts'

export const notifications = module({
  name: 'notifications',
  description: 'What you are told about your threads.',
  endpoints: [
    listNotifications,
    countNotifications,
    readNotifications,
    updateNotification,
    listPushSubscriptions,
    createPushSubscription,
    deletePushSubscription,
  ],
  jobs: [wakeNotification, mailNotification, mailNotificationDigest, sendPush, notifyUsers, forgetNotifications],
  readers: [makeNotifications],
  personal,
  totals: { notifications: recountNotifications },
})

function recountNotifications(db: Database, tenantId: Uuid): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.rows(lockNotifications, { tenantId })
    return (await fetchOne(tx, recountUnread, { tenantId })).corrected
  })
}
