/** Reads the rule that a request tries: a saved rule, or a rule in the body. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { checkRule } from './check-rule.ts'
import { readChanges } from './read-changes.ts'
import { requireRuleScopes } from './rule-scopes.ts'
import { automationRule, ruleDefaults } from './rule.ts'
import type { AutomationRuleCreate, RuleDefinition } from './schema.ts'

/**
 * Returns the rule that a request tries, checked like a saved rule. Throws 403 if the rule does or reads something that the caller may not.
 */
export async function readTriedRule(
  tx: Queryable,
  principal: Pick<Principal, 'tenantId' | 'scopes'>,
  body: { ruleId: Uuid } | { rule: Static<typeof AutomationRuleCreate> },
): Promise<{ ruleId: Uuid | null; rule: RuleDefinition }> {
  const { tenantId } = principal
  if ('rule' in body) {
    const { trigger, filter, changed, message, actions, stopsLater, oncePerThread } = { ...ruleDefaults, ...body.rule }
    const definition = { trigger, filter, changed: await readChanges(tx, tenantId, changed), message, actions, stopsLater, oncePerThread }
    await checkRule(tx, principal, definition)
    return { ruleId: null, rule: definition }
  }
  const found = await tx.first(automationRule.statements.find, { tenantId, id: body.ruleId })
  if (!found)
    throw new ApiError(unknownReference, { details: [{ field: 'ruleId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
  await requireRuleScopes(tx, principal, found)
  const { trigger, filter, changed, message, actions, stopsLater, oncePerThread } = found
  return { ruleId: found.id, rule: { trigger, filter, changed, message, actions, stopsLater, oncePerThread } }
}
