import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { deleteResource, fetchOne, findResource, insertResource, lockResource } from '#kit/write.ts'
import { ApiError, catalogInUse, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { keepName } from '../reports/index.ts'
import { checkRule } from './check-rule.ts'
import { ruleLimitReached, ruleVersionNotFound } from './errors.ts'
import { findNextOrder, findVersion, versionList } from './queries.ts'
import { readChanges } from './read-changes.ts'
import { automationRule, countEnabled, presentRule, presentVersion, ruleDefaults } from './rule.ts'
import { changeRule, definedFields, keepTimes, recordVersion, startRule } from './save-rule.ts'
import {
  AutomationRule,
  AutomationRuleCreate,
  AutomationRuleFilters,
  AutomationRuleRestore,
  AutomationRuleUpdate,
  AutomationRuleVersion,
} from './schema.ts'

export const listAutomationRules = standard.list(automationRule, {
  description: 'All rules of the tenant, newest first. They run in the order of `order`.',
  query: AutomationRuleFilters,
})

export const getAutomationRule = standard.get(automationRule, { operationId: 'getAutomationRule', result: 'The rule' })

export const deleteAutomationRule = automationRule.write({
  operationId: 'deleteAutomationRule',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete an automation rule',
  description:
    'Deletes a rule permanently, with its versions. It does not run on events that rules have not read yet. Reports keep its name. Its runs stay until `retention.automationRuns` is over.',
  result: 'The rule as it was',
  errors: [catalogInUse],
  async handle(context) {
    const rule = await lockResource(context, automationRule)
    await keepName(context.tx, context.principal.tenantId, rule)
    return deleteResource(context, automationRule, rule)
  },
})

export const createAutomationRule = endpoint.write({
  operationId: 'createAutomationRule',
  method: 'POST',
  path: automationRule.path,
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Create an automation rule',
  description:
    'Creates a rule, last in order. It runs on what happens and becomes due from now on. The objects that a rule names cannot be deleted while it names them. ' +
    'The caller needs the scopes of everything that the rule does and reads: `threads:write` for most actions, `threads:read` for conditions and `SEND_WEBHOOK`, ' +
    '`customers:read` for the customer’s fields, and those of its events. The rule keeps running when its author loses them.',
  body: AutomationRuleCreate,
  responds: { 201: item(AutomationRule, 'The new rule') },
  errors: [scopeEscalation, unknownReference, ruleLimitReached],
  etag: true,
  creates: automationRule,
  present: presentRule,
  location: ({ id }) => `${automationRule.path}/${id}`,
  async handle(context) {
    const { tx, principal, effects, body } = context
    const { tenantId } = principal
    const { order } = await fetchOne(tx, findNextOrder, { tenantId })
    const rule = { ...ruleDefaults, ...definedFields(body), changed: await readChanges(tx, tenantId, body.changed ?? []), order }
    await checkRule(tx, principal, rule)
    const outcome = await insertResource(context, automationRule, rule)
    await recordVersion(context, outcome.record)
    if (!outcome.record.enabled) return outcome
    await keepTimes(context, outcome.record, { restarts: true })
    countEnabled(effects)
    await startRule(context, outcome.record.id)
    return outcome
  },
})

export const updateAutomationRule = automationRule.write({
  operationId: 'updateAutomationRule',
  method: 'PATCH',
  summary: 'Change an automation rule',
  description:
    'Changes the fields sent, each completely, and keeps the former rule as a version. The change also holds for events that happened just ' +
    'before and that rules have not read yet, usually those of less than a second: a disabled rule no longer runs on them. Enabling a rule ' +
    'ends its pause, and makes it run on what happens from then on. Changes of what the rule does, and enabling it, need the scopes that creating ' +
    'it would need; a rule can be disabled and renamed without.',
  body: AutomationRuleUpdate,
  result: 'The rule as it is now',
  errors: [scopeEscalation, unknownReference, ruleLimitReached],
  async handle(context) {
    const { tx, principal, body } = context
    return changeRule(context, await lockResource(context, automationRule), {
      ...body,
      ...(body.changed ? { changed: await readChanges(tx, principal.tenantId, body.changed) } : {}),
    })
  },
})

export const listAutomationRuleVersions = endpoint.read({
  operationId: 'listAutomationRuleVersions',
  path: `${automationRule.path}/{id}/versions`,
  tag: automationRule.tag,
  scope: automationRule.scopes.read,
  summary: 'List the versions of an automation rule',
  description:
    'The rule after each change, with author and time, newest first: the latest 200. The place in the order is no part of a version.',
  params: { id: automationRule.id },
  responds: { 200: list(AutomationRuleVersion) },
  present: presentVersion,
  async handle(context) {
    const { id: ruleId } = await findResource(context, automationRule)
    return versionList.fetch(context.db, context.principal.tenantId, context.page, { ruleId })
  },
})

export const restoreAutomationRule = automationRule.write({
  operationId: 'restoreAutomationRule',
  method: 'POST',
  path: `${automationRule.path}/{id}/restore`,
  summary: 'Restore a version of an automation rule',
  description:
    'Gives the rule the name, conditions and actions of an earlier version. It stays enabled or disabled. ' +
    'The caller needs the scopes that creating it would need.',
  body: AutomationRuleRestore,
  result: 'The rule as it is now',
  errors: [ruleVersionNotFound, scopeEscalation, unknownReference],
  async handle(context) {
    const { tx, principal, body } = context
    const current = await lockResource(context, automationRule)
    const found = await tx.first(findVersion, { tenantId: principal.tenantId, ruleId: current.id, version: body.version })
    if (!found) throw new ApiError(ruleVersionNotFound)
    const { enabled: _, ...rule } = found.rule
    return changeRule(context, current, rule)
  },
})
