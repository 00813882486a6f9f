/** Where a reader of the outbox is. */
import type { Queryable } from '../../kit/db.ts'
import { ApiError, invalidCursor, validationFailed } from '../../kit/errors.ts'
import { declaredEvents } from '../../kit/events.ts'
import { parseTypeId, type Uuid } from '../../kit/ids.ts'
import { findSequence } from './queries.ts'

/** The sequence of the event that a reader names; null when it names none. Throws 400 when that event is not (or no longer) held. */
export async function readPosition(db: Queryable, tenantId: Uuid, after: string | undefined): Promise<number | null> {
  if (after === undefined) return null
  const sequence = await findPosition(db, tenantId, after)
  if (sequence === null) throw new ApiError(invalidCursor, { message: 'after names no event that is held. Begin again without it.' })
  return sequence
}

export async function findPosition(db: Queryable, tenantId: Uuid, eventId: string): Promise<number | null> {
  const id = parseTypeId('evt', eventId)
  return id === null ? null : ((await db.first(findSequence, { tenantId, id }))?.sequence ?? null)
}

/** The types of a comma-separated list, or null for all. Throws 400 for a type that does not exist. */
export function readTypes(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const types = [...new Set(text.split(',').map((type) => type.trim()))]
  const known = new Set(declaredEvents().map(({ type }) => type))
  const unknown = types.filter((type) => !known.has(type))
  if (unknown.length > 0) throw new ApiError(validationFailed, { details: [{ field: 'types', code: 'NOT_ALLOWED', message: `has no event types named ${unknown.join(', ').slice(0, 200)}` }] })
  return types
}
