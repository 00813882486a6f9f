/** Formats an event as one line for a terminal. */
import { styleText } from 'node:util'
import type { EventPayload } from '#platform/outbox/event-payload.ts'

export type ShownEvent = Pick<EventPayload, 'id' | 'type' | 'data'>

/** Formats `18:02:11  thread.status_changed     evt_…  “The export is empty”  status: open → resolved`, in the local time zone. */
export function eventLine({ id, type, data }: ShownEvent, at: Date = new Date()): string {
  const words = getWords(data.object)
  const line = `${paint('dim', getTime(at))}  ${paint(getStyle(type), type.padEnd(24))}  ${paint('dim', id)}${words && `  “${words}”`}`
  return [line, ...getChanges(data)].join('  ')
}

export function getTime(at: Date): string {
  return at.toTimeString().slice(0, 8)
}

/** Colours text, but only on terminals that support colours, and not when NO_COLOR is set. */
export function paint(style: 'dim' | 'green' | 'yellow' | 'red', text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

function getStyle(type: string): 'green' | 'yellow' | 'red' {
  if (/\.(created|test)$/.test(type)) return 'green'
  return /\.(deleted|disabled)$/.test(type) ? 'red' : 'yellow'
}

const maxLineCharacters = 48
/** Fields that change with every write, and are therefore not shown. */
const hiddenFields: ReadonlySet<string> = new Set(['version', 'updatedAt'])

/** Formats `status: open → resolved` for each field that changed. */
function getChanges({ object, previous = {} }: ShownEvent['data']): string[] {
  return Object.keys(previous)
    .filter((field) => !hiddenFields.has(field))
    .map((field) => `${toSafeLine(field)}: ${paint('red', valueOf(previous[field]))} → ${paint('green', valueOf(object[field]))}`)
}

function valueOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : toSafeLine(value.map(valueOf).join(', '))
  if (typeof value !== 'object') return toSafeLine(String(value))
  return getWords(value) || toSafeLine(JSON.stringify(value))
}

/** Returns a title for the object: a thread's subject, a message's text, a customer's address, a webhook's URL. */
function getWords(object: object): string {
  const fields = new Map(Object.entries(object))
  const found = ['subject', 'bodyText', 'title', 'email', 'url', 'name']
    .map((name): unknown => fields.get(name))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return toSafeLine(String(found ?? ''))
}

/** Removes control characters. The texts come from strangers and could contain terminal escape sequences. */
function toSafeLine(words: string): string {
  const text = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return text.length > maxLineCharacters ? `${text.slice(0, maxLineCharacters).toWellFormed()}…` : text
}
