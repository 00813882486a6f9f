/** Sends replies to the tenant's own program. */
import { signWebhook } from '#platform/outbound/sign-webhook.ts'
import type { AttemptContext, ProviderResult, Recipient, ReplyToFreeze } from '../channel.ts'
import { splitText } from '../split-text.ts'

/** What a reply says. Every attempt makes the same bytes from it, apart from the links of files. */
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
  const { deliveryId, files, timestamp, secrets, outboundUrl, signal } = context
  const attachments = files.map(({ url, filename, contentType, size }) => ({ url, filename, contentType, size }))
  const body = JSON.stringify({ type: 'message.send', data: { deliveryId, ...snapshot, attachments } })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Skein-Channel/1',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id: deliveryId, timestamp, body, secrets }),
  }
  try {
    const response = await context.fetch.post(outboundUrl, { headers, body, signal })
    return toResult(response)
  } catch (error) {
    return { state: 'DEFERRED', reason: error instanceof Error ? error.message : String(error), retryAfterSeconds: null }
  }
}

function toResult({ status, headers, body }: Awaited<ReturnType<AttemptContext['fetch']['post']>>): ProviderResult {
  const answered = readObject(body)
  if (status >= 200 && status < 300)
    return { state: 'ACCEPTED', externalId: typeof answered.externalId === 'string' ? answered.externalId.slice(0, 255) : null }
  if (status === 409) {
    const reason =
      typeof answered.error === 'string' && answered.error.trim() !== '' ? answered.error.slice(0, 1_000) : 'Your program refused it.'
    return { state: 'REFUSED', reason: reason.toWellFormed().replaceAll('\u0000', '') }
  }
  const reason =
    status >= 300 && status < 400 ? `Your program responded ${status}; redirects are not followed.` : `Your program responded ${status}.`
  return { state: 'DEFERRED', reason, retryAfterSeconds: readSeconds(headers['retry-after']) }
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

function readSeconds(header: string | readonly string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null
}
