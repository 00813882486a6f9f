import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { requireNeeds, requireScopes } from '#kit/require-scopes.ts'
import { detectFormat } from '#kit/text-format.ts'
import { render } from '#kit/variables.ts'
import { findResource } from '#kit/write.ts'
import { ApiError, scopeEscalation, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { cannedResponse, cannedResponsePurpose } from '../../canned-responses/index.ts'
import { findInstructionNeeds } from '../../thread-actions/index.ts'
import { toAgentActor } from '../actions/actor.ts'
import { previewActions } from '../actions/preview-actions.ts'
import { readVariables } from '../actions/read-variables.ts'
import { presentStateChanges, type StateChanges } from '../actions/thread-state.ts'
import { checkFilledLength, readBody } from '../record/message-body.ts'
import { CannedResponsePreview, CannedResponsePreviewRequest } from './canned-schema.ts'
import { createEmitter, toPlan } from './canned-run.ts'
import { readThread } from '../record/thread.ts'

type Preview = Static<typeof CannedResponsePreview>
/** Response stored under the Idempotency-Key. When a customer is erased, the stored previews of their threads are found by `threadId`. */
type Stored = Omit<Preview, 'actions' | 'attachments' | 'changes' | 'problems'> &
  Partial<Pick<Preview, 'actions' | 'attachments' | 'problems'>> & { threadId: Uuid; changes?: StateChanges | null }

export const previewCannedResponse = endpoint.personalWrite({
  operationId: 'previewCannedResponse',
  method: 'POST',
  path: '/canned-responses/{id}/preview',
  tag: cannedResponse.tag,
  scope: 'threads:read',
  summary: 'Preview a canned response',
  description:
    'Returns the reply as it would be sent to a thread, and changes nothing. Variables without a value are listed in `missing` ' +
    'and left in `body`; the canned response cannot be applied until they have values. `changes` has the fields of the thread before and ' +
    'after, and `problems` what else prevents it from being applied. Also requires the scope `catalog:read`, ' +
    'and those of its actions and variables, such as `threads:write`.',
  params: { id: { ...cannedResponse.id, versioned: false } },
  body: CannedResponsePreviewRequest,
  responds: { 200: item(CannedResponsePreview, 'The reply as it would be sent') },
  errors: [scopeEscalation, unknownReference],
  // Records stored by earlier versions lack fields that were added later.
  present: ({ body, bodyFormat, attachments = [], missing, actions = [], changes = null, problems = [] }: Stored) => ({
    body,
    bodyFormat,
    attachments,
    missing,
    actions,
    changes: changes && presentStateChanges(changes),
    problems,
  }),
  async handle(context) {
    const { tx, principal, body } = context
    requireScopes(principal, ['catalog:read'], 'A preview shows the canned response.')
    const response = await findResource({ ...context, db: tx }, cannedResponse)
    const thread = await readThread(tx, { tenantId: principal.tenantId, id: body.threadId })
    if (!thread)
      throw new ApiError(unknownReference, { details: [{ field: 'threadId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
    const { bodyFormat } = response
    requireNeeds(principal, findInstructionNeeds(response.actions, response.body), cannedResponsePurpose)
    const variables = await readVariables(tx, principal, thread)
    const missing = new Set<string>()
    const fill = (template: string, format: 'text' | 'html'): string => {
      const rendered = render(template, format, variables)
      for (const name of rendered.missing) missing.add(name)
      checkFilledLength(rendered.text, 'body')
      return rendered.text
    }
    const text = response.body === null ? null : readBody({ body: fill(response.body, bodyFormat), bodyFormat }).body
    const { attachments, actions: presented } = cannedResponse.present(response)
    const actions = presented.map((action) =>
      action.body === undefined
        ? action
        : Object.assign({}, action, { body: fill(action.body, action.bodyFormat ?? detectFormat(action.body)) }),
    )
    const by = toAgentActor(principal, context.requestId)
    const { changes, problems } = await previewActions({ tx, by, emitForWebhook: createEmitter(response) }, thread, toPlan(response))
    const filled = { body: text, bodyFormat, attachments, missing: [...missing] }
    return toSavedOutcome({ threadId: thread.id, ...filled, actions, changes, problems: [...problems] })
  },
})
