/** What must hold of a tenant's rows whatever clients did. Every check explains what it found, and is empty when all is well. */
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
  ]
  return checks.flatMap((check) => check(facts).map((violation) => `${facts.slug}: ${violation}`))
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
      .filter(({ id, lastMessageId }) => idsOf.get(lastMessageId) !== id)
      .map(({ subject }) => `last_message_id of ${subject} is no message of that thread`),
  ]
}

function oneEventForEachRow({ threads, messages, customers, events }: TenantFacts): string[] {
  const once = (type: string, rows: readonly { id: string }[]): string[] => {
    const announced = countBy(
      events.filter((event) => event.type === type),
      ({ objectId }) => objectId,
    )
    const wrong = rows.filter(({ id }) => announced.get(id) !== 1).map(({ id }) => `${announced.get(id) ?? 0} events ${type} for ${id}`)
    const ids = new Set(rows.map(({ id }) => id))
    return [...wrong, ...[...announced.keys()].filter((id) => !ids.has(id)).map((id) => `an event ${type} for ${id}, which does not exist`)]
  }
  const updates = countBy(
    events.filter(({ type }) => type === 'customer.updated'),
    ({ objectId }) => objectId,
  )
  return [
    ...once('thread.created', threads),
    ...once('message.created', messages),
    ...once('customer.created', customers),
    ...customers.flatMap(({ id, email, version }) => differ(`events customer.updated of ${email}`, updates.get(id) ?? 0, version - 1)),
  ]
}

/** Replays each thread's changes of status: each begins where the one before ended, and the last one is what the thread says. */
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
 * One audit row for each creation, message and change of status. A customer's message that opens a thread is one audit
 * row and two events, so openings may outnumber the agents' own.
 */
function oneAuditForEachEffect({ threads, messages, customers, audits, events }: TenantFacts): string[] {
  const of = (...actions: string[]): AuditFact[] => audits.filter(({ action }) => actions.includes(action))
  const created = countBy(of('thread.created'), ({ targetId }) => targetId)
  const written = countBy(of('thread.replied', 'thread.message_added'), ({ targetId }) => targetId)
  const customersSeen = countBy(of('customer.created'), ({ targetId }) => targetId)
  const moves = (rows: readonly { id: string; from: string | null; to: string | null }[]): Map<string, number> =>
    countBy(rows, ({ id, from, to }) => `${id} ${from} → ${to}`)
  const asked = moves(
    of('thread.updated').map(({ targetId, statusBefore, statusAfter }) => ({ id: targetId, from: statusBefore, to: statusAfter })),
  )
  const announced = moves(
    statusChanges(events).map(({ objectId, previousStatus, status }) => ({ id: objectId, from: previousStatus, to: status })),
  )
  const messagesOf = countBy(messages, ({ threadId }) => threadId)
  return [
    ...threads.flatMap(({ id, subject }) => differ(`audit rows thread.created of ${subject} (${id})`, created.get(id) ?? 0, 1)),
    ...threads.flatMap(({ id, subject }) =>
      differ(`audit rows of later messages of ${subject} (${id})`, written.get(id) ?? 0, (messagesOf.get(id) ?? 0) - 1),
    ),
    ...customers.filter(({ id }) => (customersSeen.get(id) ?? 0) > 1).map(({ email }) => `two audit rows customer.created of ${email}`),
    ...[...new Set([...asked.keys(), ...announced.keys()])].flatMap((move) => {
      const [rows, told] = [asked.get(move) ?? 0, announced.get(move) ?? 0]
      const mayOpen = /(pending|resolved) → open$/.test(move)
      return rows === told || (mayOpen && told > rows)
        ? []
        : [`thread ${move}: ${rows} audit rows thread.updated, ${told} events thread.status_changed`]
    }),
  ]
}

/** Every change of a thread raises its version by one: by its messages after the first and its audited updates alone. */
function versionsCountChanges({ threads, audits }: TenantFacts): string[] {
  const updates = countBy(
    audits.filter(({ action }) => action === 'thread.updated'),
    ({ targetId }) => targetId,
  )
  return threads.flatMap(({ id, subject, version, messageCount }) =>
    differ(`version of ${subject} (${id})`, version, messageCount + (updates.get(id) ?? 0)),
  )
}

function statusChanges(events: readonly EventFact[]): EventFact[] {
  return events.filter(({ type }) => type === 'thread.status_changed')
}

/** `numbers` in order must be 1, 2, 3, … */
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
