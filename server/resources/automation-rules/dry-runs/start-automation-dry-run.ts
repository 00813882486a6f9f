import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, scopeEscalation, unknownReference, validationFailed } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { automationRule } from '../rule.ts'
import { readTriedRule } from '../tried-rule.ts'
import { insertDryRun } from './dry-run-queries.ts'
import { AutomationDryRun, AutomationDryRunCreate } from './dry-run-schema.ts'
import { presentDryRun } from './operations.ts'

export const startAutomationDryRun = endpoint.write({
  operationId: 'startAutomationDryRun',
  method: 'POST',
  path: '/automation-rules/dry-runs',
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Try an automation rule on stored events',
  description:
    'Starts a background job that reads the stored events of a period and finds out what the rule would have done. Nothing else is written: no ' +
    'thread changes and nothing is sent. `GET /automation-rules/dry-runs/{id}` shows its progress and figures. The caller needs the scopes that ' +
    'creating the rule would need.',
  body: AutomationDryRunCreate,
  responds: { 202: item(AutomationDryRun, 'The dry run') },
  errors: [scopeEscalation, unknownReference],
  present: presentDryRun,
  async handle({ tx, effects, principal, body }) {
    const { tenantId } = principal
    const { from = null, to = null } = body
    if (from !== null && to !== null && from >= to) {
      const details = [{ field: 'to', code: 'OUT_OF_RANGE', message: 'must be later than `from`' }]
      throw new ApiError(validationFailed, { details })
    }
    const tried = await readTriedRule(tx, principal, body)
    const id = newId()
    const record = await fetchOne(tx, insertDryRun, { tenantId, id, ...tried, from, to })
    await enqueue(tx, 'dry-run-rule', { tenantId, key: id })
    const after = { ruleId: record.ruleId, from: record.from, to: record.to }
    return toOutcome(record, effects.audit({ action: 'dry_run.created', target: { type: 'dry_run', id }, after }), 202)
  },
})
