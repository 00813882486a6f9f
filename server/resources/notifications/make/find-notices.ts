/** Decides which users an event concerns, and why. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { covers, scopesOfRole } from '#platform/principal.ts'
import { isoTime } from '#platform/time.ts'
import { rulePaused } from '../../automation-rules/index.ts'
import { jobEnded } from '../../jobs/index.ts'
import { isAutomatic, messageCreated, messageDeliveryChanged, slaBreached, slaWarning } from '../../threads/index.ts'
import { threadAssigned, threadCreated, threadStatusChanged, threadUpdated } from '../../threads/index.ts'
import { type RequestRecord, satisfactionAnswered, satisfactionChanged } from '../../satisfaction/index.ts'
import type { NotificationType } from '../../users/index.ts'
import { isOf, isUnsettled, toJobOf, toMessageOf, toThreadOf, getUser, webhookDisabled } from './events.ts'
import { findActor, isOwnAct, type Actor } from './find-actor.ts'
import { isMender, type Person, type Surroundings, type ThreadPlace } from './surroundings.ts'

/** A reason to notify a user. */
export type Notice = {
  userId: Uuid
  type: NotificationType
  /** Null for a job, a paused rule or a disabled webhook. */
  thread: ThreadPlace | null
  messageId: Uuid | null
  jobId: Uuid | null
  /** Text of a rule; null for all other types. */
  text: string | null
  actor: Actor
  /** Event behind the notice. `id` is null when there is none. */
  event: Pick<EventRow, 'sequence' | 'createdAt'> & { id: Uuid | null }
}

type Tell = (type: NotificationType, userIds: readonly Uuid[]) => void
/** Users concerned by a thread. */
type Circle = { assignee: Uuid[]; interested: Uuid[]; members: (teamId: Uuid | null) => Uuid[] }

/**
 * Returns one notice for each user whom the event concerns. Imports, automatic messages and events from before actors were stored concern
 * nobody, and users get no notice of their own actions. `earlier` is the event before this one.
 */
export function findNotices(event: EventRow, earlier: EventRow | null, { threads, people }: Surroundings): Notice[] {
  if (isImported(event)) return []
  if (isOf(event, jobEnded)) return findNoticeOfJob(event, people)
  if (isOf(event, rulePaused)) return findNoticesForMenders(event, people, 'RULE_PAUSED', 'RULE')
  if (isOf(event, webhookDisabled)) return findNoticesForMenders(event, people, 'WEBHOOK_DISABLED', 'WEBHOOK')
  const thread = threads.get(findThreadId(event) ?? '')
  if (!thread) return []
  const actor = findActor(event, earlier)
  const messageId = isOf(event, messageCreated, messageDeliveryChanged) ? toMessageOf(event).id : null
  const told = new Map<Uuid, Notice>()
  const tell: Tell = (type, userIds) => {
    for (const userId of userIds) {
      if (told.has(userId) || isOwnAct(actor, userId) || !mayRead(people.get(userId))) continue
      told.set(userId, { userId, type, thread, messageId, jobId: null, text: null, actor, event })
    }
  }
  const assignee = thread.assigneeId === null ? [] : [thread.assigneeId]
  const members = (teamId: Uuid | null): Uuid[] =>
    teamId === null ? [] : [...people].flatMap(([id, { teamIds }]) => (teamIds.has(teamId) ? [id] : []))
  findReceivers({ event, earlier }, thread, { assignee, interested: [...assignee, ...thread.followerIds], members }, tell)
  return [...told.values()]
}

/** Notifies the signed-in user who requested a job. A program that requested one with a key polls its progress. */
function findNoticeOfJob(event: EventRow, people: Surroundings['people']): Notice[] {
  const { actor } = event
  if (actor?.type !== 'USER' || actor.id === null || !mayRead(people.get(actor.id))) return []
  const service = { type: 'SYSTEM', id: null }
  const about = { thread: null, messageId: null, jobId: toJobOf(event).id, text: null }
  return [{ userId: actor.id, type: 'JOB_DONE', ...about, actor: service, event }]
}

/** Returns a notice for each user who can fix the rule or webhook that the service stopped. */
function findNoticesForMenders(event: EventRow, people: Surroundings['people'], type: NotificationType, actorType: string): Notice[] {
  // Safe because the event's object is the rule or webhook.
  const actor = { type: actorType, id: event.object['id'] as Uuid }
  const menders = [...people].filter(([, { role }]) => isMender(role))
  return menders.map(([userId]) => ({ userId, type, thread: null, messageId: null, jobId: null, text: null, actor, event }))
}

