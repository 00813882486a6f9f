/** Declares the actions of rules: the shared vocabulary, and actions that only rules have. */
import { closed, component, type Static } from '#platform/schema.ts'
import { createTypeChoice, ruleFields } from '../thread-actions/index.ts'

export const RuleActionType = component('RuleActionType', createTypeChoice('RULE'))

export const RuleAction = component(
  'RuleAction',
  closed(
    { type: RuleActionType, ...ruleFields },
    {
      description: 'Something that a rule does. `type` determines which other fields are required and allowed.',
      examples: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
    },
  ),
)
export type RuleAction = Static<typeof RuleAction>
