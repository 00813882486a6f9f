/** Finds outbox positions for the event ids that clients send. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, invalidCursor, validationFailed } from '#platform/errors.ts'
import { parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { declaredEvents, readableTypes, resolveEventType } from '#platform/outbox/events.ts'
import type { Scope } from '#platform/principal.ts'
import { findBeginning, findHead, findSequence } from './queries.ts'

/** The position of the latest event. */
export const latest = 'latest'

/** Id of the position before all retained events. */
const beginning = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the sequence of `after`: an event id, a sequence or `latest`; 0 for the beginning. Throws 400 when no event has this id. The
 * statement that reads the events checks a sequence.
 */
export async function readPosition(db: Queryable, tenantId: Uuid, after: string | undefined): Promise<number> {
  if (after === latest) return (await getHead(db, tenantId)).sequence
  if (after !== undefined && /^(0|[1-9]\d{0,15})$/.test(after)) return Number(after)
  if (after !== undefined && !/^(evt_)?[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(after)) {
    const message = 'must be the id of an event, a sequence or `latest`'
    throw new ApiError(validationFailed, { details: [{ field: 'after', code: 'INVALID_FORMAT', message }] })
  }
  const id = after === undefined ? beginning : parseTypeId('evt', after)
  if (id === beginning) return 0
  const found = id === null ? null : await db.first(findSequence, { tenantId, id })
  if (!found) throw toPositionError()
  return found.sequence
}

/** Returns the error for a position that never existed, or after which events may have been deleted. */
export function toPositionError(): ApiError {
  return new ApiError(invalidCursor, { message: 'There is no event at this position, or it was deleted. Start again without it.' })
}

/** Returns the sequence of the last event that a stream's client has received; null when the event does not exist or was deleted. */
export async function findPosition(db: Queryable, tenantId: Uuid, eventId: string): Promise<number | null> {
  const id = parseTypeId('evt', eventId)
  const found =
    id === null ? null : await (id === beginning ? db.first(findBeginning, { tenantId }) : db.first(findSequence, { tenantId, id }))
  return found?.sequence ?? null
}

/** Returns the sequence and id of the latest event. The id is `beginning` when there has been no event, or the latest was deleted. */
export async function getHead(db: Queryable, tenantId: Uuid): Promise<{ sequence: number; id: string }> {
  const head = await db.first(findHead, { tenantId })
  return { sequence: head?.sequence ?? 0, id: toTypeId('evt', head?.id ?? beginning) }
}

/**
 * Parses a comma-separated list of event types (undefined: all types). Resolves aliases, and drops types whose objects the scopes may not
 * read. Returns null when all types remain. Throws 400 for an unknown type.
 */
export function readTypes(text: string | undefined, scopes: readonly Scope[]): string[] | null {
  const readable = readableTypes(scopes)
  const known = declaredEvents().map(({ type }) => type)
  if (text === undefined) return readable.size === known.length ? null : [...readable]
  const types = [...new Set(text.split(',').map((type) => resolveEventType(type.trim())))]
  const unknown = types.filter((type) => !known.includes(type))
  if (unknown.length > 0)
    throw new ApiError(validationFailed, {
      details: [{ field: 'types', code: 'NOT_ALLOWED', message: `has no event types named ${unknown.join(', ').slice(0, 200)}` }],
    })
  return types.filter((type) => readable.has(type))
}
