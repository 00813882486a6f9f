/** Checks shared by registering and changing a webhook: its URL and its event types. */
import { ApiError, scopeEscalation, validationFailed } from '../../kit/errors.ts'
import { declaredEvents, readableTypes } from '../../kit/events.ts'
import type { Scope } from '../../kit/principal.ts'
import { ForbiddenUrlError, type SafeFetch } from '../../kit/outbound/safe-fetch.ts'
import { webhookUrlForbidden } from './errors.ts'

/** Throws SVC-WEBHOOK-URL_FORBIDDEN when events may not be sent to this URL. */
export async function checkUrl(outbound: Pick<SafeFetch, 'checkUrl'>, url: string): Promise<void> {
  try {
    await outbound.checkUrl(url)
  } catch (error) {
    if (!(error instanceof ForbiddenUrlError)) throw error
    throw new ApiError(webhookUrlForbidden, {
      message: error.message,
      details: [{ field: 'url', code: 'FORBIDDEN', message: error.message }],
      cause: error,
    })
  }
}

/**
 * The types without duplicates. Throws 400 for a type that does not exist, and 403 for a type whose objects the caller may not read:
 * a webhook shows no more than the key that registers it.
 */
export function readEventTypes(types: readonly string[], scopes: readonly Scope[]): string[] {
  const known = declaredEvents().map(({ type }) => type)
  const details = types.flatMap((type, i) =>
    type === '*' || known.includes(type)
      ? []
      : [{ field: `events[${i}]`, code: 'NOT_ALLOWED', message: 'is not an event type; GET /event-types lists them' }],
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const readable = readableTypes(scopes)
  const hidden = types.filter((type) => (type === '*' ? readable.size < known.length : !readable.has(type)))
  if (hidden.length > 0) {
    throw new ApiError(scopeEscalation, {
      message: 'This key may not read all of these events. Choose types that it may read, or use a key with more scopes.',
      details: hidden.map((type) => ({ field: 'events', code: 'NOT_COVERED', message: type })),
    })
  }
  return [...new Set(types)]
}
