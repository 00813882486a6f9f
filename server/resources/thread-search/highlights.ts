/** Highlights a page of search results: the fields and messages of each thread that contain the searched words. */
import {
  findExcerptInWindows,
  highlightText,
  type HighlightedText,
  toNeedle,
  type Query,
  type Term,
  wantedTerms,
} from '../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { choice, closed, component, exampleId, idOutput, nullable, type Static, Type } from '#platform/schema.ts'
import { createPauser, type Pauser } from '#platform/turns.ts'
import type { UnindexedThread } from './unindexed.ts'
import { headPart, headsOf, type HeadText, type MessageText } from './queries.ts'
import { matchingMessages } from './search-queries.ts'
import { fieldTexts, type OptionLabels, readOptionLabels } from './texts.ts'

/** Fields of a thread that a search can match. */
type FoundThread = {
  id: Uuid
  publicNumber: number
  ticketNumber: string
  externalRef: string | null
  subject: string | null
  customerName: string | null
  customerEmail: string | null
}

const maxMessagesPerThread = 3
/** Limits per page: comparisons of a text with a term, and bytes of texts. Skips the oldest messages of very long threads. */
const pageLimits = { comparisons: 400_000, bytes: 100_000_000 }

const SearchRange = component(
  'SearchRange',
  closed(
    {
      start: Type.Integer({ minimum: 0, description: 'The first position in `text`.' }),
      end: Type.Integer({ minimum: 0, description: 'The position after the last character.' }),
    },
    { description: 'A match. Positions count UTF-16 code units, as in JavaScript and Java.' },
  ),
)
const SearchMatch = component(
  'SearchMatch',
  closed(
    {
      field: component(
        'SearchField',
        choice(
          {
            subject: 'The thread’s subject.',
            ticketNumber: 'Its number.',
            externalRef: 'Your own id for the thread.',
            customerName: 'The customer’s name.',
            customerEmail: 'The customer’s e-mail address.',
            message: 'One of its messages, internal notes included.',
            attachment: 'The name of a file of one of its messages.',
            customField: 'One of its custom fields.',
            customerField: 'A custom field of its customer. Shown only with the scope `customers:read`.',
          },
          { description: 'The field that matches.' },
        ),
      ),
      messageId: nullable(idOutput('msg', 'The message.'), { description: 'The message, if `field` is `message` or `attachment`.' }),
      fieldKey: nullable(Type.String(), { description: 'The key of the custom field, if `field` is `customField` or `customerField`.' }),
      text: Type.String({
        description: 'The text of the field; for a message the text around the first match, cut between words. Never HTML.',
      }),
      ranges: Type.Array(SearchRange, { description: 'The positions of the words, in order, without overlap.' }),
    },
    { description: 'A matching text.' },
  ),
)
const SearchHighlight = component(
  'SearchHighlight',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      matches: Type.Array(SearchMatch, {
        description: `The matching fields, then at most ${maxMessagesPerThread} messages with their files, latest first. In a thread with thousands of messages only the latest are searched.`,
      }),
    },
    {
      description: 'The matches of a thread.',
      examples: [
        {
          threadId: exampleId('thr'),
          matches: [{ field: 'subject', messageId: null, fieldKey: null, text: 'The export is empty', ranges: [{ start: 4, end: 10 }] }],
        },
      ],
    },
  ),
)
/** Highlights in a search's `meta`. */
export const SearchHighlights = Type.Array(SearchHighlight, {
  description: 'With `q`: the matches of each thread of the page, in the same order.',
})
type Match = Static<typeof SearchMatch>

