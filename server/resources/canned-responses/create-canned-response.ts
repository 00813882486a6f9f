import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import { detectFormat } from '#kit/text-format.ts'
import { insertResource } from '#kit/write.ts'
import { ApiError, scopeEscalation, unknownReference, validationFailed } from '#platform/errors.ts'
import { checkActionLabels, checkActions, checkVariables, findInstructionNeeds } from '../thread-actions/index.ts'
import { cannedResponse, cannedResponsePurpose } from './canned-response.ts'
import { CannedResponse, CannedResponseCreate } from './schema.ts'

export const createCannedResponse = endpoint({
  operationId: 'createCannedResponse',
  method: 'POST',
  path: '/canned-responses',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.write,
  summary: 'Create a canned response',
  description:
    'Creates a reply with variables, a list of actions, or both. A variable that does not exist is refused. `POST /canned-responses/{id}/preview` shows the result for a thread, ' +
    '`POST /threads/{id}/apply-canned-response` sends it and runs the actions. The caller needs the scopes of each action and variable: ' +
    '`threads:write` for actions, `threads:read` for variables and `SEND_WEBHOOK`, `customers:read` for the customer’s external id and custom fields.',
  body: CannedResponseCreate,
  responds: { 201: item(CannedResponse, 'The new canned response') },
  errors: [scopeEscalation, unknownReference],
  conflicts: cannedResponse.conflicts,
  etag: true,
  creates: cannedResponse,
  writes: 'transaction',
  present: cannedResponse.present,
  location: ({ id }) => `/canned-responses/${id}`,
  async handle(context) {
    const { body = null, actions = [], bodyFormat = detectFormat(body ?? ''), ...sent } = context.body
    requireNeeds(context.principal, findInstructionNeeds(actions, body), cannedResponsePurpose)
    checkActions(actions)
    checkVariables(body, actions)
    if (body === null && actions.length === 0)
      throw new ApiError(validationFailed, {
        details: [{ field: 'body', code: 'REQUIRED', message: 'or actions must be present, otherwise it does nothing' }],
      })
    await checkActionLabels(context, actions)
    const fields = { ...cannedResponse.defaults, ...sent, body, bodyFormat, actions, ownerId: context.principal.user.id }
    return insertResource(context, cannedResponse, fields)
  },
})
