import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource, updateResource } from '#kit/write.ts'
import { storeInboxSecrets } from './change-email.ts'
import { inbox } from './inbox.ts'
import { Inbox } from './schema.ts'

export const deleteInboxDkimKey = endpoint({
  operationId: 'deleteInboxDkimKey',
  method: 'DELETE',
  deletion: 'part',
  path: `${inbox.path}/{id}/dkim`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Delete the DKIM key of an inbox',
  description: 'Deletes the key for good. Replies of the inbox are no longer signed. An inbox without a key stays as it is.',
  params: { id: inbox.id },
  responds: { 200: item(Inbox, 'The inbox without a key') },
  etag: true,
  writes: 'transaction',
  present: inbox.present,
  async handle(context) {
    const { tx, secrets, principal, params } = context
    const current = await lockResource(context, inbox)
    if (!current.email) return updateResource(context, inbox, current, {})
    await storeInboxSecrets(tx, secrets, { tenantId: principal.tenantId, inboxId: params.id }, { DKIM: null })
    return updateResource(context, inbox, current, { email: { ...current.email, dkim: null } }, { action: 'dkim_key_deleted' })
  },
})
