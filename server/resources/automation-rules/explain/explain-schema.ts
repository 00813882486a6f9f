/** Public schemas of explanations: why a rule does or does not run on a thread, and its effect. */
import { chooseBy } from '#platform/http/validation.ts'
import { closed, component, exampleId, idInput, nullable, Type } from '#platform/schema.ts'
import { ThreadFieldChanges } from '../../threads/index.ts'
import { DryRunAction, namesSavedRule, triedRules } from '../dry-runs/dry-run-schema.ts'
import { AutomationRunGuard } from '../runs/run-schema.ts'

const place = {
  threadId: idInput('thr', 'The thread.'),
  eventId: Type.Optional(idInput('evt', 'An event about the thread. Without it, the filter and the latest message are compared.')),
}

const ExplainSavedRule = component(
  'AutomationExplainSavedRule',
  closed(
    { ...triedRules.saved, ...place },
    { description: 'A saved rule and a thread.', examples: [{ ruleId: exampleId('rul'), threadId: exampleId('thr') }] },
  ),
)
const ExplainRule = component(
  'AutomationExplainRule',
  closed(
    { ...triedRules.sent, ...place },
    {
      description: 'A rule that need not be saved, and a thread.',
      examples: [{ rule: triedRules.sentExample, threadId: exampleId('thr') }],
    },
  ),
)

export const AutomationExplain = component(
  'AutomationExplain',
  chooseBy(Type.Union([ExplainSavedRule, ExplainRule], { description: 'A rule, a thread, and perhaps an event.' }), (body) =>
    namesSavedRule(body) ? 0 : 1,
  ),
)

const compared = (description: string) => Type.Unknown({ description })

const RuleCondition = component(
  'AutomationCondition',
  closed(
    {
      field: Type.String({ description: 'What was compared: a field of the filter, or of the event.', examples: ['status'] }),
      wanted: compared('What the rule wants.'),
      found: compared('What the thread or the event has; null if nothing.'),
      holds: Type.Boolean({ description: 'Whether the condition holds.' }),
    },
    {
      description: 'A condition and what it was compared with.',
      examples: [{ field: 'status', wanted: 'open', found: 'closed', holds: false }],
    },
  ),
)
const conditions = (description: string) => Type.Array(RuleCondition, { description })

const UncheckedCondition = component(
  'AutomationUncheckedCondition',
  closed(
    {
      field: Type.String({ description: 'What would be compared: `event`, or a change.', examples: ['event'] }),
      wanted: compared('What the rule wants.'),
    },
    { description: 'A condition that needs an event.', examples: [{ field: 'event', wanted: ['thread.assigned'] }] },
  ),
)

const EvaluatedFilter = component(
  'AutomationJudgedFilter',
  closed(
    { holds: Type.Boolean({ description: 'Whether all conditions hold.' }), conditions: conditions('The conditions of the filter.') },
    { description: 'One filter of a rule.' },
  ),
)
const filters = (description: string) => Type.Array(EvaluatedFilter, { description })

export const AutomationExplanation = component(
  'AutomationExplanation',
  closed(
    {
      holds: Type.Boolean({ description: 'Whether everything that was compared holds.' }),
      event: nullable(conditions('The conditions on the event.'), {
        description: 'The conditions on the event; null without an event. Of a rule with a time, whether the time has passed.',
      }),
      latestMessage: nullable(conditions('The conditions on the message, compared with the latest message of the thread.'), {
        description: 'The conditions on the message, compared with the thread’s latest one; null with an event, and for other rules.',
      }),
      notChecked: Type.Array(UncheckedCondition, { description: 'Conditions on an event; empty with an event.' }),
      filter: component(
        'AutomationJudgedFilters',
        closed(
          {
            holds: Type.Boolean({ description: 'Whether the filter holds for the thread as it is now.' }),
            all: filters('Filters that must all match.'),
            any: filters('Filters of which at least one must match.'),
            none: filters('Filters of which none may match.'),
          },
          { description: 'The filter of a rule, compared with a thread.' },
        ),
      ),
      guard: nullable(AutomationRunGuard, {
        description: 'The guard that stops the rule on this event, whatever the thread; null if none does.',
      }),
      changes: nullable(ThreadFieldChanges, { description: 'What the actions would change in the thread; null if one would be refused.' }),
      actions: Type.Array(DryRunAction, { description: 'What each action would do; empty if one would be refused.' }),
      error: nullable(Type.String(), { description: 'Why an action would be refused; null if none would.' }),
    },
    {
      description: 'Why a rule does or does not run on a thread, and what its actions would do now.',
      examples: [
        {
          holds: false,
          event: null,
          latestMessage: [{ field: 'message.automatic', wanted: false, found: false, holds: true }],
          notChecked: [],
          filter: {
            holds: false,
            all: [{ holds: false, conditions: [{ field: 'status', wanted: 'open', found: 'closed', holds: false }] }],
            any: [],
            none: [],
          },
          guard: null,
          changes: { before: { priority: 'normal' }, after: { priority: 'urgent' } },
          actions: [{ type: 'SET_PRIORITY', outcome: 'DONE' }],
          error: null,
        },
      ],
    },
  ),
)
