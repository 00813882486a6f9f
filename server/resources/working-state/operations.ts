import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkReferences } from '#kit/references.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { checkThread, draftNotFound, draftPath, toStateKey } from './drafts.ts'
import { deleteDraftRow, findDraft, saveDraftRow } from './queries.ts'
import { Draft, DraftSave } from './schema.ts'
import { upload } from '../uploads/index.ts'

export const getDraft = endpoint.read({
  ...draftPath,
  operationId: 'getDraft',
  summary: 'Get your draft',
  description: 'Returns your unsent draft for a thread. Drafts belong to the caller’s user.',
  responds: { 200: item(Draft, 'The draft') },
  errors: [draftNotFound],
  async handle(context) {
    await checkThread(context.db, context)
    const record = await context.db.first(findDraft, { ...toStateKey(context), kind: context.query.kind ?? 'reply' })
    if (!record) throw new ApiError(draftNotFound)
    return { status: 200, record }
  },
})

const references = { 'attachments[].uploadId': upload }

export const saveDraft = endpoint.personalWrite({
  ...draftPath,
  operationId: 'saveDraft',
  method: 'PUT',
  summary: 'Save your draft',
  description: 'Saves your draft for a thread. The latest save wins. Creates no audit row and no event.',
  body: DraftSave,
  responds: { 200: item(Draft, 'The draft as it is now') },
  errors: [unknownReference],
  async handle(context) {
    const { tx, principal, body, query } = context
    const { bodyFormat = 'text', attachments = [] } = body
    await checkThread(tx, context)
    await checkReferences(tx, principal.tenantId, references, { attachments })
    return toSavedOutcome(
      await fetchOne(tx, saveDraftRow, { ...toStateKey(context), kind: query.kind ?? 'reply', body: body.body, bodyFormat, attachments }),
    )
  },
})

export const deleteDraft = endpoint.personalWrite({
  ...draftPath,
  operationId: 'deleteDraft',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete your draft',
  description: 'Deletes your draft for a thread.',
  responds: { 200: item(Draft, 'The draft as it was') },
  errors: [draftNotFound],
  async handle(context) {
    await checkThread(context.tx, context)
    const record = await context.tx.first(deleteDraftRow, { ...toStateKey(context), kind: context.query.kind ?? 'reply' })
    if (!record) throw new ApiError(draftNotFound)
    return toSavedOutcome(record)
  },
})
