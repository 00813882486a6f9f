import { catalogDuplicate, endpoint, insertResource, item, newId, unknownReference } from '../../kit/index.ts'
import { normaliseAddress } from './address.ts'
import { clearOtherDefault } from './default-inbox.ts'
import { lockInboxes, requireFreeAddress } from './distinct-inboxes.ts'
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
    'Creates an inbox. The form of its address depends on the type: an e-mail address, a telephone number, a channel, a website. ' +
    'The address must be unique among active inboxes of the type, ignoring letter case. With `isDefault: true` it replaces the ' +
    'current default inbox.',
  body: InboxCreate,
  responds: { 201: item(Inbox, 'The new inbox') },
  errors: [unknownReference, catalogDuplicate],
  etag: true,
  creates: inbox,
  writes: 'transaction',
  present: inbox.present,
  location: ({ id }) => `/inboxes/${id}`,
  async handle(context) {
    const { body } = context
    const address = normaliseAddress(body.type, body.address)
    const id = newId()
    const claimedAddress = (body.active ?? true) ? address : null
    if (body.isDefault || claimedAddress) await lockInboxes(context)
    if (claimedAddress) await requireFreeAddress(context, id, body.type, claimedAddress)
    if (body.isDefault) await clearOtherDefault(context, id)
    return insertResource(context, inbox, { ...inbox.defaults, ...body, address: address ?? null }, id)
  },
})
