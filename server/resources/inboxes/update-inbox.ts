import { changesOf } from '../../kit/changes.ts'
import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError, unknownReference } from '../../kit/errors.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import type { Static } from '../../kit/schema.ts'
import { beginMove, checkReferences, takeDefault } from './default-inbox.ts'
import { inboxNotFound } from './errors.ts'
import { inboxId } from './get-inbox.ts'
import { changeInbox, lockInbox, toInbox, type InboxFields } from './queries.ts'
import { Inbox, InboxUpdate } from './schema.ts'

export const updateInbox = endpoint({
  operationId: 'updateInbox',
  method: 'PATCH',
  path: '/inboxes/{id}',
  tag: 'inboxes',
  scope: 'catalog:admin',
  summary: 'Change an inbox',
  description:
    'Changes the fields sent. `isDefault: true` takes the default away from the inbox that has it; `false` leaves the tenant without one, ' +
    'and new threads then go to the oldest active EMAIL or API inbox. `active: false` keeps the inbox’s threads and takes no new ones.',
  params: { id: inboxId },
  body: InboxUpdate,
  responds: { 200: item(Inbox, 'The inbox as it is now') },
  errors: [unknownReference],
  etag: true,
  writes: 'transaction',
  present: toInbox,
  async handle(context) {
    const { tx, principal, params, body, ifMatch, effects } = context
    const key = { tenantId: principal.tenantId, id: params.id }
    if (body.isDefault) await beginMove(context)
    const current = await tx.first(lockInbox, key)
    if (!current) throw new ApiError(inboxNotFound)
    checkIfMatch(ifMatch, current.version)
    checkReferences(body)
    const next = wanted(current, body)
    const changes = changesOf<InboxFields>(current, next)
    if (!changes) return { status: 200, record: current }
    if (changes.after.isDefault) await takeDefault(context, params.id)
    const record = await tx.first(changeInbox, { ...key, ...next })
    if (!record) throw new ApiError(inboxNotFound)
    effects.audit({ action: 'inbox.updated', target: { type: 'inbox', id: params.id }, ...changes })
    return { status: 200, record }
  },
})

function wanted(current: InboxFields, { name, address, isDefault, active, autoReply, signature }: Static<typeof InboxUpdate>): InboxFields {
  return {
    name: name?.trim() ?? current.name,
    address: address === undefined ? current.address : address,
    isDefault: isDefault ?? current.isDefault,
    active: active ?? current.active,
    autoReply: autoReply === undefined ? current.autoReply : autoReply,
    signature: signature === undefined ? current.signature : signature,
  }
}
