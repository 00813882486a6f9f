/** Sends replies to the tenant's own program. */
import { signWebhook } from '#platform/outbound/sign-webhook.ts'
import type { AttemptContext, ProviderResult, Recipient, ReplyToFreeze } from '../channel.ts'
import { splitText } from '../split-text.ts'

/** The content of a reply. Every attempt makes the same bytes from it and from the links of its files, which do not change either. */
type Snapshot = {
  readonly messageId: string
  readonly threadId: string
  readonly inboxId: string
  readonly conversationKey: string | null
  readonly to: Recipient
  readonly body: string
  readonly bodyFormat: 'text' | 'html'
  readonly bodyText: string
  readonly parts: readonly string[]
}

export function freeze({
  messageId,
  threadId,
  inboxId,
  conversation,
  to,
  body,
  bodyFormat,
  bodyText,
  capabilities,
}: ReplyToFreeze): Snapshot {
  const isTextOnly = bodyFormat === 'html' && !capabilities.formats.includes('html')
  const { maxTextLength } = capabilities
  return {
    messageId,
    threadId,
    inboxId,
    conversationKey: conversation,
    to,
    ...(isTextOnly ? { body: bodyText, bodyFormat: 'text' } : { body, bodyFormat }),
    bodyText,
    parts: maxTextLength === null ? [bodyText] : splitText(bodyText, maxTextLength),
  }
}

/**
 * 2xx is success, and 409 with `{"error"}` a final refusal. Everything else is tried again under the same id, by which the program
 * recognises a message that it has already sent.
 */
export async function attempt(snapshot: object, context: AttemptContext): Promise<ProviderResult> {
  const { deliveryId, files, timestamp } = context
  const attachments = files.map(({ url, filename, contentType, size }) => ({ url, filename, contentType, size }))
  const body = JSON.stringify({ type: 'message.send', data: { deliveryId, ...snapshot, attachments } })
  try {
    return toResult(await post(body, context), timestamp)
  } catch (error) {
    return { state: 'DEFERRED', reason: error instanceof Error ? error.message : String(error), retryAfterSeconds: null }
  }
}

/** Any 2xx is success. */
export async function test(inboxId: string, context: Omit<AttemptContext, 'files'>): Promise<{ ok: boolean; detail: string }> {
  const { status } = await post(JSON.stringify({ type: 'channel.test', data: { inboxId } }), context)
  return { ok: status >= 200 && status < 300, detail: describeStatus(status) }
}

type Response = Awaited<ReturnType<AttemptContext['fetch']['post']>>

function post(
  body: string,
  { deliveryId: id, timestamp, secrets, outboundUrl, fetch, signal }: Omit<AttemptContext, 'files'>,
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Skein-Channel/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id, timestamp, body, secrets }),
  }
  return fetch.post(outboundUrl, { headers, body, signal })
}

function describeStatus(status: number): string {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? `Your program responded ${status}; redirects are not followed.` : `Your program responded ${status}.`
}

function toResult({ status, headers, body }: Response, now: number): ProviderResult {
  const answered = readObject(body)
  if (status >= 200 && status < 300) return { state: 'ACCEPTED', externalId: readText(answered.externalId, 255) }
  if (status === 409) return { state: 'REFUSED', reason: readText(answered.error, 1_000) ?? 'Your program refused it.' }
  return { state: 'DEFERRED', reason: describeStatus(status), retryAfterSeconds: readSeconds(headers['retry-after'], now) }
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    // Safe because any object can be read by names.
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

/** Reads a text that PostgreSQL can store; null for anything else. */
function readText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed().trim()
  return text === '' ? null : text
}

/** Reads Retry-After: seconds, or an HTTP date. `now` is in Unix seconds. */
function readSeconds(header: string | readonly string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  // Require a month name, because Date.parse reads `1.5` as a day in January.
  const at = /[a-z]{3}/i.test(header) ? Date.parse(header) / 1_000 : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil(at - now))
}
