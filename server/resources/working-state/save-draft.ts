import { checkReferences, endpoint, item, one, saved, unknownReference } from '../../kit/index.ts'
import { upload } from '../uploads/index.ts'
import { checkThread, draftPath, ownOf } from './drafts.ts'
import { saveDraftRow } from './queries.ts'
import { Draft, DraftSave } from './schema.ts'

const references = { 'attachments[].uploadId': upload }

export const saveDraft = endpoint({
  ...draftPath,
  operationId: 'saveDraft',
  method: 'PUT',
  summary: 'Save your draft',
  description: 'Saves your draft for a thread. It can be saved as often as needed: the latest save wins. Leaves no audit row and no event.',
  body: DraftSave,
  responds: { 200: item(Draft, 'The draft as it is now') },
  errors: [unknownReference],
  writes: 'transaction',
  personal: true,
  async handle(context) {
    const { tx, principal, body, query } = context
    const { bodyFormat = 'text', attachments = [] } = body
    await checkThread(tx, context)
    await checkReferences(tx, principal.tenantId, references, { attachments })
    return saved(await one(tx, saveDraftRow, { ...ownOf(context), kind: query.kind ?? 'reply', body: body.body, bodyFormat, attachments }))
  },
})