/** Calls `tell` for the users whom the event concerns, most important reason first. */
function findReceivers(
  { event, earlier }: { event: EventRow; earlier: EventRow | null },
  thread: ThreadPlace,
  circle: Circle,
  tell: Tell,
): void {
  const { assignee, interested, members } = circle
  if (isOf(event, messageCreated)) tellOfMessage(event, thread, circle, tell)
  else if (isOf(event, threadCreated)) {
    const { assigneeId, teamId, lastMessageAuthorType } = toThreadOf(event)
    if (event.cause?.type === 'SPLIT' || event.cause?.type === 'MERGE') return
    if (assigneeId) tell('ASSIGNED', [assigneeId])
    // The customer's first message has its own event.
    else if (lastMessageAuthorType !== 'CUSTOMER') tell('TEAM_THREAD', members(teamId))
  } else if (isOf(event, threadAssigned)) {
    const { assigneeId, teamId } = toThreadOf(event)
    if (assigneeId === null) tell('TEAM_THREAD', isUnsettled(event) && !isReturnedByMessage(event) ? members(teamId) : [])
    else if (event.previous && 'assigneeId' in event.previous) tell('ASSIGNED', [assigneeId])
  } else if (isOf(event, threadStatusChanged)) {
    // Undoing a merge restores the merged thread's status, and notifies nobody.
    if (isReopening(event) && (event.cause?.type !== 'MERGE' || isMergeTarget(event))) tell('REOPENED', interested)
  } else if (isOf(event, threadUpdated)) {
    if (bringsMessages(event) && !(earlier && isSameReopening(earlier, event))) tell('CUSTOMER_REPLIED', interested)
  } else if (isOf(event, messageDeliveryChanged)) {
    if (hasFailed(event)) tell('DELIVERY_FAILED', [...getUser(toMessageOf(event)), ...assignee])
  } else if (isOf(event, satisfactionAnswered, satisfactionChanged)) {
    if (isLowSince(event)) tell('RATED_LOW', interested)
  } else {
    const type = isOf(event, slaWarning) ? 'SLA_WARNING' : 'SLA_BREACHED'
    tell(type, interested)
    if (thread.assigneeId === null) tell(type, members(thread.teamId))
  }
}

function isReopening(event: EventRow): boolean {
  const before = event.previous?.['status']
  return (before === 'resolved' || before === 'closed') && isUnsettled(event)
}

/** Whether the event changes the target of a merge. */
function isMergeTarget({ cause, object }: EventRow): boolean {
  return cause?.type === 'MERGE' && cause.id === object['id']
}

/** Whether a merge brought messages into the thread while its customer is waiting. */
function bringsMessages(event: EventRow): boolean {
  const { messageCount, waitingSince } = toThreadOf(event)
  const before = event.previous?.['messageCount']
  return isMergeTarget(event) && isUnsettled(event) && waitingSince !== null && typeof before === 'number' && messageCount > before
}

/** Whether the previous event reopened the same thread and has notified the same users. */
function isSameReopening(earlier: EventRow, { object }: EventRow): boolean {
  return isOf(earlier, threadStatusChanged) && earlier.object['id'] === object['id'] && isReopening(earlier)
}

function tellOfMessage(event: EventRow, thread: ThreadPlace, { interested, members }: Circle, tell: Tell): void {
  const message = toMessageOf(event)
  if (isAutomatic(message)) return
  if (message.internal) {
    tell('MENTIONED', [...(message.mentions ?? []), ...(message.mentionedTeamIds ?? []).flatMap(members)])
    tell('NOTE_ADDED', interested)
  } else if (message.authorType === 'CUSTOMER') {
    if (thread.assigneeId === null) tell('TEAM_THREAD', members(thread.teamId))
    // The first message has its thread's time, or an earlier one. ASSIGNED notifies the thread's assignee.
    if (isoTime(message.createdAt) > isoTime(thread.createdAt)) tell('CUSTOMER_REPLIED', interested)
  }
}

/** Whether a customer's message returned the thread to its team. The message's own event notifies the team. */
function isReturnedByMessage(event: EventRow): boolean {
  const { updatedAt, lastMessageAt, lastMessageAuthorType } = toThreadOf(event)
  return lastMessageAuthorType === 'CUSTOMER' && isoTime(updatedAt) === isoTime(lastMessageAt)
}

function hasFailed({ object, previous }: EventRow): boolean {
  // Safe because both are a message, or fields of one.
  const [now, before] = [object, previous].map((each) => (each as { delivery?: { state?: string } } | null)?.delivery?.state)
  return (now === 'FAILED' || now === 'BOUNCED') && now !== before
}

/** Whether a rating is low and was not low before the customer changed it. */
function isLowSince({ object, previous }: EventRow): boolean {
  // Safe because events about satisfaction have the record of the request.
  const [{ scale, answer }, before] = [object as RequestRecord, previous as Partial<RequestRecord> | null]
  const isLow = (given: RequestRecord['answer'] | undefined): boolean => given != null && given.score <= (scale === 'STARS' ? 2 : 0)
  return isLow(answer) && !isLow(before?.answer)
}

/** Whether an event is not news: it was imported, or is from before actors were stored. */
export function isImported({ actor, cause }: EventRow): boolean {
  return actor === null || actor.type === 'IMPORT' || cause?.type === 'IMPORT'
}

export function mayRead(person: Person | undefined): boolean {
  return person !== undefined && covers(scopesOfRole(person.role), 'threads:read')
}

/** Returns the thread of an event; null for an event about a job, a rule or a webhook. */
export function findThreadId(event: EventRow): Uuid | null {
  if (isOf(event, jobEnded, rulePaused, webhookDisabled)) return null
  if (isOf(event, messageCreated, messageDeliveryChanged)) return toMessageOf(event).threadId
  // Safe because events about clocks and satisfaction have their thread's id.
  return isOf(event, slaWarning, slaBreached, satisfactionAnswered, satisfactionChanged)
    ? (event.object['threadId'] as Uuid)
    : toThreadOf(event).id
}
