import { createPresenter, presentParameters } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import type { RowOf } from '#kit/table.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { closed, type Static } from '#platform/schema.ts'
import { changeableFields, type RuleChange } from './condition-schema.ts'
import { ruleLimitReached, ruleNotFound } from './errors.ts'
import { ruleTable } from './queries.ts'
import { AutomationRule, AutomationRuleVersion, type RuleDefinition } from './schema.ts'
import type { VersionRow } from './queries.ts'

const maxEnabled = 200

type Nested = Pick<RuleDefinition, 'trigger' | 'filter' | 'changed' | 'message' | 'actions'>

/** Presents the conditions and actions of a stored rule: ids get their prefixes, and omitted fields stay absent. */
export function presentConditions({ trigger, filter, changed, message, actions }: Nested): Nested {
  const wire = presentParameters(AutomationRule.properties, { trigger, filter, changed, message, actions })
  return { ...wire, changed: wire.changed.map(presentChange) }
}

/** Presents the values of a change, whose shape does not mark ids. */
function presentChange(change: RuleChange): RuleChange {
  const prefix = Object.entries(changeableFields).find(([name]) => name === change.field)?.[1]
  if (!prefix) return change
  const present = (values: RuleChange['from']) => values?.map((value) => (typeof value === 'string' ? toTypeId(prefix, value) : value))
  const sides = { from: present(change.from), to: present(change.to) }
  return { ...change, ...Object.fromEntries(Object.entries(sides).filter(([, values]) => values)) }
}

const { trigger: _trigger, filter: _filter, changed: _changed, message: _message, actions: _actions, ...plain } = AutomationRule.properties
const presentPlain = createPresenter(closed(plain))
const { ruleId, version, authorId, createdAt } = AutomationRuleVersion.properties
const presentVersionPlain = createPresenter(closed({ ruleId, version, authorId, createdAt }))

/** Presents a rule, including its version. */
export function presentRule(row: RowOf<typeof AutomationRule>): Static<typeof AutomationRule> {
  return { ...presentPlain(row), ...presentConditions(row) }
}

export const ruleDefaults: Pick<
  RuleRow,
  'description' | 'enabled' | 'filter' | 'changed' | 'message' | 'stopsLater' | 'oncePerThread' | 'pausedReason'
> = {
  description: null,
  enabled: true,
  filter: {},
  changed: [],
  message: null,
  stopsLater: false,
  oncePerThread: false,
  pausedReason: null,
}

export const automationRule = resource({
  noun: 'rule',
  words: 'automation rule',
  plural: 'automation rules',
  path: '/automation-rules',
  prefix: 'rul',
  scopes: { read: 'automations:read', write: 'automations:admin' },
  notFound: ruleNotFound,
  shape: AutomationRule,
  table: ruleTable,
  limit: { of: 'automation rules', atMost: 1_000 },
  present: presentRule,
  defaults: ruleDefaults,
  events: { updated: 'An automation rule was changed, also its place in the order.', previous: { enabled: false } },
})

export type RuleRow = RowOf<typeof AutomationRule>

export function presentVersion({ rule, ...row }: VersionRow): Static<typeof AutomationRuleVersion> {
  return { ...presentVersionPlain(row), ...rule, ...presentConditions(rule) }
}

/** Schedules a check of the limit on enabled rules right before the commit. Call it after enabling a rule. */
export function countEnabled(effects: Pick<Effects, 'checkLimit'>): void {
  const remedy = 'Disable a rule before you enable another.'
  const limit = { of: 'enabled automation rules', atMost: maxEnabled, only: 'enabled', error: ruleLimitReached, remedy }
  effects.checkLimit({ table: 'automation_rules', limit, ownerId: null })
}
