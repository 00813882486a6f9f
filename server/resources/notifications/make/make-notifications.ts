/** The reader of the outbox that makes notifications. */
import { type EventRow, isoTime, newId, reader, type ReaderContext, type Uuid } from '../../../kit/index.ts'
import {
  insertFollowers,
  messageCreated,
  messageDeliveryChanged,
  slaBreached,
  slaWarning,
  threadAssigned,
  threadCreated,
  threadStatusChanged,
} from '../../threads/index.ts'
import { satisfactionAnswered, satisfactionChanged } from '../../satisfaction/index.ts'
import { findChannels } from '../../users/index.ts'
import { type MailWish, orderMails } from '../mail/order-mails.ts'
import { findQuietEnd } from '../quiet-hours.ts'
import { type NewNotification, readAnswered, upsertNotifications } from '../queries.ts'
import { findNewFollowers, findWriter } from './find-followers.ts'
import { findNotices, findThreadId, type Notice } from './find-notices.ts'
import { readEarlier, readSurroundings, type Surroundings } from './surroundings.ts'

const maxEventIds = 20

export const makeNotifications = reader({
  name: 'notifications',
  description: 'Tells users what happened to their threads.',
  types: [
    messageCreated,
    messageDeliveryChanged,
    threadCreated,
    threadAssigned,
    threadStatusChanged,
    slaWarning,
    slaBreached,
    satisfactionAnswered,
    satisfactionChanged,
  ],
  batch: 100,
  run,
})

/** Handles a batch with the same statements, however many events it has. */
async function run({ tx, tenantId, events }: ReaderContext & { readonly events: readonly EventRow[] }): Promise<void> {
  const around = await readSurroundings(tx, tenantId, events, events.map(findThreadId))
  const before = await readEarlier(tx, tenantId, events)
  const notices = events.flatMap((event, i) => findNotices(event, events[i - 1] ?? before, around))
  const wanted = toNotifications(notices, around)
  if (wanted.length > 0) await tx.rows(upsertNotifications, { tenantId, given: wanted.map(({ given }) => given) })
  const answered = toUnique(events.flatMap(findWriter))
  if (answered.length > 0) await tx.rows(readAnswered, { tenantId, given: answered })
  const pairs = toUnique(events.flatMap((event) => findNewFollowers(event, around))).map(({ userId, threadId }) => ({
    id: newId(),
    userId,
    threadId,
  }))
  if (pairs.length > 0) await tx.rows(insertFollowers, { tenantId, pairs })
  await orderMails(tx, tenantId, wanted)
}

/** Returns the last entry of each user and thread. */
function toUnique<Pair extends { userId: Uuid; threadId: Uuid }>(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [`${pair.userId} ${pair.threadId}`, pair])).values()]
}

/** Collects the notices of each user, type and thread into one notification. Leaves out those that the user does not want. */
function toNotifications(notices: readonly Notice[], { people }: Surroundings): (MailWish & { given: NewNotification })[] {
  const now = Date.now()
  return [...Map.groupBy(notices, ({ userId, type, thread }) => `${userId} ${type} ${thread.id}`).values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    const preferences = first && people.get(first.userId)?.preferences
    if (!first || !last || !preferences) return []
    const { inApp, desktop, mail } = findChannels(preferences, last.type, last.thread)
    if (!inApp && mail === 'NEVER') return []
    const given = {
      id: newId(),
      userId: last.userId,
      type: last.type,
      threadId: last.thread.id,
      messageId: last.messageId,
      actorType: last.actor.type,
      actorId: last.actor.id,
      count: group.length,
      eventIds: group.slice(-maxEventIds).map(({ event }) => event.id),
      sequence: last.event.sequence,
      firstAt: isoTime(first.event.createdAt),
      lastAt: isoTime(last.event.createdAt),
      inApp,
      desktop: desktop && inApp && findQuietEnd(preferences.quiet, now) === null,
    }
    return [{ given, mail, preferences, userId: last.userId, threadId: last.thread.id }]
  })
}
