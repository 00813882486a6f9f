import { ApiError, endpoint, item } from '../../kit/index.ts'
import { checkThread, draftNotFound, draftPath, ownOf } from './drafts.ts'
import { findDraft } from './queries.ts'
import { Draft } from './schema.ts'

export const getDraft = endpoint({
  ...draftPath,
  operationId: 'getDraft',
  method: 'GET',
  summary: 'Get your draft',
  description: 'Your unsent draft for a thread. Drafts belong to the person the credential acts for.',
  responds: { 200: item(Draft, 'The draft') },
  errors: [draftNotFound],
  async handle(context) {
    await checkThread(context.db, context)
    const record = await context.db.first(findDraft, { ...ownOf(context), kind: context.query.kind ?? 'reply' })
    if (!record) throw new ApiError(draftNotFound)
    return { status: 200, record }
  },
})
