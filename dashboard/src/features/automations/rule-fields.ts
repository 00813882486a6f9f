/** The fields of the rule editor, their initial values, and their validation. */
import type { AutomationRule, RuleAction, RuleTrigger } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { ChangesInput } from './changes-input.tsx'
import { FilterInput } from './filter-input.tsx'
import { MessageInput } from './message-input.tsx'
import { findMissingPart, RuleActionsInput } from './rule-actions-input.tsx'
import type { RuleSearch } from './rule-search.ts'
import { isOfMessages, tellsChanges } from './rule-values.ts'
import { emptyRule, ruleTemplates } from './templates.ts'
import { TriggerInput } from './trigger-input.tsx'

export const ruleFields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'text',
    name: 'name',
    label: t('Name'),
    required: true,
    maxLength: 120,
    placeholder: t('Billing mail to a team'),
    hint: t('Threads show it in their history, beside what the rule changed.'),
  },
  { group: t('When'), kind: 'custom', name: 'trigger', label: t('What starts the rule'), Input: TriggerInput, isGroup: true, look: 'bare' },
  { kind: 'custom', name: 'message', label: t('The message'), Input: MessageInput, isGroup: true, when: isOfMessages },
  { kind: 'custom', name: 'changed', label: t('What changed'), Input: ChangesInput, isGroup: true, when: tellsChanges },
  { group: t('If'), kind: 'custom', name: 'filter', label: t('The thread is like this'), Input: FilterInput, isGroup: true, look: 'bare' },
  {
    group: t('Then'),
    kind: 'custom',
    name: 'actions',
    label: t('What the rule does'),
    Input: RuleActionsInput,
    isGroup: true,
    look: 'bare',
    hint: t('In this order, and all of it or nothing.'),
  },
  { group: t('How it runs'), kind: 'check', name: 'enabled', label: t('The rule is on') },
  { kind: 'check', name: 'oncePerThread', label: t('Only once for each thread') },
  {
    kind: 'check',
    name: 'stopsLater',
    label: t('Skip later rules'),
    hint: t('Rules below this one don’t run on what this one has handled.'),
  },
  { kind: 'area', name: 'description', label: t('Notes for your team'), rows: 2, maxLength: 1000 },
])

/** Validates the rule before it is sent. */
export function findProblem({ trigger, actions }: Values): { field: string; message: string } | null {
  // Safe because the values are those that the API defines.
  const { type, events = [], afterMinutes } = trigger as RuleTrigger
  if (type === 'EVENT' && events.length === 0) return { field: 'trigger', message: t('Choose what starts the rule.') }
  if (type === 'TIME' && afterMinutes === undefined) return { field: 'trigger', message: t('Say how long, such as 30 min or 1 d.') }
  const list = (Array.isArray(actions) ? actions : []) as readonly RuleAction[]
  if (list.length === 0) return { field: 'actions', message: t('Choose at least one thing that the rule does.') }
  // The action's card shows its own error.
  return list.some((action) => findMissingPart(action) !== null) ? { field: 'actions', message: t('Something is missing above.') } : null
}

/** Returns a sentence that says why the rule cannot be tried; null when it can. */
export function findMissing(values: Values): string | null {
  const { actions } = values
  // Safe because the value is the one that the API defines.
  const list = (Array.isArray(actions) ? actions : []) as readonly RuleAction[]
  return list.map(findMissingPart).find((part) => part !== null) ?? findProblem(values)?.message ?? null
}

/** Default values of a new rule, for fields that its template does not set. */
const defaults = { description: null, enabled: true, filter: {}, changed: [], message: null, stopsLater: false, oncePerThread: false }

/** Returns the initial values of a new rule: from a template, from a copied rule, or empty. */
export function getStart({ template }: RuleSearch, copied: AutomationRule | undefined): Values {
  return { ...emptyRule, ...defaults, ...getChosen(template, copied) }
}

function getChosen(template: string | undefined, copied: AutomationRule | undefined): Values {
  if (copied) {
    const { description, trigger, filter, changed, message, actions, stopsLater, oncePerThread } = copied
    const name = t('{name} (copy)', { name: copied.name }).slice(0, 120)
    // The copy starts disabled: two equal rules would both run.
    return { name, description, enabled: false, trigger, filter, changed, message, actions, stopsLater, oncePerThread }
  }
  return { ...ruleTemplates().find(({ id }) => id === template)?.rule }
}
