/** Signs and sends one delivery, and returns the outcome. */
import { databaseNow } from '#platform/database-now.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import { signWebhook } from '#platform/outbound/sign-webhook.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type HeaderValues, hiddenValue, hideValues, openHeaders } from '../headers.ts'
import { deliveryPayload } from '../payload.ts'
import { readRetryAfter } from './retry.ts'
import type { Claimed, DeliveryOutcome } from './queries.ts'

export const secretPurpose = 'webhook secret'

export type Attempted = DeliveryOutcome & {
  succeeded: boolean
  /** Whether the endpoint responded 410 Gone. */
  gone: boolean
  retryAfterSeconds: number | null
  /** Whether a retry cannot succeed. */
  permanent: boolean
  /** Whether the request was not sent. The failure is the service's own and does not count against the endpoint. */
  notSent: boolean
}

/** Sends a delivery. Never throws: every failure is an outcome. Only 2xx is a success; does not follow redirects. */
export async function sendDelivery(fetch: Pick<SafeFetch, 'post'>, secrets: Secrets, log: Log, claimed: Claimed): Promise<Attempted> {
  const toFailure = (error: string, more: Partial<Attempted> = {}): Attempted => ({
    id: claimed.id,
    attempt: claimed.attempt,
    attemptedAt: claimed.attemptedAt,
    requestHeaders: {},
    responseStatus: null,
    responseBody: null,
    durationMs: 0,
    error,
    succeeded: false,
    gone: false,
    retryAfterSeconds: null,
    permanent: false,
    notSent: false,
    ...more,
  })
  if (!claimed.event) return toFailure('The event is no longer held.', { permanent: true, notSent: true })
  let body = ''
  let signed: Record<string, string> = {}
  let own: HeaderValues = {}
  try {
    body = JSON.stringify(deliveryPayload(claimed.event, claimed.eventType))
    own = openHeaders(secrets, claimed.headersSealed)
    signed = signHeaders(secrets, claimed, toTypeId('evt', claimed.event.id), body)
  } catch (error) {
    log.error({ error, deliveryId: claimed.id }, 'a delivery could not be prepared')
    return toFailure('The service could not prepare the delivery.', { notSent: true })
  }
  const requestHeaders = { ...Object.fromEntries(Object.keys(own).map((name) => [name, hiddenValue])), ...signed }
  const startedAt = performance.now()
  try {
    const { status, headers, body: responseBody } = await fetch.post(claimed.url, { headers: { ...own, ...signed }, body })
    const answered = {
      requestHeaders,
      responseStatus: status,
      responseBody: hideValues(responseBody, own),
      durationMs: Math.round(performance.now() - startedAt),
    }
    if (status >= 200 && status < 300) return { ...toFailure(''), ...answered, error: null, succeeded: true }
    const why = status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed.` : `Answered ${status}.`
    return toFailure(why, { ...answered, gone: status === 410, retryAfterSeconds: readRetryAfter(headers['retry-after']) })
  } catch (error) {
    return toFailure(error instanceof Error ? error.message : String(error), {
      requestHeaders,
      durationMs: Math.round(performance.now() - startedAt),
    })
  }
}

/** Returns the headers of Standard Webhooks. During a rotation of the secret, the signature header has one signature per secret. */
function signHeaders(secrets: Secrets, claimed: Claimed, id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(databaseNow() / 1000)
  const sealed = [claimed.secretSealed, ...claimed.previousSecretsSealed]
  const signature = signWebhook({ id, timestamp, body, secrets: sealed.map((text) => secrets.decrypt(secretPurpose, text)) })
  return {
    'content-type': 'application/json',
    'user-agent': 'Skein-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  }
}
