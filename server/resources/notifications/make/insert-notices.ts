/** Converts notices to notifications, according to each user's preferences. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { findChannels } from '../../users/index.ts'
import type { MailWish } from '../mail/order-mails.ts'
import { type NewNotification, upsertNotifications } from '../queries.ts'
import type { PushWish } from '../push/send-push.ts'
import { findQuietEnd } from '../quiet-hours.ts'
import type { Notice } from './find-notices.ts'
import type { Surroundings } from './surroundings.ts'

const maxEventIds = 20
/** Place of a notification without a thread, to which exceptions for inboxes and teams do not apply. */
const nowhere = { inboxId: null, teamId: null }

type Wish = MailWish & { given: NewNotification }

/** Inserts notifications and returns the mails and pushes that their users want, which the caller must order as its last statements. */
export async function insertNotices(
  tx: Queryable,
  tenantId: Uuid,
  notices: readonly Notice[],
  people: Surroundings['people'],
): Promise<readonly Wish[]> {
  const wanted = toNotifications(notices, people)
  if (wanted.length > 0) await tx.rows(upsertNotifications, { tenantId, given: wanted.map(({ given }) => given) })
  return wanted
}

/** Returns the pushes of notifications that alert their users. */
export function listPushes(wishes: readonly Wish[]): PushWish[] {
  return wishes.flatMap(({ given: { userId, type, threadId, desktop } }) => (desktop ? [{ userId, type, threadId }] : []))
}

/** Groups the notices of each user by type and thread, job or rule into one notification. Drops those that the user does not want. */
function toNotifications(notices: readonly Notice[], people: Surroundings['people']): Wish[] {
  const now = databaseNow()
  return [
    ...Map.groupBy(notices, ({ userId, type, thread, jobId, actor }) => `${userId} ${type} ${thread?.id ?? jobId ?? actor.id}`).values(),
  ].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    const preferences = first && people.get(first.userId)?.preferences
    if (!first || !last || !preferences) return []
    const { inApp, desktop, mail } = findChannels(preferences, last.type, last.thread ?? nowhere)
    if (!inApp && mail === 'NEVER') return []
    const given = {
      id: newId(),
      userId: last.userId,
      type: last.type,
      threadId: last.thread?.id ?? null,
      messageId: last.messageId,
      jobId: last.jobId,
      text: last.text,
      actorType: last.actor.type,
      actorId: last.actor.id,
      count: group.length,
      eventIds: group.flatMap(({ event }) => event.id ?? []).slice(-maxEventIds),
      sequence: last.event.sequence,
      firstAt: isoTime(first.event.createdAt),
      lastAt: isoTime(last.event.createdAt),
      inApp,
      desktop: desktop && inApp && findQuietEnd(preferences.quiet, now) === null,
    }
    return [{ given, mail, preferences, userId: last.userId, threadId: given.threadId }]
  })
}
