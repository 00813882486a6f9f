import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { findUses } from '#kit/references.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import { detectFormat } from '#kit/text-format.ts'
import { checkUnused, lockResource, updateResource } from '#kit/write.ts'
import { catalogInUse, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { covers } from '#platform/principal.ts'
import { checkActionLabels, checkActions, checkVariables, findInstructionNeeds, getAction } from '../thread-actions/index.ts'
import { cannedResponse, cannedResponsePurpose, requireVisible } from './canned-response.ts'
import { CannedResponse, CannedResponseUpdate } from './schema.ts'

export const updateCannedResponse = endpoint({
  operationId: 'updateCannedResponse',
  method: 'PATCH',
  path: '/canned-responses/{id}',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.write,
  summary: 'Change a canned response',
  description:
    'Changes the fields sent; `actions`, `inboxIds` and `teamIds` are replaced completely. Every user with the scope can change a ' +
    'shared canned response. One that an automation rule applies stays shared. Changing the body or the actions needs the scopes of each ' +
    'action and variable, as creating it does, and `threads:write` if a rule sends it.',
  params: { id: cannedResponse.id },
  body: CannedResponseUpdate,
  responds: { 200: item(CannedResponse, 'The canned response as it is now') },
  errors: [scopeEscalation, unknownReference, catalogInUse],
  conflicts: cannedResponse.conflicts,
  etag: true,
  writes: 'transaction',
  present: cannedResponse.present,
  async handle(context) {
    const { body, principal, tx } = context
    const current = requireVisible(principal, await lockResource(context, cannedResponse))
    if (body.body !== undefined || body.bodyFormat !== undefined || body.actions !== undefined) {
      const next = { body: body.body === undefined ? current.body : body.body, actions: body.actions ?? current.actions }
      const { scopes } = getAction('REPLY')
      const isReply = next.body !== null && scopes.some((scope) => !covers(principal.scopes, scope))
      const uses = isReply ? await findUses(tx, principal.tenantId, cannedResponse, current.id) : {}
      // A rule sends the body to customers without an agent who reads it first.
      const reply = Object.keys(uses).length > 0 ? [{ field: 'body', scopes }] : []
      requireNeeds(principal, [...reply, ...findInstructionNeeds(next.actions, next.body)], cannedResponsePurpose)
    }
    // A rule applies shared canned responses alone, so it would fail from now on.
    if (body.visibility === 'PERSONAL' && current.visibility === 'SHARED')
      await checkUnused(context, cannedResponse, current.id, '', 'made personal')
    checkActions(body.actions ?? [])
    checkVariables(body.body, body.actions ?? [])
    await checkActionLabels(context, body.actions ?? [])
    return updateResource(context, cannedResponse, current, {
      ...body,
      bodyFormat: body.bodyFormat ?? (body.body ? detectFormat(body.body) : undefined),
    })
  },
})
