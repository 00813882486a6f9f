/** Which threads a list shows: the service's rules, for what events tell of single threads. */
import type { RequestOf, Thread } from '@skein/client'

export type ThreadFilters = NonNullable<RequestOf<'listThreads'>['query']>

type Rule = (thread: Thread, asked: string | boolean, meId: string) => boolean | null

/** With and without its prefix an id means the same. */
const bare = (id: string): string => id.slice(id.lastIndexOf('_') + 1)
const isSame = (id: string | null | undefined, asked: string | boolean): boolean =>
  typeof asked === 'string' && typeof id === 'string' && bare(id) === bare(asked)
const isWord = (word: string, asked: string | boolean): boolean => word.toLowerCase() === String(asked).toLowerCase()
const isAfter = (time: string | null, asked: string | boolean): boolean => time !== null && Date.parse(time) > Date.parse(String(asked))
const isBefore = (time: string | null, asked: string | boolean): boolean => time !== null && Date.parse(time) < Date.parse(String(asked))
const isUnsettled = ({ status }: Thread): boolean => status === 'open' || status === 'pending'

/** Clocks go on by themselves, and a thread does not show which of them were warned of. */
function mayHaveClocks({ sla }: Thread): null | false {
  return sla.length === 0 ? false : null
}

/** Null: the thread alone does not tell. */
const rules: Readonly<Record<Exclude<keyof ThreadFilters, 'sort' | 'cursor' | 'limit' | 'customFields'>, Rule>> = {
  q: () => null,
  status: (thread, asked) => isWord(thread.status, asked),
  assigneeId({ assignee }, asked, meId) {
    if (asked === 'none') return assignee === null
    return isSame(assignee?.id, asked === 'me' ? meId : asked)
  },
  teamId: (thread, asked) => isSame(thread.teamId, asked),
  inboxId: (thread, asked) => isSame(thread.inboxId, asked),
  customerId: (thread, asked) => isSame(thread.customer.id, asked),
  labelId: (thread, asked) => thread.labels.some(({ id }) => isSame(id, asked)),
  priority: (thread, asked) => isWord(thread.priority, asked),
  channel: (thread, asked) => isWord(thread.channel, asked),
  externalRef: (thread, asked) => thread.externalRef === asked,
  createdAfter: (thread, asked) => isAfter(thread.createdAt, asked),
  createdBefore: (thread, asked) => isBefore(thread.createdAt, asked),
  updatedAfter: (thread, asked) => isAfter(thread.updatedAt, asked),
  updatedBefore: (thread, asked) => isBefore(thread.updatedAt, asked),
  lastMessageAfter: (thread, asked) => isAfter(thread.lastMessageAt, asked),
  lastMessageBefore: (thread, asked) => isBefore(thread.lastMessageAt, asked),
  waiting: (thread, asked) => (thread.waitingSince !== null) === asked,
  waitingSinceAfter: (thread, asked) => isUnsettled(thread) && isAfter(thread.waitingSince, asked),
  waitingSinceBefore: (thread, asked) => isUnsettled(thread) && isBefore(thread.waitingSince, asked),
  snoozed: (thread, asked) => thread.snoozed === asked,
  slaState: mayHaveClocks,
  slaDueAfter: mayHaveClocks,
  slaDueBefore: mayHaveClocks,
  unread: (thread, asked) => (asked === true ? (isUnsettled(thread) ? null : false) : true),
}

// Safe because the keys of the table are the names of the filters.
export const filterNames = Object.keys(rules) as (keyof typeof rules)[]

/** Whether a custom field has a value; a filter in an address is text. */
function hasValue(value: unknown, asked: string | number | boolean): boolean {
  if (Array.isArray(value)) return value.includes(asked)
  return typeof value === 'number' ? value === Number(asked) : value !== undefined && value !== null && String(value) === String(asked)
}

/** Whether a thread is among those that the filters select; null where only the service can tell: by words, and by what somebody has read. */
export function matches(thread: Thread, filters: ThreadFilters, meId: string): boolean | null {
  let isSure = true
  for (const [key, asked] of Object.entries(filters.customFields ?? {})) if (!hasValue(thread.customFields[key], asked)) return false
  for (const name of filterNames) {
    const asked = filters[name]
    if (asked === undefined) continue
    const verdict = rules[name](thread, asked, meId)
    if (verdict === false) return false
    if (verdict === null) isSure = false
  }
  return isSure ? true : null
}

/** Lists that change when customers write to threads that are nowhere shown. */
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
    (asked) => asked !== undefined,
  )
}

/** Lists that change when time passes for SLA clocks. */
export function dependsOnClocks({ slaState, slaDueAfter, slaDueBefore }: ThreadFilters): boolean {
  return [slaState, slaDueAfter, slaDueBefore].some((asked) => asked !== undefined)
}
