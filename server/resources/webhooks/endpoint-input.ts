/** What registering and changing a webhook check alike: its URL and its event types. */
import { ApiError, validationFailed } from '../../kit/errors.ts'
import { declaredEvents } from '../../kit/events.ts'
import { ForbiddenUrlError, type SafeFetch } from '../../kit/outbound/safe-fetch.ts'
import { webhookUrlForbidden } from './errors.ts'

/** Throws SVC-WEBHOOK-URL_FORBIDDEN when events may not be sent there. */
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

/** The types, each once. Throws 400 for one that does not exist: a misspelt type would wait for ever. */
export function readEventTypes(types: readonly string[]): string[] {
  const known = new Set(['*', ...declaredEvents().map(({ type }) => type)])
  const details = types.flatMap((type, i) =>
    known.has(type) ? [] : [{ field: `events[${i}]`, code: 'NOT_ALLOWED', message: 'is not an event type; GET /event-types lists them' }],
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return [...new Set(types)]
}
