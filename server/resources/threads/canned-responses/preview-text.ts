/** Shows a text with its variables filled in for a thread, while an agent is still writing it. */
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import { detectFormat } from '#kit/text-format.ts'
import { render } from '#kit/variables.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { findInstructionNeeds } from '../../thread-actions/index.ts'
import { readVariables } from '../actions/read-variables.ts'
import { readAutomaticVariables } from '../email/automatic-reply.ts'
import { previewSignature } from '../email/fill-signature.ts'
import { threadNotFound } from '../record/errors.ts'
import { checkFilledLength, readBody } from '../record/message-body.ts'
import { readThread, thread } from '../record/thread.ts'
import { TextPreview, TextPreviewRequest } from './text-schema.ts'

type Preview = Static<typeof TextPreview>
/** Response stored under the Idempotency-Key. When a customer is erased, the stored previews of their threads are found by `threadId`. */
type Stored = Preview & { threadId: Uuid }

export const previewText = endpoint.personalWrite({
  operationId: 'previewText',
  method: 'POST',
  path: '/threads/{id}/preview-text',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Preview a text with variables',
  description:
    'Returns a text with its variables filled in for the thread, as it would be sent now, and changes nothing. Use it for a text that is ' +
    'not saved yet: the reply of a canned response, a signature or an automatic reply. Also requires the scopes of its variables, such as ' +
    '`customers:read` for the customer’s custom fields.',
  params: { id: { ...thread.id, versioned: false } },
  body: TextPreviewRequest,
  responds: { 200: item(TextPreview, 'The text as it would be sent') },
  errors: [scopeEscalation],
  present: ({ body, bodyFormat, missing }: Stored) => ({ body, bodyFormat, missing }),
  async handle({ tx, principal, params, body: sent }) {
    const { body: text, bodyFormat = detectFormat(text), use = 'REPLY' } = sent
    const found = await readThread(tx, { tenantId: principal.tenantId, id: params.id })
    if (!found) throw new ApiError(threadNotFound)
    requireNeeds(principal, findInstructionNeeds([], text), 'The text shows more than this key may.')
    const save = (filled: Preview) => {
      checkFilledLength(filled.body, 'body')
      return toSavedOutcome({ threadId: found.id, ...filled })
    }
    if (use === 'SIGNATURE') return save({ body: await previewSignature(tx, principal, found, text), bodyFormat: 'text', missing: [] })
    if (use === 'AUTO_REPLY') {
      const { fill } = await readAutomaticVariables(tx, principal.tenantId, found)
      return save({ body: fill(text), bodyFormat: 'text', missing: [] })
    }
    const rendered = render(text, bodyFormat, await readVariables(tx, principal, found))
    checkFilledLength(rendered.text, 'body')
    return save({ body: readBody({ body: rendered.text, bodyFormat }).body, bodyFormat, missing: rendered.missing })
  },
})
