/** The filters and orders of lists of threads. */
import { severalOf, choice, closed, component, idInput, idOrWord, type Shape, time, Type } from '#platform/schema.ts'
import type { ThreadFilterName } from '../../../../client/thread-filters.ts'
import { CustomFieldFilter } from '../../custom-fields/index.ts'
import { ChannelInput, PriorityInput, SlaStanding, StatusInput } from '../../thread-words/index.ts'
import { include } from './preview-schema.ts'

const id = '[0-7][0-9a-hjkmnp-tv-z]{25}'

export const ThreadSort = component(
  'ThreadSort',
  choice(
    {
      createdAt: 'Oldest first.',
      '-createdAt': 'Newest first; the default.',
      updatedAt: 'Least recently changed first.',
      '-updatedAt': 'Most recently changed first.',
      lastMessageAt: 'Least recent message first.',
      '-lastMessageAt': 'Most recent message first.',
      waitingSince: 'Longest waiting customer first; threads whose customer is not waiting come last.',
      '-waitingSince': 'The reverse: threads whose customer is not waiting, then the shortest wait.',
      priority: 'Urgent threads first, then high, normal and low; newest first among equals.',
      '-priority': 'The reverse.',
      slaDueAt: 'Earliest `dueAt` of running SLA clocks first, so overdue threads come first. Threads without one come last.',
    },
    { description: 'The sort order; `-` reverses it.' },
  ),
)

/** Filters for lists of threads and for views. */
export const threadFilterFields = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Words in the thread’s subject, messages (internal notes included), names of files, customer’s name and address, external ' +
        'reference, or values of custom fields of either, in any language, ignoring case and accents. All words must occur. Also: `"a phrase"`, `-excluded`, `this or ' +
        'that`, `prefix*`. A ticket number (`ACME-2026-000042`, `#42`, `42`) or external reference finds its thread first. At most 50 ' +
        'words. A search that would take too long is refused with 400: a prefix of too many words (`TOO_MANY_WORDS`), or a phrase of ' +
        'more than six words that are in too many threads (`PHRASE_TOO_COMMON`).',
      examples: ['refund -"gift card"'],
    }),
  ),
  status: Type.Optional(severalOf(StatusInput)),
  assigneeId: Type.Optional(
    Type.String({
      'x-id': 'usr',
      'x-words': ['none', 'me'],
      pattern: `^(none|me|(usr_)?${id})$`,
      description: 'The agent, `none` for unassigned threads, or `me` for the caller’s threads.',
      examples: ['none'],
    }),
  ),
  followerId: Type.Optional(
    Type.String({
      'x-id': 'usr',
      'x-words': ['me'],
      pattern: `^(me|(usr_)?${id})$`,
      description: 'A user who follows the thread, or `me` for threads that the caller follows.',
      examples: ['me'],
    }),
  ),
  teamId: Type.Optional(idOrWord('tea', ['none'], 'The team, or `none` for threads without one.')),
  inboxId: Type.Optional(idInput('inb', 'The inbox.')),
  customerId: Type.Optional(idInput('cst', 'The customer.')),
  labelId: Type.Optional(idOrWord('lbl', ['none'], 'One of the thread’s labels, or `none` for threads without one.')),
  priority: Type.Optional(severalOf(PriorityInput)),
  channel: Type.Optional(severalOf(ChannelInput)),
  customFields: Type.Optional(CustomFieldFilter),
  externalRef: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The `external_reference_id` of the thread’s creation.' }),
  ),
  createdAfter: Type.Optional(time('Created later than this.')),
  createdBefore: Type.Optional(time('Created earlier than this.')),
  updatedAfter: Type.Optional(time('Last changed later than this.')),
  updatedBefore: Type.Optional(time('Last changed earlier than this.')),
  lastMessageAfter: Type.Optional(time('Latest message later than this.')),
  lastMessageBefore: Type.Optional(time('Latest message earlier than this.')),
  waiting: Type.Optional(Type.Boolean({ description: 'Whether the customer is waiting for a reply.' })),
  waitingSinceAfter: Type.Optional(time('The customer has been waiting since after this time.')),
  waitingSinceBefore: Type.Optional(time('The customer has been waiting since before this time.')),
  slaState: Type.Optional(SlaStanding),
  slaDueAfter: Type.Optional(time('Nearest SLA deadline (see `sort=slaDueAt`) later than this.')),
  slaDueBefore: Type.Optional(time('Nearest SLA deadline earlier than this; send the current time to find overdue threads.')),
  snoozed: Type.Optional(Type.Boolean({ description: 'Whether the thread is snoozed.' })),
  unread: Type.Optional(
    Type.Boolean({
      description:
        '`true`: open and pending threads with messages of others, notes included, that you have not read. `false` does not filter.',
    }),
  ),
} satisfies Record<Exclude<ThreadFilterName, 'ticketNumber'>, Shape>

/** Matches `ACME-2026-000042`. Nine digits cover more threads than a tenant can have. */
export const ticketNumberPattern = '^[A-Za-z][A-Za-z0-9]{1,7}-[0-9]{4}-[0-9]{6,9}$'

export const ThreadFilters = closed({
  ...threadFilterFields,
  ticketNumber: Type.Optional(
    Type.String({ pattern: ticketNumberPattern, description: 'The ticket number, in any letter case.', examples: ['ACME-2026-000042'] }),
  ),
  sort: Type.Optional(ThreadSort),
})

/** The query of `GET /threads`. */
export const ThreadListQuery = closed({ ...ThreadFilters.properties, include })
