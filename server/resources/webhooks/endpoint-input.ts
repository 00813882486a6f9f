/** Checks shared by operations on webhooks: the URL, the event types, and the caller's right to read what the webhook sends. */
import { findUses } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, scopeEscalation, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import { declaredEvents, readableTypes, resolveEventType } from '#platform/outbox/events.ts'
import type { Principal, Scope } from '#platform/principal.ts'
import { webhookUrlForbidden } from './errors.ts'
import { findWaitingTypes } from './queries.ts'

/** Throws SVC-WEBHOOK-URL_FORBIDDEN when the service must not send requests to the URL. */
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
 * Returns the event types without duplicates, aliases resolved. Throws 400 for an unknown type, and 403 for a type whose objects the caller
 * may not read, because a webhook must not reveal more than the key that registers it.
 */
export function readEventTypes(names: readonly string[], scopes: readonly Scope[]): string[] {
  const known = new Set(declaredEvents().map(({ type }) => type))
  const types = names.map(resolveEventType)
  const details = types.flatMap((type, i) =>
    type === '*' || known.has(type)
      ? []
      : [{ field: `events[${i}]`, code: 'NOT_ALLOWED', message: 'is not an event type; GET /event-types lists them' }],
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const hidden = hiddenTypes(types, scopes)
  if (hidden.length > 0)
    throw scopeError('This key may not read all of these events. Choose types that it may read, or use a key with more scopes.', hidden)
  return [...new Set(types)]
}

/**
 * Throws 403 when the webhook sends events that the caller may not read, has waiting deliveries of such events, or is used by a rule or a
 * canned response. A caller who changes the webhook's URL would receive these events; one who changes its secret could forge them.
 */
export async function checkMayControl(
  tx: Queryable,
  { tenantId, scopes }: Principal,
  { id, events }: { id: Uuid; events: readonly string[] },
): Promise<void> {
  if (readableTypes(scopes).size === declaredEvents().length) return
  const waiting = await tx.rows(findWaitingTypes, { tenantId, webhookId: id })
  const uses = await findUses(tx, tenantId, { table: 'webhooks' }, id)
  const addressed = Object.keys(uses).length > 0 ? declaredEvents().flatMap((event) => (event.addressed ? [event.type] : [])) : []
  const hidden = hiddenTypes([...events, ...waiting.map(({ eventType }) => eventType), ...addressed], scopes)
  if (hidden.length > 0) throw scopeError('This webhook sends events that this key may not read. Use a key with more scopes.', hidden)
}

/** Throws 403 when the caller may not read events of this type. */
export function checkMayRead(eventType: string, { scopes }: Principal): void {
  const hidden = hiddenTypes([eventType], scopes)
  if (hidden.length > 0) throw scopeError('This key may not read the event of this delivery. Use a key with more scopes.', hidden)
}

/** Returns the event types, without duplicates, whose objects these scopes do not allow to read. */
function hiddenTypes(types: readonly string[], scopes: readonly Scope[]): string[] {
  const readable = readableTypes(scopes)
  const isAll = readable.size === declaredEvents().length
  return [...new Set(types)].filter((type) => (type === '*' ? !isAll : !readable.has(type)))
}

function scopeError(message: string, hidden: readonly string[]): ApiError {
  return new ApiError(scopeEscalation, {
    message,
    details: hidden.map((type) => ({ field: 'events', code: 'NOT_COVERED', message: type })),
  })
}
