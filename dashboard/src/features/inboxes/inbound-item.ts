/** What a provider has posted to an inbox, and words for it. */
import type { SkeinClient } from '@skein/client'
import { ApiError } from '@skein/client'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'

export type InboundItem = {
  id: string
  /** Type of the provider's event. */
  kind: string
  outcome: string
  cause: string | null
  reason: string | null
  externalId: string | null
  from: string | null
  threadId: string | null
  /** True when the item has the id of an earlier one but says something else. */
  differs: boolean
  lastError: string | null
  receivedAt: string
}

const outcomes: Readonly<Record<string, { name: Message; tone: Tone }>> = {
  RECEIVED: { name: message('In the queue'), tone: 'plain' },
  MESSAGE: { name: message('Message'), tone: 'good' },
  STATUS: { name: message('State of a reply'), tone: 'good' },
  CHANGE: { name: message('Change of a message'), tone: 'good' },
  IGNORED: { name: message('Ignored'), tone: 'plain' },
  SUSPENDED: { name: message('Held'), tone: 'warn' },
  DUPLICATE: { name: message('Repeated'), tone: 'plain' },
}

const causes: Readonly<Record<string, Message>> = {
  UNKNOWN_TYPE: message('We don’t know events of this type.'),
  UNKNOWN_MESSAGE: message('It changes a message that we don’t have.'),
  UNKNOWN_DELIVERY: message('It reports about a reply that we didn’t send.'),
  DELETED: message('The customer has deleted the message.'),
  EMPTY: message('It has neither text nor a file.'),
  BLOCKED: message('One of your sender rules blocks this sender.'),
  FLOOD: message('This sender wrote too often within a few minutes.'),
  INBOX_INACTIVE: message('The inbox receives no new threads.'),
  FAILED: message('We couldn’t process it.'),
}

/** The fields that say what became of an item. A later version of the service may have other outcomes and causes. */
export type ItemFate = { outcome: string; cause: string | null; reason: string | null; lastError: string | null; differs: boolean }

/** Describes what became of an item; with the API's words if only a later version of the dashboard knows them. */
export function describeItem({ outcome, cause, reason, lastError, differs }: ItemFate): {
  result: string
  tone: Tone
  detail: string | null
} {
  const { name, tone } = outcomes[outcome] ?? { name: null, tone: 'plain' as const }
  const known = cause === null ? undefined : causes[cause]
  const detail = known ? t(known) : (reason ?? cause ?? lastError)
  return { result: name ? t(name) : outcome, tone, detail: detail ?? (differs ? t('It differs from the first one with this id.') : null) }
}

/** Reads the latest items of an inbox; null when the service does not list them. */
export async function readInboundItems(
  { request }: Pick<SkeinClient, 'request'>,
  query: { inboxId: string; limit: number },
  signal: AbortSignal,
): Promise<readonly InboundItem[] | null> {
  try {
    return (await request<{ data: InboundItem[] }>('GET', '/api/v1/inbound-items', { query, signal })).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Processes a held item past the guard that stopped it. */
export async function releaseInboundItem({ request }: Pick<SkeinClient, 'request'>, id: string): Promise<InboundItem> {
  return (await request<{ data: InboundItem }>('POST', `/api/v1/inbound-items/${id}/release`, { idempotencyKey: newIdempotencyKey() })).data
}
