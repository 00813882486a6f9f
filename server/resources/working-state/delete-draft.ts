import { ApiError, endpoint, item, saved } from '../../kit/index.ts'
import { checkThread, draftNotFound, draftPath, ownOf } from './drafts.ts'
import { deleteDraftRow } from './queries.ts'
import { Draft } from './schema.ts'

export const deleteDraft = endpoint({
  ...draftPath,
  operationId: 'deleteDraft',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete your draft',
  description: 'Deletes your draft for a thread.',
  responds: { 200: item(Draft, 'The draft as it was') },
  errors: [draftNotFound],
  writes: 'transaction',
  personal: true,
  async handle(context) {
    await checkThread(context.tx, context)
    const record = await context.tx.first(deleteDraftRow, { ...ownOf(context), kind: context.query.kind ?? 'reply' })
    if (!record) throw new ApiError(draftNotFound)
    return saved(record)
  },
})
