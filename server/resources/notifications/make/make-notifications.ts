/** The reader of the outbox that makes notifications. */
import { type EventRow, isoTime, newId, reader, type ReaderContext, type Uuid } from '../../../kit/index.ts'
import { jobEnded } from '../../jobs/index.ts'
import {
  announceFollowers,
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
/** The place of a notification about no thread. Exceptions for inboxes and teams do not apply to it. */
const nowhere = { inboxId: null, teamId: null }

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
    jobEnded,
  ],
  batch: 100,
  run,
})

type Batch = ReaderContext & { readonly events: readonly EventRow[] }

/** Handles a batch with the same statements, however many events it has. */
async function run(context: Batch): Promise<void> {
  const { tx, tenantId, events } = context
  const around = await readSurroundings(
    tx,
    tenantId,
    events,
    events.flatMap((event) => findThreadId(event) ?? []),
  )
  const before = await readEarlier(tx, tenantId, events)
  const notices = events.flatMap((event, i) => findNotices(event, events[i - 1] ?? before, around))
  const wanted = toNotifications(notices, around)
  if (wanted.length > 0) await tx.rows(upsertNotifications, { tenantId, given: wanted.map(({ given }) => given) })
  const answered = toUnique(events.flatMap(findWriter))
  if (answered.length > 0) await tx.rows(readAnswered, { tenantId, given: answered })
  await addFollowers(context, around)
  await orderMails(tx, tenantId, wanted)
}

/** Makes users follow threads, and announces it with the actor and cause of the message that is the reason. */
async function addFollowers({ tx, effects, tenantId, events }: Batch, around: Surroundings): Promise<void> {
  const found = toUnique(
    events.flatMap((event) => findNewFollowers(event, around).map(({ userId, threadId }) => ({ userId, threadId, event }))),
  )
  if (found.length === 0) return
  const pairs = found.map(({ userId, threadId }) => ({ id: newId(), userId, threadId }))
  const isNew = new Set((await tx.rows(insertFollowers, { tenantId, pairs })).map(({ userId, threadId }) => `${userId} ${threadId}`))
  const added = found.filter(({ userId, threadId }) => isNew.has(`${userId} ${threadId}`))
  const threads = added.map(({ threadId, event: { actor, cause } }) => ({
    threadId,
    effects: effects.attribute({ ...(actor ? { actor } : {}), cause }),
  }))
  await announceFollowers(tx, tenantId, threads)
}

/** Returns the last entry of each user and thread. */
function toUnique<Pair extends { userId: Uuid; threadId: Uuid }>(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [`${pair.userId} ${pair.threadId}`, pair])).values()]
}

/** Collects the notices of each user, type, and thread or job into one notification. Leaves out those that the user does not want. */
function toNotifications(notices: readonly Notice[], { people }: Surroundings): (MailWish & { given: NewNotification })[] {
  const now = Date.now()
  return [...Map.groupBy(notices, ({ userId, type, thread, jobId }) => `${userId} ${type} ${thread?.id ?? jobId}`).values()].flatMap(
    (group) => {
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
      return [{ given, mail, preferences, userId: last.userId, threadId: given.threadId }]
    },
  )
}
