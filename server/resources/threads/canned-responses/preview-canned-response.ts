import {
  ApiError,
  endpoint,
  detectFormat,
  findResource,
  item,
  requireScopes,
  toSavedOutcome,
  scopeEscalation,
  type Static,
  unknownReference,
  type Uuid,
} from '../../../kit/index.ts'
import { cannedResponse, render, getVariableScopes, requireVisible } from '../../canned-responses/index.ts'
import { readBody } from '../messages/body.ts'
import { CannedResponsePreview, CannedResponsePreviewRequest } from './canned-schema.ts'
import { readVariables } from './canned-variables.ts'
import { findThread } from '../queries.ts'

type Preview = Static<typeof CannedResponsePreview>
/** The record of the idempotency key. Its `threadId` is how the erasure of a customer finds the stored previews of their threads. */
type Stored = Omit<Preview, 'actions'> & Partial<Pick<Preview, 'actions'>> & { threadId: Uuid }

export const previewCannedResponse = endpoint({
  operationId: 'previewCannedResponse',
  method: 'POST',
  path: '/canned-responses/{id}/preview',
  tag: cannedResponse.tag,
  scope: 'threads:read',
  summary: 'Preview a canned response',
  description:
    'Returns the reply as it would be sent to a thread, and changes nothing. Variables without a value are listed in `missing` ' +
    'and left in `body`; the canned response cannot be applied until they have values. Also requires the scope `catalog:read`, ' +
    'and `customers:read` for variables with the customer’s external id or custom fields.',
  params: { id: { ...cannedResponse.id, versioned: false } },
  body: CannedResponsePreviewRequest,
  responds: { 200: item(CannedResponsePreview, 'The reply as it would be sent') },
  errors: [scopeEscalation, unknownReference],
  writes: 'transaction',
  personal: true,
  // Records that earlier versions stored have no actions.
  present: ({ body, bodyFormat, missing, actions = [] }: Stored) => ({ body, bodyFormat, missing, actions }),
  async handle(context) {
    const { tx, principal, body } = context
    requireScopes(principal, ['catalog:read'], 'A preview shows the canned response.')
    const response = requireVisible(principal, await findResource({ ...context, db: tx }, cannedResponse))
    const thread = await tx.first(findThread, { tenantId: principal.tenantId, id: body.threadId })
    if (!thread)
      throw new ApiError(unknownReference, { details: [{ field: 'threadId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
    const { bodyFormat } = response
    const templates = [response.body ?? '', ...response.actions.map((action) => action.body ?? '')]
    requireScopes(principal, getVariableScopes(templates), 'A variable is a field of the customer.')
    const variables = await readVariables(tx, principal, thread)
    const missing = new Set<string>()
    const fill = (template: string, format: 'text' | 'html'): string => {
      const rendered = render(template, format, variables)
      for (const name of rendered.missing) missing.add(name)
      return rendered.text
    }
    const text = response.body === null ? null : readBody({ body: fill(response.body, bodyFormat), bodyFormat }).body
    const actions = cannedResponse
      .present(response)
      .actions.map((action) =>
        action.body === undefined
          ? action
          : Object.assign({}, action, { body: fill(action.body, action.bodyFormat ?? detectFormat(action.body)) }),
      )
    return toSavedOutcome({ threadId: thread.id, body: text, bodyFormat, missing: [...missing], actions })
  },
})
