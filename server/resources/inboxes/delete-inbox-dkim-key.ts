import { lockResource, updateResource } from '#kit/write.ts'
import { storeInboxSecrets } from './change-email.ts'
import { inbox } from './inbox.ts'

export const deleteInboxDkimKey = inbox.write({
  operationId: 'deleteInboxDkimKey',
  method: 'DELETE',
  deletion: 'part',
  path: `${inbox.path}/{id}/dkim`,
  summary: 'Delete the DKIM key of an inbox',
  description: 'Deletes the key for good. Replies of the inbox are no longer signed. An inbox without a key stays as it is.',
  result: 'The inbox without a key',
  async handle(context) {
    const { tx, secrets, principal, params } = context
    const current = await lockResource(context, inbox)
    if (!current.email) return updateResource(context, inbox, current, {})
    await storeInboxSecrets(tx, secrets, { tenantId: principal.tenantId, inboxId: params.id }, { DKIM: null })
    return updateResource(context, inbox, current, { email: { ...current.email, dkim: null } }, { action: 'dkim_key_deleted' })
  },
})
