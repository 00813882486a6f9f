/**
 * Compares the events that readers and receivers got with the stored events and with the clients' responses. Every check returns the
 * violations, none when everything is correct.
 */
import { countBy } from './check-facts.ts'
import { findToken } from './check-ledger.ts'
import { isProtected, isSuccess, finalResponses, type Operation } from './ledger.ts'
import type { JournalEntry } from './receiver.ts'
import type { ObservedEvent } from './observed-events.ts'
import type { DeliveryFact, StoredEvent } from './webhook-facts.ts'

type Reading = { name: string; types: readonly string[] | null; seen: readonly ObservedEvent[] }

/** Checks that the reader received each event of its types once, in the order of `events`. */
export function checkReader({ name, types, seen }: Reading, events: readonly StoredEvent[]): string[] {
  const wanted = events.filter(({ type }) => wants(types, type))
  const at = wanted.findIndex((event, i) => !isSame(seen[i], event))
  if (at >= 0) return [`${name} shows ${shortly(seen[at])} where ${shortly(wanted[at])} is, number ${at + 1} of ${wanted.length}`]
  return seen.length === wanted.length ? [] : [`${name} shows ${shortly(seen[wanted.length])} after the last of ${wanted.length} events`]
}

/** Checks that every delivery was genuine, and that the accepted ids are those of the webhook's events. */
export function checkReceipts(
  name: string,
  types: readonly string[],
  journal: readonly JournalEntry[],
  events: readonly StoredEvent[],
): string[] {
  const wanted = new Map(events.filter(({ type }) => wants(types, type)).map((event) => [event.id, event]))
  const taken = new Set(journal.filter(({ verdict }) => verdict === 'accepted').map(({ id }) => id))
  return [
    ...journal
      .filter(({ verdict }) => verdict !== 'accepted' && verdict !== 'busy')
      .map((entry) => `${name} had to refuse ${shortly(entry)}: ${entry.verdict}`),
    ...[...wanted.values()].filter(({ id }) => !taken.has(id)).map((event) => `${name} never got ${shortly(event)}`),
    ...journal
      .filter((entry) => !isSame(entry, wanted.get(entry.id)))
      .map((entry) => `${name} was sent ${shortly(entry)}, which is none of its events`),
  ]
}

/** Checks that an event has the same text for every reader and at every read. */
export function checkTexts(observed: readonly ObservedEvent[]): string[] {
  const digests = new Map<string, Set<string>>()
  for (const { id, digest } of observed) digests.set(id, (digests.get(id) ?? new Set()).add(digest))
  return [...digests].filter(([, texts]) => texts.size > 1).map(([id, { size }]) => `the event ${id} was shown in ${size} versions`)
}

/**
 * Checks that `seen`, without duplicate ids, has one thread.created for each acknowledged creation, and at most one for each creation with
 * an unknown outcome.
 */
export function checkAnnounced(name: string, seen: readonly ObservedEvent[], operations: readonly Operation[]): string[] {
  const once = [...new Map(seen.map((event) => [event.id, event])).values()]
  const announced = countBy(
    once.filter(({ type, subject }) => type === 'thread.created' && subject !== null),
    ({ subject }) => findToken(subject ?? '') ?? '',
  )
  const creations = operations.filter(({ kind }) => kind === 'createThread')
  const known = new Set(creations.map(({ id }) => id))
  const wrong = creations.flatMap((operation) => {
    const times = announced.get(operation.id) ?? 0
    const acknowledged = finalResponses(operation).filter(({ answer }) => isSuccess(answer)).length
    const [min, max] = isProtected(operation) ? [Math.min(1, acknowledged), 1] : [acknowledged, operation.attempts.length]
    return times >= min && times <= max
      ? []
      : [`${name} shows ${times} thread.created of ${operation.id}, which was acknowledged ${acknowledged} times`]
  })
  return [
    ...wrong,
    ...[...announced.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${name} shows a thread.created of "${id}", which nobody asked for`),
  ]
}

/**
 * When a kept-alive connection breaks before the response, the sender assumes that it had been closed, and continues the attempt on a new
 * connection.
 */
const requestsPerAttempt = 2

/**
 * Checks that there is one finished delivery for each event of the webhook, and that the receiver got no more requests than the delivery
 * has attempts.
 */
export function checkDeliveries(
  name: string,
  types: readonly string[],
  deliveries: readonly DeliveryFact[],
  journal: readonly JournalEntry[],
  events: readonly StoredEvent[],
): string[] {
  const made = countBy(deliveries, ({ eventId }) => eventId)
  const came = countBy(journal, ({ id }) => id)
  const wanted = new Set(events.filter(({ type }) => wants(types, type)).map(({ id }) => id))
  return [
    ...[...new Set([...wanted, ...made.keys()])]
      .filter((id) => (made.get(id) ?? 0) !== Number(wanted.has(id)))
      .map((id) => `${name} has ${made.get(id) ?? 0} deliveries of the event ${id}`),
    ...deliveries
      .filter(({ state }) => state !== 'SUCCEEDED')
      .map(({ eventId, state, attempt }) => `${name} has the event ${eventId} as ${state} after ${attempt} attempts`),
    ...deliveries
      .filter(({ eventId, attempt }) => (came.get(eventId) ?? 0) > requestsPerAttempt * attempt)
      .map(({ eventId, attempt }) => `${name} was sent the event ${eventId} ${came.get(eventId)} times in ${attempt} attempts`),
  ]
}

function wants(types: readonly string[] | null, type: string): boolean {
  return types === null || types.includes('*') || types.includes(type)
}

type Named = Pick<ObservedEvent, 'id' | 'sequence' | 'type'>

function isSame(a: Named | undefined, b: Named | undefined): boolean {
  return a?.id === b?.id && a?.sequence === b?.sequence && a?.type === b?.type
}

function shortly(event: Named | undefined): string {
  return event ? `${event.sequence} ${event.type} ${event.id}` : 'nothing'
}
