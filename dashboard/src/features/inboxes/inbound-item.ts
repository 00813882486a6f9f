/** Words for what a provider has posted to an inbox. */
import { message, t, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'

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
