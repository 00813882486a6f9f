/** Decides whether an event matches a rule by its type, its changes, and its message. */
import { allTerms, parseQuery, toNeedle, joinWords } from '../../text-search/index.ts'
import { readEmail } from '#platform/email.ts'
import type { IdPrefix, Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { hasNoValue, isBlank } from '../../custom-fields/index.ts'
import { isAutomatic, type MessageRecord, messageCreated, type ThreadRecord } from '../../threads/index.ts'
import { changeableFields, type RuleChange, type RuleMessage, type RuleTrigger } from '../condition-schema.ts'
import type { Evaluation } from './evaluation.ts'

type EventConditions = { trigger: RuleTrigger; changed: readonly RuleChange[]; message: RuleMessage | null }

/** Facts for conditions on a message. The event itself may have only the beginning of the message's text. */
export type MessageFacts = { text: string; isFirst: boolean; senderAddress: string | null }

/** Evaluates the conditions on the event. Without `facts`, conditions that need them are false: see `needsMessageFacts`. */
export function evaluateEvent({ trigger, changed, message }: EventConditions, event: EventRow, facts: MessageFacts | null): Evaluation[] {
  const wanted = trigger.events ?? []
  const type: Evaluation = { field: 'event', wanted, found: event.type, holds: wanted.some((each) => each === event.type) }
  // Automatic messages never match, even if the rule has no condition on messages.
  const asked = message ?? (event.type === messageCreated.type ? {} : null)
  return [type, ...changed.map((change) => evaluateChange(change, event)), ...(asked ? evaluateEventMessage(asked, event, facts) : [])]
}

/** True when `evaluateEvent` needs the facts of the event's message. */
export function needsMessageFacts({ message }: Pick<EventConditions, 'message'>, event: EventRow): boolean {
  const { first, words, fromDomains } = message ?? {}
  return event.type === messageCreated.type && (first !== undefined || words !== undefined || fromDomains !== undefined)
}

function evaluateChange(change: RuleChange, event: EventRow): Evaluation {
  const found = findChange(change.field, event)
  return { ...toUnmetChange(change), found, holds: found !== null && fits(change, found) }
}

/** Builds the evaluation of a change that no event contains. */
export function toUnmetChange({ field, ...wanted }: RuleChange): Evaluation {
  const prefix = field in changeableFields ? prefixes[field] : undefined
  return { field: `changed.${field}`, wanted, found: null, holds: false, ...(prefix ? { prefix } : {}) }
}

const prefixes: Readonly<Record<string, IdPrefix>> = { assigneeId: 'usr', teamId: 'tea', inboxId: 'inb', labels: 'lbl' }

type Found = { from: unknown; to: unknown } | { added: Uuid[]; removed: Uuid[] }

/** Returns how an event changed a field; null if the field did not change. */
function findChange(field: string, { object, previous }: EventRow): Found | null {
  // Safe because events with these fields concern threads, and store the thread record that they present.
  const [after, before] = [object as Partial<ThreadRecord>, (previous ?? {}) as Partial<ThreadRecord>]
  if (field === 'labels') {
    if (!before.labels || !after.labels) return null
    const [old, current] = [before.labels.map(({ id }) => id), after.labels.map(({ id }) => id)]
    return { added: current.filter((id) => !old.includes(id)), removed: old.filter((id) => !current.includes(id)) }
  }
  const key = /^customFields\.(.+)$/.exec(field)?.[1]
  const read = (record: object): unknown => {
    // Safe because the fields of a stored record are only read by name.
    const values = (key === undefined ? record : ((record as Partial<ThreadRecord>).customFields ?? {})) as Record<string, unknown>
    const value = values[key ?? field] ?? null
    return key !== undefined && hasNoValue(value) ? null : value
  }
  if (!((key === undefined ? field : 'customFields') in before)) return null
  const found = { from: read(before), to: read(after) }
  return JSON.stringify(found.from) === JSON.stringify(found.to) ? null : found
}

function fits({ from, to, added, removed }: RuleChange, found: Found): boolean {
  if ('added' in found)
    return (!added || added.some((id) => found.added.includes(id))) && (!removed || removed.some((id) => found.removed.includes(id)))
  const isOneOf = (wanted: readonly unknown[] | undefined, value: unknown): boolean =>
    !wanted || wanted.some((each) => each === value || (isBlank(each) && value === null) || (Array.isArray(value) && value.includes(each)))
  return isOneOf(from, found.from) && isOneOf(to, found.to)
}

function evaluateEventMessage(wanted: RuleMessage, event: EventRow, facts: MessageFacts | null): Evaluation[] {
  if (event.type !== messageCreated.type) return [{ field: 'message', wanted, found: null, holds: false }]
  // Safe because events of this type store a message's record.
  return evaluateMessage(wanted, event.object as MessageRecord, facts)
}

/** Evaluates the conditions on a message. */
export function evaluateMessage(wanted: RuleMessage, message: MessageRecord, facts: MessageFacts | null): Evaluation[] {
  const { authorTypes, internal, automatic = false, first, words, fromDomains } = wanted
  const isOfProgram = isAutomatic(message)
  const evaluations: Evaluation[] = []
  const evaluate = (field: string, asked: unknown, found: unknown, holds: boolean) =>
    evaluations.push({ field: `message.${field}`, wanted: asked, found, holds })
  if (authorTypes) evaluate('authorTypes', authorTypes, message.authorType, authorTypes.includes(message.authorType))
  if (internal !== undefined) evaluate('internal', internal, message.internal, internal === message.internal)
  evaluate('automatic', automatic, isOfProgram, automatic || !isOfProgram)
  if (first !== undefined) evaluate('first', first, facts?.isFirst ?? null, facts !== null && first === facts.isFirst)
  if (words !== undefined) {
    const { found, holds } = facts ? evaluateWords(words, facts.text) : { found: null, holds: false }
    evaluate('words', words, found, holds)
  }
  if (fromDomains) {
    const domain = facts?.senderAddress?.split('@').at(-1)?.toLowerCase() ?? null
    evaluate('fromDomains', fromDomains, domain, domain !== null && fromDomains.some((each) => isWithin(domain, toDomain(each))))
  }
  return evaluations
}

/** Normalises a domain as in stored addresses: lower case, and Unicode instead of punycode. */
function toDomain(text: string): string {
  return readEmail(`x@${text}`)?.slice(2) ?? text.toLowerCase()
}

function isWithin(domain: string, wanted: string): boolean {
  return domain === wanted || domain.endsWith(`.${wanted}`)
}

/**
 * Compares words as the search does. Takes time linear in the lengths of text and query: only the tokenizer's pattern runs on the
 * customer's text. `found` contains the terms that the text contains.
 */
export function evaluateWords(words: string, text: string): { found: string[]; holds: boolean } {
  const query = parseQuery(words)
  const line = joinWords(text)
  const matches = new Map(allTerms(query).map((term) => [term, line.includes(toNeedle(term))]))
  const holds = query.groups.some(({ all, none }) => all.every((term) => matches.get(term)) && !none.some((term) => matches.get(term)))
  return { found: [...matches].flatMap(([term, isFound]) => (isFound ? [term.raw] : [])), holds }
}
