/**
 * Cursors: opaque, signed keyset positions. A cursor is valid only for the tenant, operation, filters and sort order that it was created
 * for; `limit` may change between pages.
 */
import { ApiError, invalidCursor } from '../errors.ts'
import { encodeSuffix, parseTypeId } from '../ids.ts'
import type { Position } from './declared-endpoint.ts'
import { sameBytes, type Secrets } from '../secrets.ts'

/**
 * Returns the binding of a cursor: the operation, the tenant, the ids of the path and the filters as the caller sent them, as one string.
 */
export function cursorBinding(operationId: string, tenantId: string | undefined, params: object, query: unknown): string {
  return JSON.stringify([operationId, tenantId, params, query])
}

/**
 * Creates a cursor. `binding` identifies its list: lists that differ in tenant, operation, filters or sort have different bindings.
 */
export function encodeCursor(secrets: Secrets, binding: string, position: Position): string {
  const text = `${encodeSuffix(position.id)}${position.at}`
  return Buffer.from(text + secrets.signCursor(`${binding}\n${text}`)).toString('base64url')
}

/**
 * Returns the position of a cursor. Throws SVC-PAGINATION-INVALID_CURSOR for any text that `encodeCursor` did not create for this binding.
 */
export function decodeCursor(secrets: Secrets, binding: string, cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const signed = text.slice(0, -16)
  const id = parseTypeId('thr', signed.slice(0, 26))
  const canonical = Buffer.from(text, 'latin1').toString('base64url') === cursor
  const genuine = canonical && sameBytes(Buffer.from(text.slice(-16)), Buffer.from(secrets.signCursor(`${binding}\n${signed}`)))
  if (!genuine || id === null) throw new ApiError(invalidCursor)
  return { at: signed.slice(26), id }
}
