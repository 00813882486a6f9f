/** Invariants of a tenant's rows after any requests. Every check returns the violations, none when everything is correct. */
import type { AuditFact, EventFact, TenantFacts, ThreadFact } from './facts.ts'

export function checkFacts(facts: TenantFacts): string[] {
  const checks = [
    numbersHaveNoGap,
    eventsHaveNoGap,
    totalsAreCounts,
    oneEventForEachRow,
    statusesFollowEvents,
    oneAuditForEachEffect,
    versionsCountChanges,
    snoozesFollowEvents,
    rowsAgree,
  ]
  return checks.flatMap((check) => check(facts).map((violation) => `${facts.slug}: ${violation}`))
}

/** Checks that also hold when customers are merged: every change of a thread has one event and one audit row, in order. */
export function checkHistory(facts: TenantFacts): string[] {
  return [eventsHaveNoGap, threadsAreAnnounced, statusesFollowEvents, snoozesFollowEvents, versionsCountChanges].flatMap((check) =>
    check(facts),
  )
}

function numbersHaveNoGap({ threads, counters }: TenantFacts): string[] {
  return [
    ...gaps(
      threads.map(({ publicNumber }) => publicNumber),
      'publicNumber',
    ),
    ...differ('last_public_number', counters.lastPublicNumber, threads.length),
  ]
}

function eventsHaveNoGap({ events, counters }: TenantFacts): string[] {
  return [
    ...gaps(
      events.map(({ sequence }) => sequence),
      'event sequence',
    ),
    ...differ('event_sequence', counters.eventSequence, events.length),
  ]
}

function totalsAreCounts({ threads, messages, customers, audits, counters }: TenantFacts): string[] {
  const count = (status: ThreadFact['status']): number => threads.filter((thread) => thread.status === status).length
  const messagesOf = countBy(messages, ({ threadId }) => threadId)
  const idsOf = new Map(messages.map(({ id, threadId }) => [id, threadId]))
  return [
    ...(['open', 'pending', 'resolved', 'closed'] as const).flatMap((status) =>
      differ(`total of ${status} threads`, counters[status], count(status)),
    ),
    ...differ('total of customers', counters.customers, customers.length),
    ...differ('total of audit rows', counters.auditLogs, audits.length),
    ...threads.flatMap(({ id, subject, messageCount }) =>
      differ(`message_count of ${subject} (${id})`, messageCount, messagesOf.get(id) ?? 0),
    ),
    ...threads
      .filter(({ id, lastMessageId, mergedInto }) => mergedInto === null && idsOf.get(lastMessageId) !== id)
      .map(({ subject }) => `last_message_id of ${subject} is no message of that thread`),
  ]
}

function oneEventForEachRow(facts: TenantFacts): string[] {
  const { customers, events } = facts
  const updates = countBy(
    events.filter(({ type }) => type === 'customer.updated'),
    ({ objectId }) => objectId,
  )
  return [
    ...threadsAreAnnounced(facts),
    ...once(events, 'customer.created', customers),
    ...customers.flatMap(({ id, email, version }) => differ(`events customer.updated of ${email}`, updates.get(id) ?? 0, version - 1)),
  ]
}

function threadsAreAnnounced({ threads, messages, events }: TenantFacts): string[] {
  return [...once(events, 'thread.created', threads), ...once(events, 'message.created', messages)]
}

/** Checks that each row has one event of the type, and that no event is about another object. */
function once(events: readonly EventFact[], type: string, rows: readonly { id: string }[]): string[] {
  const announced = countBy(
    events.filter((event) => event.type === type),
    ({ objectId }) => objectId,
  )
  const wrong = rows.filter(({ id }) => announced.get(id) !== 1).map(({ id }) => `${announced.get(id) ?? 0} events ${type} for ${id}`)
  const ids = new Set(rows.map(({ id }) => id))
  return [...wrong, ...[...announced.keys()].filter((id) => !ids.has(id)).map((id) => `an event ${type} for ${id}, which does not exist`)]
}

/** Replays each thread's status changes: each starts from the previous status, and the last one matches the thread. */
function statusesFollowEvents({ threads, events }: TenantFacts): string[] {
  const now = new Map<string, string>(threads.map(({ id }) => [id, 'open']))
  const broken: string[] = []
  for (const { sequence, objectId, status, previousStatus } of statusChanges(events)) {
    if (now.get(objectId) !== previousStatus)
      broken.push(`event ${sequence} takes thread ${objectId} from ${previousStatus}, but it was ${now.get(objectId)}`)
    now.set(objectId, String(status))
  }
  return [...broken, ...threads.flatMap(({ id, subject, status }) => differ(`status of ${subject} by its events`, now.get(id), status))]
}

/**
 * Checks that there is one audit row for each creation, message and change of status. A customer's message that reopens a thread is one
 * audit row and two events, so there may be more openings than audit rows of agents.
 */
