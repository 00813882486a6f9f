/** What integrators get of an event: the same bytes in the feed, the stream and every attempt of every delivery. */
import { declaredEvent, type EventDeclaration } from './events.ts'
import { toTypeId, type Uuid } from './ids.ts'
import { isoTime } from './time.ts'

/** An event as the outbox holds it. */
export type EventRow = {
  tenantId: Uuid
  id: Uuid
  sequence: number
  type: string
  object: Record<string, unknown>
  previous: Record<string, unknown> | null
  createdAt: string
}

export type EventPayload = {
  id: string
  type: string
  timestamp: string
  tenantId: string
  apiVersion: 'v1'
  sequence: number
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> }
  /** Set when texts were cut to keep the payload within its limit; the whole is read over the API. */
  truncated?: true
}

/** Bytes of a payload at most. */
export const payloadBytesMax = 20_480

/** Pure: one row always gives the same payload. */
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
    data: row.previous ? { object, previous: previousFields(declaration, row, object) } : { object },
  }
  if (row.object.truncated === true) payload.truncated = true
  return withinLimit(payload)
}

/** Fields of the public shape that were different before the change, with their earlier values. */
function previousFields(declaration: EventDeclaration, row: EventRow, object: Record<string, unknown>): Record<string, unknown> {
  const before = present(declaration, { ...row.object, ...row.previous })
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(object[name])))
}

function present(declaration: EventDeclaration, record: Record<string, unknown>): Record<string, unknown> {
  // Safe because the objects of events are objects in every declaration.
  return declaration.present(record) as Record<string, unknown>
}

/** Cuts the longest texts, then drops free-form fields, until the payload fits. */
function withinLimit(payload: EventPayload): EventPayload {
  for (let round = 0; Buffer.byteLength(JSON.stringify(payload)) > payloadBytesMax; round++) {
    payload.truncated = true
    for (const part of [payload.data.object, payload.data.previous]) {
      if (!part) continue
      for (const [name, value] of Object.entries(part)) {
        if (typeof value === 'string' && value.length > 512) part[name] = cut(value, value.length >> 1)
        else if (round > 0 && name === 'customFields') part[name] = {}
      }
    }
  }
  return payload
}

/** The first characters of a text, never half of a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replace(/\uFFFD$/, '')
}
