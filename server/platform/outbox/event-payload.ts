/** Builds the public payload of an event. The feed, the stream and every delivery attempt send the same bytes. */
import { type EventActor, type EventCause, presentActor, presentCause } from './attribution.ts'
import { declaredEvent, type AnyEvent } from './events.ts'
import { toTypeId, type Uuid } from '../ids.ts'
import { completeRecord } from './stored-records.ts'
import { isoTime } from '../time.ts'

/** An event as stored in the outbox. */
export type EventRow = {
  tenantId: Uuid
  id: Uuid
  sequence: number
  type: string
  object: Record<string, unknown>
  previous: Record<string, unknown> | null
  /** Actor and cause of the change. The actor is null for events from before actors were stored. */
  actor: EventActor | null
  cause: EventCause | null
  createdAt: string
}

export type EventPayload = {
  id: string
  type: string
  timestamp: string
  tenantId: string
  apiVersion: 'v1'
  sequence: number
  actor: ReturnType<typeof presentActor>
  cause: ReturnType<typeof presentCause>
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> }
  /** Present if texts were truncated to keep the payload within its limit. The API returns the full texts. */
  truncated?: true
}

/** Maximum size of a payload in bytes. */
export const maxPayloadBytes = 20_480

/** Builds the payload. Pure: a row always gives the same payload. */
export function eventPayload(row: EventRow): EventPayload {
  const declaration = declaredEvent(row.type)
  const object = present(declaration, row.object)
  const payload: EventPayload = {
    id: toTypeId('evt', row.id),
    type: row.type,
    timestamp: isoTime(row.createdAt),
    tenantId: toTypeId('ten', row.tenantId),
    apiVersion: 'v1',
    sequence: row.sequence,
    actor: presentActor(row.actor),
    cause: presentCause(row.cause),
    data: row.previous ? { object, previous: previousFields(declaration, row, object) } : { object },
  }
  if (row.object.truncated === true) payload.truncated = true
  return withinLimit(payload)
}

/** Returns the old values of the public fields that the change affected. */
function previousFields(declaration: AnyEvent, row: EventRow, object: Record<string, unknown>): Record<string, unknown> {
  const before = present(declaration, { ...row.object, ...row.previous })
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(object[name])))
}

function present(declaration: AnyEvent, record: Record<string, unknown>): Record<string, unknown> {
  // Safe because `emit` stored this declaration's type of record, and the object of every event is a JSON object.
  return declaration.present(completeRecord(declaration.object, record) as never) as Record<string, unknown>
}

/** Length up to which texts (a name, an address, an id) are truncated only as a last resort. */
const maxUncutTextLength = 512

/**
 * Repeatedly halves the longest texts, including those in nested objects. If that is not enough, removes custom fields, then shortens
 * lists, then all other texts.
 */
function withinLimit(given: EventPayload): EventPayload {
  const hasRoom = (payload: EventPayload): boolean => Buffer.byteLength(JSON.stringify(payload)) <= maxPayloadBytes
  if (hasRoom(given)) return given
  // Copy, because nested objects belong to the row.
  const payload = { ...given, data: structuredClone(given.data), truncated: true as const }
  const { object, previous } = payload.data
  const parts = previous ? [object, previous] : [object]
  const fits = (): boolean => hasRoom(payload)
  for (let length = longestText(parts) >> 1; length >= maxUncutTextLength && !fits(); length >>= 1)
    parts.forEach((part) => cutTexts(part, length))
  if (!fits()) for (const part of parts) if ('customFields' in part) part['customFields'] = {}
  for (let items = 64; items >= 0 && !fits(); items = items === 0 ? -1 : items >> 1) for (const part of parts) cutLists(part, items)
  // Ids, states and times are shorter than the smallest limit, so the result still matches its shape.
  for (let length = maxUncutTextLength >> 1; length >= 64 && !fits(); length >>= 1) parts.forEach((part) => cutTexts(part, length))
  return payload
}

/** Yields the values of an object and of the objects and lists in it. Skips custom fields, which are removed as a whole. */
function* nestedOf(part: object): Generator<Record<string, unknown>> {
  // Safe because lists have their items under their numbers.
  const own = part as Record<string, unknown>
  yield own
  for (const [name, value] of Object.entries(own))
    if (name !== 'customFields' && typeof value === 'object' && value !== null) yield* nestedOf(value)
}

function longestText(parts: readonly Record<string, unknown>[]): number {
  const texts = parts.flatMap((part) => [...nestedOf(part)].flatMap((each) => Object.values(each)))
  return texts.reduce<number>((longest, value) => (typeof value === 'string' ? Math.max(longest, value.length) : longest), 0)
}

function cutTexts(part: Record<string, unknown>, length: number): void {
  for (const each of nestedOf(part))
    for (const [name, value] of Object.entries(each))
      if (typeof value === 'string' && value.length > length) each[name] = cut(value, length)
}

function cutLists(part: Record<string, unknown>, items: number): void {
  for (const each of nestedOf(part))
    for (const [name, value] of Object.entries(each)) if (Array.isArray(value)) each[name] = value.slice(0, items)
}

/** Truncates a text without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const end = text.charCodeAt(length - 1)
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? length - 1 : length)
}
