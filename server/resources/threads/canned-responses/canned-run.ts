/** Code shared by the operations that apply canned responses. */
import type { TransactionContext } from '#kit/handler.ts'
import { isVisible } from '#kit/owned.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { type CannedResponse, cannedResponse, cannedResponsePurpose, getFiles } from '../../canned-responses/index.ts'
import { findInstructionNeeds } from '../../thread-actions/index.ts'
import { toAgentActor } from '../actions/actor.ts'
import type { ActionPlan, RunContext } from '../actions/prepare-actions.ts'
import type { RunAudit } from '../actions/run-actions.ts'
import { cannedResponseApplied } from '../record/events.ts'

type Context = Pick<TransactionContext<unknown, unknown, unknown>, 'tx' | 'effects' | 'principal' | 'requestId' | 'config' | 'secrets'>
export type LockedCannedResponse = Static<typeof CannedResponse> & { id: Uuid }

/**
 * Locks the canned response. Throws 422 if the caller may not see it, and 403 if the caller lacks the scopes of its actions or variables.
 * Lock threads first.
 */
export async function lockCannedResponse(context: Pick<Context, 'tx' | 'principal'>, id: Uuid): Promise<LockedCannedResponse> {
  const { tx, principal } = context
  return requireUsable(principal, await tx.first(cannedResponse.statements.lock, { tenantId: principal.tenantId, id }))
}

/** Works like `lockCannedResponse` without a lock, for checks before any thread is locked. */
export async function findCannedResponse(context: Pick<Context, 'tx' | 'principal'>, id: Uuid): Promise<LockedCannedResponse> {
  const { tx, principal } = context
  return requireUsable(principal, await tx.first(cannedResponse.statements.find, { tenantId: principal.tenantId, id }))
}

function requireUsable(principal: Principal, response: LockedCannedResponse | null): LockedCannedResponse {
  if (!response || !isVisible(cannedResponse, principal, response))
    throw new ApiError(unknownReference, {
      details: [{ field: 'cannedResponseId', code: 'UNKNOWN', message: 'does not exist in this tenant' }],
    })
  requireNeeds(principal, findInstructionNeeds(response.actions, response.body), cannedResponsePurpose)
  return response
}

export function toRunContext({ tx, effects, principal, requestId, config, secrets }: Context, response: LockedCannedResponse): RunContext {
  return { tx, effects, config, secrets, by: toAgentActor(principal, requestId), emitForWebhook: createEmitter(response) }
}

/** Creates the function that emits a SEND_WEBHOOK action's event. */
export function createEmitter({ id, title, shortcut }: LockedCannedResponse): RunContext['emitForWebhook'] {
  return (effects, thread, webhookId) =>
    effects.emit(cannedResponseApplied, id, { cannedResponse: { id, title, shortcut }, thread, webhookId })
}

export function toPlan(response: LockedCannedResponse): ActionPlan {
  const { body, bodyFormat, actions } = response
  return { reply: body === null ? null : { body, bodyFormat, files: getFiles(response) }, actions }
}

export function toRunAudit({ id, shortcut }: LockedCannedResponse): RunAudit {
  return { action: 'thread.canned_response_applied', after: { cannedResponseId: id, shortcut } }
}