function oneAuditForEachEffect({ threads, messages, customers, audits, events }: TenantFacts): string[] {
  const of = (...actions: string[]): AuditFact[] => audits.filter(({ action }) => actions.includes(action))
  const created = countBy(of('thread.created'), ({ targetId }) => targetId)
  const written = countBy(of('thread.replied', 'thread.message_added'), ({ targetId }) => targetId)
  const customersSeen = countBy(of('customer.created'), ({ targetId }) => targetId)
  const moves = (rows: readonly { id: string; from: string | null; to: string | null }[]): Map<string, number> =>
    countBy(rows, ({ id, from, to }) => `${id} ${from} → ${to}`)
  // Webhooks have a status, too.
  const ids = new Set(threads.map(({ id }) => id))
  const asked = moves(
    audits.flatMap(({ targetId, statusBefore, statusAfter }) =>
      statusBefore === null || !ids.has(targetId) ? [] : [{ id: targetId, from: statusBefore, to: statusAfter }],
    ),
  )
  const announced = moves(
    statusChanges(events).map(({ objectId, previousStatus, status }) => ({ id: objectId, from: previousStatus, to: status })),
  )
  const messagesOf = countBy(messages, ({ bornIn }) => bornIn)
  // A split message does not record where it was written: in the thread that was split, or in one that was merged into it.
  const split = new Set(of('thread.split', 'thread.merged_into').map(({ targetId }) => targetId))
  const splitOff = of('thread.created').filter(({ splitFrom }) => splitFrom !== null)
  for (const { targetId } of splitOff) split.add(targetId)
  return [
    ...threads.flatMap(({ id, subject }) => differ(`audit rows thread.created of ${subject} (${id})`, created.get(id) ?? 0, 1)),
    ...differ(
      'audit rows of messages',
      threads.length - splitOff.length + of('thread.replied', 'thread.message_added').length,
      messages.length,
    ),
    ...threads
      .filter(({ id }) => !split.has(id))
      .flatMap(({ id, subject }) =>
        differ(`audit rows of later messages of ${subject} (${id})`, written.get(id) ?? 0, (messagesOf.get(id) ?? 0) - 1),
      ),
    ...customers.filter(({ id }) => (customersSeen.get(id) ?? 0) > 1).map(({ email }) => `two audit rows customer.created of ${email}`),
    ...[...new Set([...asked.keys(), ...announced.keys()])].flatMap((move) => {
      const [rows, told] = [asked.get(move) ?? 0, announced.get(move) ?? 0]
      const mayOpen = /(pending|resolved) → open$/.test(move)
      return rows === told || (mayOpen && told > rows) ? [] : [`thread ${move}: ${rows} audit rows, ${told} events thread.status_changed`]
    }),
  ]
}

const changesNoVersion: ReadonlySet<string> = new Set(['thread.created', 'thread.reply_scheduled', 'thread.followed', 'thread.unfollowed'])

/** Checks that every change of a thread, and every message after the first, raises its version by one and has one audit row. */
function versionsCountChanges({ threads, audits }: TenantFacts): string[] {
  const changes = countBy(
    audits.filter(({ action }) => action.startsWith('thread.') && !changesNoVersion.has(action)),
    ({ targetId }) => targetId,
  )
  return threads.flatMap(({ id, subject, version }) => differ(`version of ${subject} (${id})`, version, 1 + (changes.get(id) ?? 0)))
}

/** Checks that each snooze starts and ends once: each event starts from the previous state, and the last one matches the thread. */
function snoozesFollowEvents({ threads, snoozes }: TenantFacts): string[] {
  const now = new Map<string, string | null>()
  const broken: string[] = []
  for (const { sequence, threadId, from, to } of snoozes) {
    const until = now.get(threadId) ?? null
    if (until !== from) broken.push(`event ${sequence} changes the snooze of ${threadId} from ${from}, but it was ${until}`)
    now.set(threadId, to)
  }
  return [
    ...broken,
    ...threads.flatMap(({ id, subject, snoozedUntil }) => differ(`snooze of ${subject} by its events`, now.get(id) ?? null, snoozedUntil)),
  ]
}

function rowsAgree({ wrong }: TenantFacts): string[] {
  return wrong
}

function statusChanges(events: readonly EventFact[]): EventFact[] {
  return events.filter(({ type }) => type === 'thread.status_changed')
}

/** Checks that `numbers` are 1, 2, 3, … in order. */
function gaps(numbers: readonly number[], name: string): string[] {
  const at = numbers.findIndex((number, i) => number !== i + 1)
  return at < 0 ? [] : [`${name} ${at + 1} is ${numbers[at]}, after ${numbers[at - 1] ?? 'nothing'}`]
}

function differ(name: string, found: unknown, expected: unknown): string[] {
  return found === expected ? [] : [`${name} is ${String(found)}, should be ${String(expected)}`]
}

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
