import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { createPresenter } from '#kit/present.ts'
import { fetchOne, findResource } from '#kit/write.ts'
import { scopeEscalation, unknownReference } from '#platform/errors.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { getActor } from '#platform/outbox/write-identity.ts'
import { insertJob, Job } from '../../jobs/index.ts'
import { batchTooLarge, noteThreads, toListFilters, totalChanged } from '../../threads/index.ts'
import { requireRuleScopes } from '../rule-scopes.ts'
import { automationRule } from '../rule.ts'
import { AutomationApply } from './apply-schema.ts'

export const applyAutomationRule = endpoint.write({
  operationId: 'applyAutomationRule',
  method: 'POST',
  path: `${automationRule.path}/{id}/apply`,
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Apply an automation rule to existing threads',
  description:
    'Starts a background job that applies the rule, as it is now and enabled or not, to the threads that match `filter` now, at most 100,000: to ' +
    'each at most once. The trigger of the rule does not matter, but its own `filter` must hold too. `oncePerThread` and all guards hold, and ' +
    'each run is in `GET /automation-runs?jobId=`. Failures do not pause the rule. The events name the user as the actor, and the rule as ' +
    'the cause. `GET /jobs/{id}` shows the progress. The caller needs the scopes that creating the rule would need.',
  params: { id: automationRule.id },
  body: AutomationApply,
  responds: { 202: item(Job, 'The job that applies the rule') },
  errors: [scopeEscalation, unknownReference, totalChanged, batchTooLarge],
  present: createPresenter(Job),
  async handle(context) {
    const { tx, principal, effects, body, ifMatch } = context
    const { tenantId } = principal
    const rule = await findResource({ ...context, db: tx }, automationRule)
    const { id: ruleId, version } = rule
    checkIfMatch(ifMatch, version)
    await requireRuleScopes(tx, principal, rule)
    const id = newId()
    const { filter, expectedTotal } = body
    const total = await noteThreads(tx, tenantId, toListFilters(filter, principal.user.id), { jobId: id, expectedTotal })
    const input = { ruleId, version }
    const record = await fetchOne(tx, insertJob, { tenantId, id, type: 'AUTOMATION_RULE', total, input, actor: getActor(principal) })
    await enqueue(tx, 'apply-automation-rule', { tenantId, key: id })
    const after = { jobId: toTypeId('job', id), total, version }
    return toOutcome(record, effects.audit({ action: 'rule.application_started', target: { type: 'rule', id: ruleId }, after }), 202)
  },
})
