import { endpoint, inserted, item, newId, unknownReference } from '../../kit/index.ts'
import { readAddress } from './address.ts'
import { beginMove, takeDefault } from './default-inbox.ts'
import { inbox } from './inbox.ts'
import { Inbox, InboxCreate } from './schema.ts'

export const createInbox = endpoint({
  operationId: 'createInbox',
  method: 'POST',
  path: inbox.path,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Create an inbox',
  description:
    'Creates an inbox. Its address depends on its type: an e-mail address, a telephone number, a channel, a website. ' +
    'With `isDefault: true` it replaces the current default inbox.',
  body: InboxCreate,
  responds: { 201: item(Inbox, 'The new inbox') },
  errors: [unknownReference],
  etag: true,
  writes: 'transaction',
  present: inbox.present,
  location: ({ id }) => `/inboxes/${id}`,
  async handle(context) {
    const { body } = context
    const address = readAddress(body.type, body.address)
    const id = newId()
    if (body.isDefault) {
      await beginMove(context)
      await takeDefault(context, id)
    }
    return inserted(context, inbox, { ...inbox.defaults, ...body, address: address ?? null }, id)
  },
})
