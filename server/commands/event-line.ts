/** An event on one line, for people who watch. */
import type { EventPayload } from '../kit/outbox/event-payload.ts'

export type ShownEvent = Pick<EventPayload, 'id' | 'type' | 'data'>

/** `18:02:11  thread.created            evt_…  “The export is empty”`. The time is that of the machine on which it is read. */
export function eventLine({ id, type, data }: ShownEvent, at: Date = new Date()): string {
  const words = wordsOf(data.object)
  return `${timeOf(at)}  ${type.padEnd(24)}  ${id}${words && `  “${words}”`}`
}

export function timeOf(at: Date): string {
  return at.toTimeString().slice(0, 8)
}

const wordsMax = 48

/** What a person would know the thing by: a thread's subject, a message's text, a customer's address, a webhook's URL. */
function wordsOf(object: Record<string, unknown>): string {
  const found = ['subject', 'bodyText', 'title', 'email', 'url', 'name']
    .map((name) => object[name])
    .find((value) => typeof value === 'string' && value.trim() !== '')
  // Texts come from strangers: control characters would speak to the terminal.
  const text = String(found ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return text.length > wordsMax ? `${text.slice(0, wordsMax).toWellFormed()}…` : text
}
