import { standard } from '#kit/standard.ts'
import { checkUnused, fetchOne, lockResource, deleteResource } from '#kit/write.ts'
import { ApiError, catalogInUse } from '#platform/errors.ts'
import { inbox } from './inbox.ts'
import { countWaitingMails, deleteInboxConnection, deleteInboxSecrets } from './connection-queries.ts'
import { lockInboxes } from './distinct-inboxes.ts'
import { deleteInboxAddresses } from './queries.ts'

export const listInboxes = standard.list(inbox, { description: 'All inboxes of the tenant, inactive ones included, newest first.' })

export const getInbox = standard.get(inbox)

export const deleteInbox = inbox.write({
  operationId: 'deleteInbox',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete an inbox',
  description:
    'Deletes an inbox without threads permanently. An inbox with threads or with mail that waits is not deleted, and the error has their ' +
    'number; deactivate it with `PATCH /inboxes/{id}` and `{"active": false}`. The default inbox cannot be deleted: make another one the ' +
    'default first.',
  result: 'The inbox as it was',
  errors: [catalogInUse],
  async handle(context) {
    await lockInboxes(context)
    const current = await lockResource(context, inbox)
    if (current.isDefault)
      throw new ApiError(catalogInUse, { message: 'The default inbox cannot be deleted: make another inbox the default first.' })
    const key = { tenantId: context.principal.tenantId, inboxId: current.id }
    const instead = 'It can be deactivated instead, with PATCH and {"active": false}.'
    // Check this first, because waiting mails mostly belong to threads of the inbox.
    await checkUnused(context, inbox, current.id, instead)
    const { mails } = await fetchOne(context.tx, countWaitingMails, key)
    if (mails > 0)
      throw new ApiError(catalogInUse, {
        message: `The inbox cannot be deleted while mail waits in it. ${instead}`,
        details: [{ field: 'mails', code: 'IN_USE', message: String(mails) }],
      })
    const outcome = await deleteResource(context, inbox, current, instead)
    for (const belonging of [deleteInboxAddresses, deleteInboxSecrets, deleteInboxConnection]) await context.tx.rows(belonging, key)
    return outcome
  },
})