/** Returns the highlights of each record, in record order. */
export async function findHighlights(
  db: Queryable,
  tenantId: Uuid,
  query: Query,
  records: readonly FoundThread[],
  { unindexed, showsCustomerFields }: { unindexed: ReadonlyMap<number, UnindexedThread>; showsCustomerFields: boolean },
): Promise<Static<typeof SearchHighlight>[]> {
  const terms = wantedTerms(query)
  if (records.length === 0 || terms.length === 0) return records.map(({ id }) => ({ threadId: toTypeId('thr', id), matches: [] }))
  const threadIds = records.map(({ id }) => id)
  const [heads, labels, messages] = await Promise.all([
    db.rows(headsOf, { tenantId, threadIds }),
    readOptionLabels(db, tenantId),
    db.rows(matchingMessages, {
      tenantId,
      numbers: records.map(({ publicNumber }) => publicNumber),
      threadIds,
      needles: terms.map(toNeedle),
      part: headPart,
      each: maxMessagesPerThread,
      texts: Math.ceil(pageLimits.comparisons / (records.length * terms.length)),
      bytes: Math.ceil(pageLimits.bytes / (records.length * terms.length)),
    }),
  ])
  const headOf = new Map(heads.map((head) => [head.threadId, head]))
  const pauser = createPauser()
  const highlights: Static<typeof SearchHighlight>[] = []
  for (const record of records) {
    const own = messages.filter(({ number }) => number === record.publicNumber)
    const recent = (unindexed.get(record.publicNumber)?.messages ?? []).filter(({ id }) => own.every((other) => other.id !== id))
    const latest = [...recent, ...own].toSorted((a, b) => (a.at < b.at ? 1 : -1))
    const head = headOf.get(record.id)
    const matches = [
      ...matchFields(record, terms),
      ...(head ? matchCustomFields(showsCustomerFields ? head : { ...head, customerFields: null }, labels, terms) : []),
      ...(await matchMessages(latest, terms, pauser)),
    ]
    highlights.push({ threadId: toTypeId('thr', record.id), matches })
  }
  return highlights
}

function matchFields(record: FoundThread, terms: readonly Term[]): Match[] {
  const { ticketNumber, publicNumber, externalRef } = record
  const highlightWhole = (text: string): HighlightedText => ({ text, ranges: [{ start: 0, end: text.length }] })
  const raws = terms.map(({ raw }) => raw)
  const hasNumber = raws.some((raw) => raw.toUpperCase() === ticketNumber.toUpperCase() || raw.replace('#', '') === String(publicNumber))
  const highlight = (text: string | null): HighlightedText | null => (text === null ? null : highlightText(text, terms))
  const found: [Match['field'], HighlightedText | null][] = [
    ['ticketNumber', hasNumber ? highlightWhole(ticketNumber) : null],
    ['externalRef', externalRef !== null && raws.includes(externalRef) ? highlightWhole(externalRef) : highlight(externalRef)],
    ['subject', highlight(record.subject)],
    ['customerName', highlight(record.customerName)],
    ['customerEmail', highlight(record.customerEmail)],
  ]
  return found.flatMap(([field, match]) => (match ? [{ field, messageId: null, fieldKey: null, ...match }] : []))
}

/** Returns the matches of custom fields, of each field the first one: of its labels rather than of its values. */
function matchCustomFields({ customFields, customerFields }: HeadText, labels: OptionLabels, terms: readonly Term[]): Match[] {
  const matchesIn = (field: Match['field'], texts: ReturnType<typeof fieldTexts>): Match[] => {
    const byKey = new Map<string, Match>()
    for (const { key, text } of texts) {
      const match = byKey.has(key) ? null : highlightText(text, terms)
      if (match) byKey.set(key, { field, messageId: null, fieldKey: key, ...match })
    }
    return [...byKey.values()]
  }
  return [
    ...matchesIn('customField', fieldTexts('THREAD', customFields, labels)),
    ...matchesIn('customerField', fieldTexts('CUSTOMER', customerFields, labels)),
  ]
}

async function matchMessages(
  messages: readonly Pick<MessageText, 'id' | 'text' | 'files'>[],
  terms: readonly Term[],
  pauser: Pauser,
): Promise<Match[]> {
  const found: Match[] = []
  let shown = 0
  for (const { id, text, files } of messages) {
    if (shown === maxMessagesPerThread) break
    const messageId = toTypeId('msg', id)
    const match = await findExcerptInWindows(text, terms, () => pauser.pause())
    const names = (files?.split('\n') ?? []).flatMap((name) => highlightText(name, terms) ?? [])
    if (match) found.push({ field: 'message', messageId, fieldKey: null, ...match })
    for (const name of names) found.push({ field: 'attachment', messageId, fieldKey: null, ...name })
    if (match || names.length > 0) shown++
  }
  return found
}
