/** Pushes notifications to browsers: a job for each subscription and notification. */
import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { enqueueEarliest } from '#platform/jobs/enqueue.ts'
import { job, JobFailure, type OutsideContext } from '#platform/jobs/job.ts'
import { completePreferences, findChannels, type NotificationType } from '../../users/index.ts'
import { findQuietEnd } from '../quiet-hours.ts'
import {
  deleteDead,
  findPushed,
  findSubscriptionsOf,
  findTarget,
  noteSent,
  type PushedNotification,
  type PushTarget,
} from './push-queries.ts'
import { describePush } from './push-texts.ts'
import { deriveVapidKeys } from './vapid.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the subscription, the type and the thread, so that events until the push is sent make one. */
    'send-push': { subscriptionId: Uuid; type: NotificationType; threadId: Uuid | null }
  }
}

/** Seconds for which the push service keeps a notification for a browser that is off. */
const keptSeconds = 24 * 3_600

export type PushWish = { userId: Uuid; type: NotificationType; threadId: Uuid | null }

/** Enqueues pushes to all browsers of the users. The caller has locked its rows. */
export async function orderPushes(tx: Queryable, tenantId: Uuid, wishes: readonly PushWish[]): Promise<void> {
  if (wishes.length === 0) return
  const found = await tx.rows(findSubscriptionsOf, { tenantId, userIds: [...new Set(wishes.map(({ userId }) => userId))] })
  if (found.length === 0) return
  const at = new Date(databaseNow()).toISOString()
  const orders = wishes.flatMap(({ userId, type, threadId }) =>
    found
      .filter((subscription) => subscription.userId === userId)
      .map(({ id }): [string, { input: EnqueuedJobs['send-push']; at: string }] => [
        `${id} ${type} ${threadId ?? ''}`,
        { input: { subscriptionId: id, type, threadId }, at },
      ]),
  )
  await enqueueEarliest(
    tx,
    'send-push',
    tenantId,
    [...new Map(orders)].map(([key, { input, at: dueAt }]) => ({ key, input, at: dueAt })),
  )
}

type Found = { outcome: 'nothing' } | { outcome: 'sent' } | { outcome: 'gone'; endpoint: string }

export const sendPush = job({
  name: 'send-push',
  description: 'Pushes a notification to a browser of its user.',
  // About an hour. A notification that is older has been seen elsewhere, or is found in the list.
  retrySeconds: [2, 10, 30, 60, 300, 900, 1_800],
  leaseSeconds: 30,
  atOnce: 8,
  outside: push,
  async run({ tx, tenantId, input, found }: { tx: Queryable; tenantId: Uuid; input: EnqueuedJobs['send-push']; found: Found }) {
    const id = input.subscriptionId
    if (found.outcome === 'sent') await tx.rows(noteSent, { tenantId, id })
    if (found.outcome === 'gone') await tx.rows(deleteDead, { tenantId, id, endpoint: found.endpoint })
  },
})

/** Sends the notification as it is now, if it is still unread and wanted. After a kill it is sent again with the same tag, which replaces it. */
async function push({ db, fetch, secrets, config, tenantId, input, signal }: OutsideContext<EnqueuedJobs['send-push']>): Promise<Found> {
  const target = await db.first(findTarget, { tenantId, id: input.subscriptionId })
  const pushed = target && (await db.first(findPushed, { tenantId, userId: target.userId, type: input.type, threadId: input.threadId }))
  if (!target || !pushed || !isWanted(target, pushed)) return { outcome: 'nothing' }
  const { publicKey, privateKey } = deriveVapidKeys(secrets)
  const tag = toTypeId('ntf', pushed.id)
  const details = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    toPayload(target, pushed, tag),
    {
      vapidDetails: { subject: toSubject(config.baseUrl), publicKey, privateKey },
      contentEncoding: 'aes128gcm',
      TTL: keptSeconds,
      urgency: 'high',
      // A newer push of the notification replaces one that waits for the browser.
      topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
    },
  )
  const { 'Content-Length': _, ...headers } = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
  )
  const { status, headers: answered } = await fetch.post(target.endpoint, { headers, body: details.body ?? '', signal })
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  // 403: the browser subscribed with the key of another SECRET_KEY.
  if (status === 404 || status === 410 || status === 403) return { outcome: 'gone', endpoint: target.endpoint }
  const retryAfterSeconds = Number(answered['retry-after'])
  const isLimited = status === 429 || status >= 500
  throw new JobFailure(`The push service answered ${status}.`, {
    ...(isLimited ? {} : { permanent: true }),
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  })
}

function isWanted({ notifications }: PushTarget, pushed: PushedNotification): boolean {
  const preferences = completePreferences(notifications)
  return findChannels(preferences, pushed.type, pushed).desktop && findQuietEnd(preferences.quiet, databaseNow()) === null
}

/** Returns what the service worker shows. Without the tenant's consent it has no text of a message and no subject. */
function toPayload({ language, showsText }: PushTarget, pushed: PushedNotification, tag: string): string {
  const lines = [
    showsText ? [pushed.ticketNumber, pushed.subject].filter((part) => part !== null).join(' · ') : (pushed.ticketNumber ?? ''),
    showsText ? (pushed.excerpt ?? '') : '',
  ]
  return JSON.stringify({
    title: describePush(language ?? 'en', pushed.type, pushed.actorName),
    body: lines.filter((line) => line !== '').join('\n'),
    tag,
    path: pushed.threadId === null ? '/notifications' : `/inbox/all/${toTypeId('thr', pushed.threadId)}`,
    unread: pushed.unread,
    language: language ?? 'en',
  })
}

/** The address that push services can contact; they accept https: and mailto: only. */
const toSubject = (baseUrl: URL): string => (baseUrl.protocol === 'https:' ? baseUrl.origin : 'mailto:postmaster@' + baseUrl.hostname)
