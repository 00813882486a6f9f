/** Declares when rules apply: the shapes of triggers, filters, changes and conditions on messages. */
import { choice, closed, component, exampleId, idInput, nullable, type Static, Type } from '#platform/schema.ts'
import { satisfaction } from '../satisfaction/index.ts'
import { scheduledMeetings } from '../scheduled-meetings/index.ts'
import { fieldCondition } from '../sla-policies/index.ts'
import {
  AuthorTypeInput,
  threadAssigned,
  threadFilterFields,
  threadLabelsChanged,
  threadMerged,
  threadPriorityChanged,
  threads,
  threadStatusChanged,
  threadUnmerged,
  threadUpdated,
} from '../threads/index.ts'

/** Whether an event type can trigger rules. After an erasure or a merge, the thread has nothing left for a rule to change. */
const isTrigger = (type: string) =>
  /^(thread\..+|message\.created|sla\..+|satisfaction\.answered|meeting\..+)$/.test(type) && type !== 'thread.erased'
const triggers = [threads, scheduledMeetings, satisfaction].flatMap(({ events }) => events).filter(({ type }) => isTrigger(type))

/** Event types that can trigger rules. */
export const triggerTypes: ReadonlySet<string> = new Set(triggers.map(({ type }) => type))

const RuleEventType = component(
  'RuleEventType',
  choice(Object.fromEntries(triggers.map(({ type, description }) => [type, description])), {
    description: 'A type of event about a thread.',
  }),
)

/** Points in time from which TIME rules count. */
export const ruleStarts = {
  CREATED: 'The thread was created.',
  WAITING: 'The customer has been waiting for an answer since.',
  LAST_MESSAGE: 'The latest message that is not `automatic` was written. Notes and replies of rules and of other programs do not count.',
  STATUS: 'The thread got the status that it has.',
  ASSIGNED: 'The thread got the assignee that it has.',
  SNOOZE_ENDED: 'The latest snooze ended.',
  SLA_DUE: 'The nearest SLA deadline; `afterMinutes` may be negative.',
}
export type RuleStart = keyof typeof ruleStarts

export const maxAfterMinutes = 527_040

export const RuleTrigger = component(
  'RuleTrigger',
  closed(
    {
      type: component(
        'RuleTriggerType',
        choice(
          {
            EVENT: 'One of `events` happens.',
            TIME: '`afterMinutes` have passed since `since`, and the filter holds; at most 30 seconds late.',
          },
          { description: 'What makes the rule run.' },
        ),
      ),
      events: Type.Optional(
        Type.Array(RuleEventType, { minItems: 1, maxItems: 30, uniqueItems: true, description: 'Of EVENT: the events.' }),
      ),
      since: Type.Optional(component('RuleMoment', choice(ruleStarts, { description: 'Of TIME: the beginning.' }))),
      afterMinutes: Type.Optional(
        Type.Integer({
          minimum: -maxAfterMinutes,
          maximum: maxAfterMinutes,
          description: 'Of TIME: how long after `since`, at most 366 days. Of SLA_DUE, a negative number means before the deadline.',
          examples: [1440],
        }),
      ),
      businessHoursId: Type.Optional(
        nullable(idInput('bhr', 'Business hours.'), { description: 'Of TIME: the hours in which minutes count; otherwise all do.' }),
      ),
    },
    { description: 'What makes a rule run: events, or a time.', examples: [{ type: 'EVENT', events: ['thread.created'] }] },
  ),
)
export type RuleTrigger = Static<typeof RuleTrigger>

const { q: _q, unread: _unread, assigneeId: _assigneeId, followerId: _followerId, ...sharedFields } = threadFilterFields
const id = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** The filters of `GET /threads` for rules. A rule has no caller, so `me` and `unread` are missing; `q` is replaced by `message.words`. */
export const ruleFilterFields = {
  ...sharedFields,
  assigneeId: Type.Optional(
    Type.String({
      'x-id': 'usr',
      'x-words': ['none'],
      pattern: `^(none|(usr_)?${id})$`,
      description: 'The agent, or `none` for unassigned threads.',
      examples: ['none'],
    }),
  ),
  followerId: Type.Optional(idInput('usr', 'A user who follows the thread.')),
  customerFields: Type.Optional(
    Type.Array(fieldCondition, { maxItems: 10, description: 'Conditions on the customer’s custom fields, all of which must match.' }),
  ),
}

