/** Decides which threads a list contains, by the service's rules, so that events can update lists without a request. */
import type { RequestOf, Thread } from '@skein/client'

export type ThreadFilters = NonNullable<RequestOf<'listThreads'>['query']>

/** Returns null when the thread does not contain enough to decide. */
type Rule = (thread: Thread, value: string | boolean, meId: string) => boolean | null

/** Removes the prefix of an id. The service accepts ids with and without their prefix. */
const stripPrefix = (id: string): string => id.slice(id.lastIndexOf('_') + 1)
const isSameId = (id: string | null | undefined, value: string | boolean): boolean =>
  typeof value === 'string' && typeof id === 'string' && stripPrefix(id) === stripPrefix(value)
/** Whether a word is among several, which are separated by commas. */
const isWord = (word: string, value: string | boolean): boolean => String(value).toLowerCase().split(',').includes(word.toLowerCase())
const isAfter = (time: string | null, value: string | boolean): boolean => time !== null && Date.parse(time) > Date.parse(String(value))
const isBefore = (time: string | null, value: string | boolean): boolean => time !== null && Date.parse(time) < Date.parse(String(value))
const isUnsettled = ({ status }: Thread): boolean => status === 'open' || status === 'pending'

/**
 * Returns null for a thread with SLA clocks: their state changes as time passes, and the thread does not contain which warnings were sent.
 */
function matchesClocks({ sla }: Thread): null | false {
  return sla.length === 0 ? false : null
}

const rules: Readonly<Record<Exclude<keyof ThreadFilters, 'sort' | 'cursor' | 'limit' | 'customFields'>, Rule>> = {
  q: () => null,
  status: (thread, value) => isWord(thread.status, value),
  assigneeId({ assignee }, value, meId) {
    if (value === 'none') return assignee === null
    return isSameId(assignee?.id, value === 'me' ? meId : value)
  },
  // Threads do not show who follows them.
  followerId: () => null,
  teamId: (thread, value) => isSameId(thread.teamId, value),
  inboxId: (thread, value) => isSameId(thread.inboxId, value),
  customerId: (thread, value) => isSameId(thread.customer.id, value),
  labelId: (thread, value) => thread.labels.some(({ id }) => isSameId(id, value)),
  priority: (thread, value) => isWord(thread.priority, value),
  channel: (thread, value) => isWord(thread.channel, value),
  externalRef: (thread, value) => thread.externalRef === value,
  ticketNumber: (thread, value) => isWord(thread.ticketNumber, value),
  createdAfter: (thread, value) => isAfter(thread.createdAt, value),
  createdBefore: (thread, value) => isBefore(thread.createdAt, value),
  updatedAfter: (thread, value) => isAfter(thread.updatedAt, value),
  updatedBefore: (thread, value) => isBefore(thread.updatedAt, value),
  lastMessageAfter: (thread, value) => isAfter(thread.lastMessageAt, value),
  lastMessageBefore: (thread, value) => isBefore(thread.lastMessageAt, value),
  waiting: (thread, value) => (thread.waitingSince !== null) === value,
  waitingSinceAfter: (thread, value) => isUnsettled(thread) && isAfter(thread.waitingSince, value),
  waitingSinceBefore: (thread, value) => isUnsettled(thread) && isBefore(thread.waitingSince, value),
  snoozed: (thread, value) => thread.snoozed === value,
  slaState: matchesClocks,
  slaDueAfter: matchesClocks,
  slaDueBefore: matchesClocks,
  unread: (thread, value) => (value === true ? (isUnsettled(thread) ? null : false) : true),
}

// Safe because the keys of the table are the names of the filters.
export const filterNames = Object.keys(rules) as (keyof typeof rules)[]

/** Whether a custom field has the value of a filter, which is text when it comes from a URL. */
function hasValue(value: unknown, wanted: string | number | boolean): boolean {
  if (Array.isArray(value)) return value.includes(wanted)
  return typeof value === 'number' ? value === Number(wanted) : value !== undefined && value !== null && String(value) === String(wanted)
}

/** Whether a thread matches the filters; null when only the service can decide, as for search words and unread threads. */
export function matches(thread: Thread, filters: ThreadFilters, meId: string): boolean | null {
  let isSure = true
  for (const [key, value] of Object.entries(filters.customFields ?? {})) if (!hasValue(thread.customFields[key], value)) return false
  for (const name of filterNames) {
    const value = filters[name]
    if (value === undefined) continue
    const verdict = rules[name](thread, value, meId)
    if (verdict === false) return false
    if (verdict === null) isSure = false
  }
  return isSure ? true : null
}

/** True when a message in a thread that is not in the cache can change the list. */
export function dependsOnMessages({
  waiting,
  waitingSinceAfter,
  waitingSinceBefore,
  unread,
  q,
  lastMessageAfter,
  lastMessageBefore,
}: ThreadFilters): boolean {
  return [waiting, waitingSinceAfter, waitingSinceBefore, unread, q, lastMessageAfter, lastMessageBefore].some(
    (value) => value !== undefined,
  )
}

/** True when the list changes as the time of SLA clocks passes. */
export function dependsOnClocks({ slaState, slaDueAfter, slaDueBefore }: ThreadFilters): boolean {
  return [slaState, slaDueAfter, slaDueBefore].some((value) => value !== undefined)
}
