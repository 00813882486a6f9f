/** Positions in the outbox. */
import type { Queryable } from '../../kit/db.ts'
import { ApiError, invalidCursor, validationFailed } from '../../kit/errors.ts'
import { declaredEvents, readableTypes } from '../../kit/events.ts'
import { parseTypeId, toTypeId, type Uuid } from '../../kit/ids.ts'
import type { Scope } from '../../kit/principal.ts'
import { findBeginning, findHead, findSequence } from './queries.ts'

/** The id of the place before all events that are held. */
const beginning = '00000000-0000-0000-0000-000000000000'

/** The sequence of the event that a reader of the feed names; 0 for the beginning. Throws 400 when that event is not (or no longer) held. */
export async function readPosition(db: Queryable, tenantId: Uuid, after: string | undefined): Promise<number> {
  const id = after === undefined ? beginning : parseTypeId('evt', after)
  if (id === beginning) return 0
  const found = id === null ? null : await db.first(findSequence, { tenantId, id })
  if (!found) throw positionLost()
  return found.sequence
}

/** What followed the position may have been deleted, or it never was one. */
export function positionLost(): ApiError {
  return new ApiError(invalidCursor, { message: 'The position names no event that is held. Begin again without it.' })
}

/** The sequence of the event that a reader of the stream has seen last; null when that event is not (or no longer) held. */
export async function findPosition(db: Queryable, tenantId: Uuid, eventId: string): Promise<number | null> {
  const id = parseTypeId('evt', eventId)
  const found =
    id === null ? null : await (id === beginning ? db.first(findBeginning, { tenantId }) : db.first(findSequence, { tenantId, id }))
  return found?.sequence ?? null
}

/** The latest event, with an id that names its place: the beginning's when there has been none, or when it is no longer held. */
export async function getHead(db: Queryable, tenantId: Uuid): Promise<{ sequence: number; id: string }> {
  const head = await db.first(findHead, { tenantId })
  return { sequence: head?.sequence ?? 0, id: toTypeId('evt', head?.id ?? beginning) }
}

/**
 * The types to show of a comma-separated list (undefined: of all), as far as the scopes let their holder read the objects; null when
 * that is all types. Throws 400 for a type that does not exist.
 */
export function readTypes(text: string | undefined, scopes: readonly Scope[]): string[] | null {
  const readable = readableTypes(scopes)
  const known = declaredEvents().map(({ type }) => type)
  if (text === undefined) return readable.size === known.length ? null : [...readable]
  const types = [...new Set(text.split(',').map((type) => type.trim()))]
  const unknown = types.filter((type) => !known.includes(type))
  if (unknown.length > 0)
    throw new ApiError(validationFailed, {
      details: [{ field: 'types', code: 'NOT_ALLOWED', message: `has no event types named ${unknown.join(', ').slice(0, 200)}` }],
    })
  return types.filter((type) => readable.has(type))
}