export const ThreadFilter = component(
  'ThreadFilter',
  closed(ruleFilterFields, {
    description: 'The filters of `GET /threads`, all of which must match, and conditions on the customer’s custom fields.',
    examples: [{ status: 'open', priority: 'urgent' }],
  }),
)
export type ThreadFilter = Static<typeof ThreadFilter>

const filters = (description: string) => Type.Optional(Type.Array(ThreadFilter, { maxItems: 20, description }))

export const RuleFilter = component(
  'RuleFilter',
  closed(
    {
      all: filters('Filters that must all match.'),
      any: filters('Filters of which at least one must match, unless the list is empty.'),
      none: filters('Filters of which none may match.'),
    },
    {
      description: 'The threads to which a rule applies, as they are when it runs; all threads without a filter.',
      examples: [{ all: [{ status: 'open' }] }],
    },
  ),
)
export type RuleFilter = Static<typeof RuleFilter>

/** Fields whose changes rules can test, in addition to `customFields.KEY`. A field with ids has their prefix. */
export const changeableFields = { status: null, priority: null, assigneeId: 'usr', teamId: 'tea', inboxId: 'inb', labels: null } as const

const eventTypes: Readonly<Record<string, readonly string[]>> = {
  status: [threadStatusChanged.type],
  priority: [threadPriorityChanged.type],
  assigneeId: [threadAssigned.type],
  teamId: [threadAssigned.type],
  labels: [threadLabelsChanged.type],
}

/** Returns the event types that contain changes to a field. */
export function findEventTypes(field: string): readonly string[] {
  return eventTypes[field] ?? [threadUpdated.type, threadMerged.type, threadUnmerged.type]
}

const values = (description: string) =>
  Type.Optional(
    Type.Array(Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()]), {
      minItems: 1,
      maxItems: 50,
      description,
    }),
  )
const labels = (description: string) => Type.Optional(Type.Array(idInput('lbl', 'A label.'), { minItems: 1, maxItems: 50, description }))

export const RuleChange = component(
  'RuleChange',
  closed(
    {
      field: Type.String({
        pattern: `^(${Object.keys(changeableFields).join('|')}|customFields\\.[a-z][a-z0-9_]{0,63})$`,
        description: 'The field: `status`, `priority`, `assigneeId`, `teamId`, `inboxId`, `labels` or `customFields.KEY`.',
        examples: ['status'],
      }),
      from: values('Values before, one of which must match; null for none. Not for `labels`.'),
      to: values('Values after, one of which must match; null for none. Not for `labels`.'),
      added: labels('Of `labels`: labels of which at least one was added.'),
      removed: labels('Of `labels`: labels of which at least one was removed.'),
    },
    {
      description:
        'A change of a field that the event must contain. Values that the field cannot have, and changes that no event of the trigger contains, are refused.',
      examples: [{ field: 'status', to: ['resolved'] }],
    },
  ),
)
export type RuleChange = Static<typeof RuleChange>

export const RuleMessage = component(
  'RuleMessage',
  closed(
    {
      authorTypes: Type.Optional(
        Type.Array(AuthorTypeInput, { minItems: 1, maxItems: 4, uniqueItems: true, description: 'Its author is one of these.' }),
      ),
      internal: Type.Optional(Type.Boolean({ description: 'Whether it is an internal note.' })),
      automatic: Type.Optional(
        Type.Boolean({ default: false, description: '`true`: automatic messages count too. Otherwise they never make the rule run.' }),
      ),
      first: Type.Optional(Type.Boolean({ description: 'Whether it is the first message of its thread.' })),
      words: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: 'Words of its text, in the syntax of `q` of `GET /threads`.',
          examples: ['refund -"gift card"'],
        }),
      ),
      fromDomains: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^[^@\\s]+$' }), {
          minItems: 1,
          maxItems: 50,
          description: 'Domains of the sender’s address, subdomains included, without wildcards.',
          examples: [['example.com']],
        }),
      ),
    },
    { description: 'The message that `message.created` must be about.', examples: [{ authorTypes: ['CUSTOMER'], words: 'refund' }] },
  ),
)
export type RuleMessage = Static<typeof RuleMessage>

export const filterExample = { all: [{ status: 'open' as const, inboxId: exampleId('inb') }] }
