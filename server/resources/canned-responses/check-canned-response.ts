/** Checks canned responses before they are saved: scopes, actions and variables. */
import { findUses } from '#kit/references.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import type { WriteContext } from '#kit/standard.ts'
import type { RowOf } from '#kit/table.ts'
import { checkUnused } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { covers } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { checkActionLabels, checkActions, checkVariables, findInstructionNeeds, getAction } from '../thread-actions/index.ts'
import { cannedResponse, cannedResponsePurpose } from './canned-response.ts'
import type { CannedResponse, CannedResponseCreate, CannedResponseUpdate } from './schema.ts'

/** Throws if the caller may not create the canned response, or if it would have no effect or fail. */
export async function checkNew(
  context: WriteContext,
  _: null,
  { body = null, actions = [], attachments = [] }: Static<typeof CannedResponseCreate>,
): Promise<void> {
  requireNeeds(context.principal, findInstructionNeeds(actions, body), cannedResponsePurpose)
  checkActions(actions)
  checkVariables(body, actions)
  if (body === null && actions.length === 0)
    throw new ApiError(validationFailed, {
      details: [{ field: 'body', code: 'REQUIRED', message: 'or actions must be present, otherwise it does nothing' }],
    })
  checkFilesHaveReply(body, attachments)
  await checkActionLabels(context, actions)
}

/** Throws 400 for files without a reply that would carry them. */
function checkFilesHaveReply(body: string | null, attachments: readonly unknown[]): void {
  if (body !== null || attachments.length === 0) return
  throw new ApiError(validationFailed, {
    details: [{ field: 'attachments', code: 'NOT_ALLOWED', message: 'must be empty if there is no body: files go out with the reply' }],
  })
}

/** Throws if the caller may not make this change, or if the canned response or a rule that applies it would fail. */
export async function checkChange(
  context: WriteContext,
  current: RowOf<typeof CannedResponse>,
  sent: Static<typeof CannedResponseUpdate>,
): Promise<void> {
  const { principal, tx } = context
  if (sent.body !== undefined || sent.bodyFormat !== undefined || sent.actions !== undefined) {
    const next = { body: sent.body === undefined ? current.body : sent.body, actions: sent.actions ?? current.actions }
    const { scopes } = getAction('REPLY')
    const isReply = next.body !== null && scopes.some((scope) => !covers(principal.scopes, scope))
    const uses = isReply ? await findUses(tx, principal.tenantId, cannedResponse, current.id) : {}
    // A rule sends the body to customers without an agent's review.
    const reply = Object.keys(uses).length > 0 ? [{ field: 'body', scopes }] : []
    requireNeeds(principal, [...reply, ...findInstructionNeeds(next.actions, next.body)], cannedResponsePurpose)
  }
  // A rule only applies shared canned responses, so it would fail from now on.
  if (sent.visibility === 'PERSONAL' && current.visibility === 'SHARED')
    await checkUnused(context, cannedResponse, current.id, '', 'made personal')
  checkFilesHaveReply(sent.body === undefined ? current.body : sent.body, sent.attachments ?? current.attachments)
  checkActions(sent.actions ?? [])
  checkVariables(sent.body, sent.actions ?? [])
  await checkActionLabels(context, sent.actions ?? [])
}
