/** Creates notifications: a reader of the outbox. */
import { newId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { reader, type ReadContext as ReaderContext } from '#platform/outbox/readers.ts'
import { rulePaused } from '../../automation-rules/index.ts'
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
  threadUpdated,
} from '../../threads/index.ts'
import { satisfactionAnswered, satisfactionChanged } from '../../satisfaction/index.ts'
import { orderMails } from '../mail/order-mails.ts'
import { orderPushes } from '../push/send-push.ts'
import { readAnswered } from '../queries.ts'
import { webhookDisabled } from './events.ts'
import { findNewFollowers, findWriter } from './find-followers.ts'
import { findNotices, findThreadId } from './find-notices.ts'
import { insertNotices, listPushes } from './insert-notices.ts'
import { readEarlier, readSurroundings, type Surroundings } from './surroundings.ts'

export const makeNotifications = reader({
  name: 'notifications',
  description: 'Tells users what happened to their threads.',
  types: [
    messageCreated,
    messageDeliveryChanged,
    threadCreated,
    threadAssigned,
    threadStatusChanged,
    threadUpdated,
    slaWarning,
    slaBreached,
    satisfactionAnswered,
    satisfactionChanged,
    jobEnded,
    rulePaused,
    webhookDisabled,
  ],
  batch: 100,
  run,
})

type Batch = ReaderContext & { readonly events: readonly EventRow[] }

/** Handles a batch with a fixed number of statements, regardless of the number of events. */
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
  const wishes = await insertNotices(tx, tenantId, notices, around.people)
  const answered = toUnique(events.flatMap(findWriter))
  if (answered.length > 0) await tx.rows(readAnswered, { tenantId, given: answered })
  await addFollowers(context, around)
  await orderMails(tx, tenantId, wishes)
  await orderPushes(tx, tenantId, listPushes(wishes))
}

/** Makes users follow threads, and emits the event with the actor and cause of the message. */
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
