/** Expands APPLY_CANNED_RESPONSE to the current reply and actions of the canned response. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { cannedResponse, getFiles } from '../../canned-responses/index.ts'
import type { Action } from '../../thread-actions/index.ts'
import type { RuleAction } from '../action-schema.ts'

/**
 * `origins` has, for each action, the index of the rule's action that it comes from. `replies` is true when an action replies to the
 * customer.
 */
export type Expanded = { readonly actions: readonly Action[]; readonly origins: readonly number[]; readonly replies: boolean }

/** Throws 422 for an action whose canned response is gone or no longer shared. */
export async function expandActions(tx: Queryable, tenantId: Uuid, given: readonly RuleAction[]): Promise<Expanded> {
  const parts: { action: Action; origin: number }[] = []
  for (const [origin, action] of given.entries()) {
    const { cannedResponseId } = action
    if (cannedResponseId === undefined) {
      parts.push({ action, origin })
      continue
    }
    const response = await tx.first(cannedResponse.statements.find, { tenantId, id: cannedResponseId })
    if (response?.visibility !== 'SHARED') {
      const details = [{ field: `actions[${origin}].cannedResponseId`, code: 'NOT_SHARED', message: 'is not a shared canned response' }]
      throw new ApiError(unknownReference, { details })
    }
    const { body, bodyFormat, actions } = response
    if (body !== null) parts.push({ action: { type: 'REPLY', body, bodyFormat, files: getFiles(response) }, origin })
    for (const each of actions) parts.push({ action: each, origin })
  }
  const actions = parts.map(({ action }) => action)
  return { actions, origins: parts.map(({ origin }) => origin), replies: actions.some(({ type }) => type === 'REPLY') }
}
