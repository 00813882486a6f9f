import { toTypeId, type Uuid } from '#platform/ids.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { closed, component, exampleId, idOutput, Type } from '#platform/schema.ts'
import { Thread, threadExample, type ThreadRecord, toThread } from '../threads/index.ts'
import { presentRule, type RuleRow } from './rule.ts'
import { AutomationRule } from './schema.ts'

export const rulePaused = defineEvent({
  type: 'rule.paused',
  scope: 'automations:read',
  description: 'The service disabled an automation rule, because at least twenty of its runs in succession failed.',
  object: AutomationRule,
  previous: { enabled: true, pausedReason: null },
  present: (row: RuleRow) => presentRule(row),
})

const RuleApplied = component(
  'RuleApplied',
  closed(
    {
      rule: component(
        'AppliedRule',
        closed(
          { id: idOutput('rul', 'The rule.'), name: Type.String({ description: 'Its name at that time.' }) },
          { description: 'A rule that was applied.' },
        ),
      ),
      thread: Thread,
      runId: idOutput('rrn', 'The run, the same when the delivery is repeated.'),
      webhookId: idOutput('whk', 'The webhook that gets the event.'),
    },
    {
      description: 'A thread that a rule sends to a webhook.',
      examples: [
        {
          rule: { id: exampleId('rul'), name: 'Urgent mails to the first line' },
          thread: threadExample,
          runId: exampleId('rrn'),
          webhookId: exampleId('whk'),
        },
      ],
    },
  ),
)

type Applied = { rule: { id: Uuid; name: string }; thread: ThreadRecord; runId: Uuid; webhookId: Uuid }

export const ruleApplied = defineEvent({
  type: 'rule.applied',
  scope: 'threads:read',
  addressed: true,
  description:
    'An automation rule with the action SEND_WEBHOOK was applied. Sent to the webhook that the action names, whichever events it subscribes ' +
    'to, and to no other.',
  object: RuleApplied,
  present: ({ rule, thread, runId, webhookId }: Applied) => ({
    rule: { ...rule, id: toTypeId('rul', rule.id) },
    thread: toThread(thread),
    runId: toTypeId('rrn', runId),
    webhookId: toTypeId('whk', webhookId),
  }),
})
