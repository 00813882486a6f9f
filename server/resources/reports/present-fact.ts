/** Presents facts to the API and as CSV rows. */
import type { Cell } from '#platform/http/csv.ts'
import { type IdPrefix, toTypeId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import type { FactRecord } from './query/list-facts-queries.ts'
import type { Fact } from './schema.ts'

type Wire = Static<typeof Fact>

/** Parts of facts that the caller may see. */
export type Visible = { people: boolean; subjects: boolean }

/** Removes the parts that the caller may not see. */
export function hideParts(record: FactRecord, { people, subjects }: Visible): FactRecord {
  const shown = people
    ? record
    : { ...record, person: null, assignee: null, ...(record.field === 'assignee' ? { fromValue: null, toValue: null } : {}) }
  return subjects ? shown : { ...shown, subject: null }
}

const prefixes = { person: 'usr', assignee: 'usr', team: 'tea', inbox: 'inb', policy: 'sla' } as const
type Named = keyof typeof prefixes
/** Id prefixes of fields that contain ids. */
const valuePrefixes: Readonly<Record<string, IdPrefix>> = { ...prefixes, rule: 'rul' }

export function toFact(record: FactRecord): Wire {
  const { kind, at, sequence, n, startedAt, valueMs, businessMs, threadId, ticketNumber, subject, messageId, field } = record
  const getName = (name: Named): Wire['person'] => {
    const named = record[name]
    return named && { id: toTypeId(prefixes[name], named.id), name: named.name }
  }
  const valueOf = (value: string | null): string | null => {
    const prefix = field === null ? undefined : valuePrefixes[field]
    return value !== null && prefix ? toTypeId(prefix, value) : value
  }
  return {
    id: `${sequence}.${n}`,
    kind,
    at: isoTime(at),
    startedAt: isoTimeOrNull(startedAt),
    valueMs,
    businessMs,
    thread: ticketNumber === null ? null : { id: toTypeId('thr', threadId), ticketNumber, subject },
    messageId: messageId && toTypeId('msg', messageId),
    person: getName('person'),
    assignee: getName('assignee'),
    team: getName('team'),
    inbox: getName('inbox'),
    // Safe because facts have the thread's priority and channel.
    priority: record.priority as Wire['priority'],
    channel: record.channel as Wire['channel'],
    policy: getName('policy'),
    cause: record.cause,
    first: record.isFirst,
    field,
    from: valueOf(record.fromValue),
    to: valueOf(record.toValue),
    eventId: toTypeId('evt', record.eventId),
  }
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000)

/** Columns of the CSV export, with their values. */
const columns: readonly (readonly [string, (fact: Wire) => Cell])[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['at', ({ at }) => at],
  ['startedAt', ({ startedAt }) => startedAt],
  ['valueSeconds', ({ valueMs }) => seconds(valueMs)],
  ['businessSeconds', ({ businessMs }) => seconds(businessMs)],
  ['threadId', ({ thread }) => thread?.id ?? null],
  ['ticketNumber', ({ thread }) => thread?.ticketNumber ?? null],
  ['subject', ({ thread }) => thread?.subject ?? null],
  ['messageId', ({ messageId }) => messageId],
  ...(['person', 'assignee', 'team', 'inbox', 'policy'] as const).flatMap(
    (name) =>
      [
        [`${name}Id`, (fact: Wire) => fact[name]?.id ?? null],
        [name, (fact: Wire) => fact[name]?.name ?? null],
      ] as const,
  ),
  ['priority', ({ priority }) => priority],
  ['channel', ({ channel }) => channel],
  ['cause', ({ cause }) => cause],
  ['first', ({ first }) => String(first)],
  ['field', ({ field }) => field],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to],
  ['eventId', ({ eventId }) => eventId],
]

export const factHeader: readonly Cell[] = columns.map(([name]) => name)

export function toFactRow(fact: Wire): Cell[] {
  return columns.map(([, value]) => value(fact))
}
