import { ApiError, endpoint, found, item, saved, unknownReference, type Static, type Uuid } from '../../kit/index.ts'
import { cannedResponse, render, visible } from '../canned-responses/index.ts'
import { readBody } from './body.ts'
import { CannedResponsePreview, CannedResponsePreviewRequest } from './canned-schema.ts'
import { variablesIn } from './canned-variables.ts'
import { findThread } from './queries.ts'

/** The thread tells an erasure whose answer this is. */
type Stored = Static<typeof CannedResponsePreview> & { threadId: Uuid }

export const previewCannedResponse = endpoint({
  operationId: 'previewCannedResponse',
  method: 'POST',
  path: '/canned-responses/{id}/preview',
  tag: cannedResponse.tag,
  scope: 'threads:read',
  summary: 'Preview a canned response',
  description:
    'Shows the reply as it would be sent to a thread, and changes nothing. Variables without a value are listed in `missing` and left in `body`; ' +
    'the response cannot be applied while there are any.',
  params: { id: { ...cannedResponse.id, versioned: false } },
  body: CannedResponsePreviewRequest,
  responds: { 200: item(CannedResponsePreview, 'The reply as it would be sent') },
  errors: [unknownReference],
  writes: 'transaction',
  personal: true,
  present: ({ body, bodyFormat, missing }: Stored) => ({ body, bodyFormat, missing }),
  async handle(context) {
    const { tx, principal, body } = context
    const response = visible(principal, await found({ ...context, db: tx }, cannedResponse))
    const thread = await tx.first(findThread, { tenantId: principal.tenantId, id: body.threadId })
    if (!thread)
      throw new ApiError(unknownReference, { details: [{ field: 'threadId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
    const { bodyFormat } = response
    if (response.body === null) return saved({ threadId: thread.id, body: null, bodyFormat, missing: [] })
    const { text, missing } = render(response.body, bodyFormat, await variablesIn(tx, principal, thread))
    return saved({ threadId: thread.id, body: readBody({ body: text, bodyFormat }).body, bodyFormat, missing })
  },
})
