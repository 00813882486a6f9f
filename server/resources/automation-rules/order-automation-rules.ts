import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { lockRules, placeRules } from './queries.ts'
import { automationRule, presentRule } from './rule.ts'
import { AutomationRuleOrder, AutomationRules } from './schema.ts'

export const orderAutomationRules = endpoint.write({
  operationId: 'orderAutomationRules',
  method: 'PUT',
  path: '/automation-rules/order',
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Order the automation rules',
  description:
    'Puts all rules in this order, in one transaction. `ids` names each rule of the tenant once; if one was created or deleted in the ' +
    'meantime, the response is 400 and nothing changes. The place is no part of a version: `version` stays as it is.',
  body: AutomationRuleOrder,
  responds: { 200: item(AutomationRules, 'All rules in their new order') },
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
    const placed = new Map((await tx.rows(placeRules, { tenantId: principal.tenantId, ids: body.ids })).map((row) => [row.id, row]))
    if (placed.size === 0) return toUnchangedOutcome(rows)
    const ordered = rows.map((row) => placed.get(row.id) ?? row)
    for (const { id, order } of rows) {
      const row = placed.get(id)
      if (!row) continue
      effects.audit({ action: 'rule.updated', target: { type: 'rule', id }, before: { order }, after: { order: row.order } })
      if (automationRule.events) effects.emit(automationRule.events.updated, id, row, { order })
    }
    const audited = effects.audit({ action: 'rule.ordered', target: { type: 'rule', id: ordered[0]?.id ?? '' }, after: { ids: body.ids } })
    return toOutcome(ordered, audited)
  },
})
