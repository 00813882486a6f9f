/** Enqueues mails about new notifications. A mail that is already waiting keeps its time, and covers everything new by then. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueueEarliest } from '#platform/jobs/enqueue.ts'
import { readSettings } from '../../tenants/index.ts'
import type { Channels, NotificationPreferences } from '../../users/index.ts'
import { findNextTime } from '../quiet-hours.ts'

/** Delay of an immediate mail in milliseconds, so that it covers events that follow soon. */
const delayMs = 120_000

export type MailWish = { userId: Uuid; threadId: Uuid | null; mail: Channels['mail']; preferences: NotificationPreferences }

export async function orderMails(tx: Queryable, tenantId: Uuid, wishes: readonly MailWish[]): Promise<void> {
  const now = databaseNow()
  const atOnce = new Map(
    wishes
      .filter(({ mail }) => mail === 'AT_ONCE')
      .map(({ userId, threadId }) => [`${userId} ${threadId ?? 'jobs'}`, { input: { userId, threadId }, at: toIso(now + delayMs) }]),
  )
  if (atOnce.size > 0) await enqueueEarliest(tx, 'mail-notification', tenantId, toOrders(atOnce))
  const digests = wishes.filter(({ mail }) => mail === 'DIGEST')
  if (digests.length === 0) return
  const timezone = (await readSettings(tx, tenantId))?.timezone ?? 'UTC'
  const orders = new Map(
    digests.map(({ userId, preferences: { digestAt, quiet } }) => [
      userId,
      { input: { userId, many: false }, at: toIso(findNextTime(digestAt, quiet?.timezone ?? timezone, now)) },
    ]),
  )
  await enqueueEarliest(tx, 'mail-notification-digest', tenantId, toOrders(orders))
}

const toIso = (ms: number): string => new Date(ms).toISOString()
const toOrders = <Input>(orders: ReadonlyMap<string, { input: Input; at: string }>) =>
  [...orders].map(([key, { input, at }]) => ({ key, input, at }))
