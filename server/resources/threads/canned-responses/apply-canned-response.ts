import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { scopeEscalation, unknownReference } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { countUses } from '../../canned-responses/index.ts'
import { runActions } from '../actions/run-actions.ts'
import { invalidTransition, threadClosed } from '../record/errors.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'
import { CannedResponseApply } from './canned-schema.ts'
import { lockCannedResponse, toPlan, toRunAudit, toRunContext } from './canned-run.ts'

export const applyCannedResponse = endpoint.write({
  operationId: 'applyCannedResponse',
  method: 'POST',
  path: '/threads/{id}/apply-canned-response',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Apply a canned response',
  description:
    'Sends the reply of a canned response with its variables filled in, and runs its actions, in one transaction. If a variable ' +
    'has no value or an action refers to a missing object, the response is 422, and `details` names it. A reply to a closed ' +
    'thread is refused unless an action reopens it. The caller needs the scopes of each action and variable: ' +
    'variables with the customer’s external id or custom fields require `customers:read`.',
  params: { id: thread.id },
  body: CannedResponseApply,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [scopeEscalation, unknownReference, invalidTransition, threadClosed],
  etag: true,
  present: toThread,
  async handle(context) {
    const { tx, principal, effects, body } = context
    const current = await lockResource(context, thread)
    const response = await lockCannedResponse(context, body.cannedResponseId)
    const { record } = await runActions(toRunContext(context, response), current, toPlan(response), toRunAudit(response))
    await tx.rows(countUses, { tenantId: principal.tenantId, id: response.id, uses: 1 })
    const audited = effects.audit({
      action: 'canned_response.applied',
      target: { type: 'canned_response', id: response.id },
      after: { threadId: current.id },
    })
    return toOutcome(record, audited)
  },
})
