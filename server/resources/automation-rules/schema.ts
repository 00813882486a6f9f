/** Public schemas of automation rules. */
import {
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  type Static,
  time,
  trimmedText,
  Type,
} from '#platform/schema.ts'
import { RuleAction } from './action-schema.ts'
import { filterExample, RuleChange, RuleFilter, RuleMessage, RuleTrigger } from './condition-schema.ts'

const nameText = 'The rule’s name, which the history of threads shows.'
const name = trimmedText({ maxLength: 120, description: nameText, examples: ['Urgent mails to the first line'] })
const descriptionText = 'What the rule is for; null for none.'
const description = nullable(Type.String({ maxLength: 1000 }), { description: descriptionText })
const enabledText = 'Whether it runs.'
const stopsLaterText = 'Whether later rules do not run on an event on which this one was applied.'
const oncePerThreadText = 'Whether the rule is applied at most once to each thread, ever.'
const changedText = 'Changes that the event must contain, all of them; empty for any. Only for rules with events.'
const messageText = 'What the message must be like; null for any. Only for rules on `message.created` alone.'

const message = nullable(RuleMessage, { description: messageText })
const changed = Type.Array(RuleChange, { maxItems: 10, description: changedText, examples: [[{ field: 'status', to: ['resolved'] }]] })
const actions = Type.Array(RuleAction, {
  minItems: 1,
  maxItems: 20,
  description: 'What it does, in this order: all or none.',
  examples: [[{ type: 'SET_PRIORITY', priority: 'urgent' }]],
})

const fields = {
  trigger: RuleTrigger,
  filter: RuleFilter,
  changed,
  message,
  actions,
  stopsLater: Type.Boolean({ description: stopsLaterText }),
  oncePerThread: Type.Boolean({ description: oncePerThreadText }),
}

const example = {
  name: 'Urgent mails to the first line',
  description: null,
  enabled: true,
  trigger: { type: 'EVENT' as const, events: ['thread.created'] },
  filter: filterExample,
  changed: [],
  message: null,
  actions: [{ type: 'SET_PRIORITY' as const, priority: 'urgent' as const }],
  stopsLater: false,
  oncePerThread: false,
}

export const RulePausedReason = component(
  'RulePausedReason',
  choice({ FAILURES: 'At least twenty runs in succession failed.' }, { description: 'Why the service disabled the rule.' }),
)

const ruleExample = {
  id: exampleId('rul'),
  ...example,
  order: 0,
  version: 1,
  pausedReason: null,
  createdAt: '2026-03-04T09:30:00.000Z',
  updatedAt: '2026-03-04T09:30:00.000Z',
}

export const AutomationRule = component(
  'AutomationRule',
  closed(
    {
      id: idOutput('rul', 'The rule.'),
      name: Type.String({ description: nameText }),
      description,
      enabled: Type.Boolean({ description: enabledText }),
      order: Type.Integer({ minimum: 0, description: 'Its position: rules run on an event in this order, lowest first.' }),
      version: Type.Integer({ minimum: 1, description: 'Increases with every change; the `ETag`.' }),
      ...fields,
      pausedReason: nullable(RulePausedReason, { description: 'Why the service disabled it; null if it did not.' }),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    { description: 'A rule: when it runs, on which threads, and what it does to them.', examples: [ruleExample] },
  ),
)

/** The parts of a rule that decide whether it runs and what it does. */
export type RuleDefinition = Pick<
  Static<typeof AutomationRule>,
  'trigger' | 'filter' | 'changed' | 'message' | 'actions' | 'stopsLater' | 'oncePerThread'
>

const optional = {
  description: Type.Optional(description),
  enabled: Type.Optional(Type.Boolean({ description: enabledText })),
  filter: Type.Optional(RuleFilter),
  changed: Type.Optional(changed),
  message: Type.Optional(message),
  stopsLater: Type.Optional(fields.stopsLater),
  oncePerThread: Type.Optional(fields.oncePerThread),
}

const createExample = {
  name: example.name,
  trigger: example.trigger,
  filter: { all: [{ status: 'open' as const }] },
  actions: example.actions,
}

export const AutomationRuleCreate = component(
  'AutomationRuleCreate',
  closed(
    { name, trigger: RuleTrigger, actions, ...optional },
    { description: 'A rule, at most 64 KiB as JSON.', examples: [createExample] },
  ),
)

export const AutomationRuleUpdate = component(
  'AutomationRuleUpdate',
  closed(
    { name: Type.Optional(name), trigger: Type.Optional(RuleTrigger), actions: Type.Optional(actions), ...optional },
    { minProperties: 1, examples: [{ name: 'Urgent first' }] },
  ),
)

export const AutomationRuleFilters = closed({ enabled: Type.Optional(Type.Boolean({ description: 'Whether it runs.' })) })

export const AutomationRuleOrder = component(
  'AutomationRuleOrder',
  closed(
    { ids: Type.Array(idInput('rul', 'A rule.'), { maxItems: 1000, uniqueItems: true, description: 'All rules, in their new order.' }) },
    { description: 'All rules in their new order.', examples: [{ ids: [exampleId('rul')] }] },
  ),
)

export const AutomationRules = component(
  'AutomationRules',
  Type.Array(AutomationRule, { description: 'All rules in their order.', examples: [[ruleExample]] }),
)

export const AutomationRuleVersion = component(
  'AutomationRuleVersion',
  closed(
    {
      ruleId: idOutput('rul', 'The rule.'),
      version: Type.Integer({ minimum: 1, description: 'The `version` of the rule then.' }),
      authorId: nullable(idOutput('usr', 'A user.'), { description: 'Who made the change; null for the service.' }),
      name: Type.String({ description: nameText }),
      description,
      enabled: Type.Boolean({ description: enabledText }),
      ...fields,
      createdAt: time('When it was changed.'),
    },
    {
      description: 'A rule as it was after a change.',
      examples: [{ ruleId: exampleId('rul'), version: 1, authorId: exampleId('usr'), ...example, createdAt: '2026-03-04T09:30:00.000Z' }],
    },
  ),
)

export const AutomationRuleRestore = component(
  'AutomationRuleRestore',
  closed(
    { version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The number of the version.' }) },
    { description: 'The version’s number.', examples: [{ version: 1 }] },
  ),
)
