import { endpoint, item } from '../../kit/endpoint.ts'
import { unknownReference } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { beginMove, checkReferences, takeDefault } from './default-inbox.ts'
import { insertInbox, toInbox } from './queries.ts'
import { Inbox, InboxCreate } from './schema.ts'

export const createInbox = endpoint({
  operationId: 'createInbox',
  method: 'POST',
  path: '/inboxes',
  tag: 'inboxes',
  scope: 'catalog:admin',
  summary: 'Create an inbox',
  description: 'Makes an inbox. With `isDefault: true` it takes the place of the present default inbox.',
  body: InboxCreate,
  responds: { 201: item(Inbox, 'The new inbox') },
  errors: [unknownReference],
  etag: true,
  writes: 'transaction',
  present: toInbox,
  location: ({ id }) => `/inboxes/${id}`,
  async handle(context) {
    const { tx, principal, body, effects } = context
    checkReferences(body)
    const fields = {
      name: body.name.trim(),
      type: body.type,
      address: body.address ?? null,
      isDefault: body.isDefault ?? false,
      active: body.active ?? true,
      autoReply: body.autoReply ?? null,
      signature: body.signature ?? null,
    }
    const id = newId()
    if (fields.isDefault) {
      await beginMove(context)
      await takeDefault(context, id)
    }
    const record = await tx.first(insertInbox, { ...fields, tenantId: principal.tenantId, id })
    if (!record) throw new Error('An insert returned no row')
    effects.audit({ action: 'inbox.created', target: { type: 'inbox', id }, after: fields })
    return { status: 201, record }
  },
})
