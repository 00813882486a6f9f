/** The rule that a request wants to try: a saved one, or one that came with the request. */
import { ApiError, type Queryable, type Static, unknownReference, type Uuid } from '../../kit/index.ts'
import { checkRule } from './check-rule.ts'
import { readChanges } from './read-changes.ts'
import { automationRule, ruleDefaults } from './rule.ts'
import type { AutomationRuleCreate, RuleDefinition } from './schema.ts'

/** Returns the rule that a request wants to try, checked as a saved rule is. */
export async function readTriedRule(
  tx: Queryable,
  tenantId: Uuid,
  body: { ruleId: Uuid } | { rule: Static<typeof AutomationRuleCreate> },
): Promise<{ ruleId: Uuid | null; rule: RuleDefinition }> {
  if ('rule' in body) {
    const { trigger, filter, changed, message, actions, stopsLater, oncePerThread } = { ...ruleDefaults, ...body.rule }
    const definition = { trigger, filter, changed: await readChanges(tx, tenantId, changed), message, actions, stopsLater, oncePerThread }
    await checkRule(tx, tenantId, definition)
    return { ruleId: null, rule: definition }
  }
  const found = await tx.first(automationRule.statements.find, { tenantId, id: body.ruleId })
  if (!found)
    throw new ApiError(unknownReference, { details: [{ field: 'ruleId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
  const { trigger, filter, changed, message, actions, stopsLater, oncePerThread } = found
  return { ruleId: found.id, rule: { trigger, filter, changed, message, actions, stopsLater, oncePerThread } }
}
