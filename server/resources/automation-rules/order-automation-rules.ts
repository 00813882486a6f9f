import {
  ApiError,
  endpoint,
  type ErrorDetail,
  item,
  toOutcome,
  toUnchangedOutcome,
  updateResource,
  validationFailed,
} from '../../kit/index.ts'
import { lockRules } from './queries.ts'
import { automationRule, presentRule } from './rule.ts'
import { AutomationRuleOrder, AutomationRules } from './schema.ts'

export const orderAutomationRules = endpoint({
  operationId: 'orderAutomationRules',
  method: 'PUT',
  path: '/automation-rules/order',
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Order the automation rules',
  description:
    'Puts all rules in this order, in one transaction. `ids` names each rule of the tenant once; if one was created or deleted in the ' +
    'meantime, the response is 400 and nothing changes. A new place raises the rule’s version, and makes no entry in its versions.',
  body: AutomationRuleOrder,
  responds: { 200: item(AutomationRules, 'All rules in their new order') },
  writes: 'transaction',
  present: (rows: Parameters<typeof presentRule>[0][]) => rows.map(presentRule),
  async handle(context) {
    const { tx, principal, effects, body } = context
    const current = new Map((await tx.rows(lockRules, { tenantId: principal.tenantId })).map((row) => [row.id, row]))
    const named = new Set(body.ids)
    const details: ErrorDetail[] = body.ids.flatMap((id, i) =>
      current.has(id) ? [] : [{ field: `ids[${i}]`, code: 'UNKNOWN', message: 'is not a rule of this tenant' }],
    )
    const missing = [...current.values()].filter(({ id }) => !named.has(id))
    for (const { name } of missing) details.push({ field: 'ids', code: 'INCOMPLETE', message: `lacks the rule “${name}”` })
    if (details.length > 0) throw new ApiError(validationFailed, { details })
    const rows = body.ids.flatMap((id) => current.get(id) ?? [])
    const isChanged = rows.some(({ order }, i) => order !== i)
    if (!isChanged) return toUnchangedOutcome(rows)
    const ordered: typeof rows = []
    for (const [i, row] of rows.entries()) ordered.push((await updateResource(context, automationRule, row, { order: i })).record)
    const audited = effects.audit({ action: 'rule.ordered', target: { type: 'rule', id: ordered[0]?.id ?? '' }, after: { ids: body.ids } })
    return toOutcome(ordered, audited)
  },
})
