import {
  ApiError,
  catalogDuplicate,
  updateResource,
  endpoint,
  item,
  lockResource,
  unknownReference,
  validationFailed,
} from '../../kit/index.ts'
import { addressProblems, readAddress } from './address.ts'
import { takeDefault } from './default-inbox.ts'
import { lockInboxes, requireFreeAddress } from './distinct-inboxes.ts'
import { inbox } from './inbox.ts'
import { Inbox, InboxUpdate } from './schema.ts'

export const updateInbox = endpoint({
  operationId: 'updateInbox',
  method: 'PATCH',
  path: `${inbox.path}/{id}`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Change an inbox',
  description:
    'Changes the fields sent. `isDefault: true` replaces the current default inbox; with `false` the tenant has none, and new ' +
    'threads go to the oldest active EMAIL or API inbox. With `active: false` the inbox keeps its threads and receives no new ones.',
  params: { id: inbox.id },
  body: InboxUpdate,
  responds: { 200: item(Inbox, 'The inbox as it is now') },
  errors: [validationFailed, unknownReference, catalogDuplicate],
  etag: true,
  writes: 'transaction',
  present: inbox.present,
  async handle(context) {
    const { body, params } = context
    if (body.isDefault || body.address || body.active) await lockInboxes(context)
    const current = await lockResource(context, inbox)
    const details = addressProblems(current.type, body.address)
    if (details.length > 0) throw new ApiError(validationFailed, { details })
    const address = readAddress(current.type, body.address)
    const [before, after] = [current, { ...current, ...body, address: address === undefined ? current.address : address }].map((each) =>
      each.active ? each.address : null,
    )
    // Compared with what it was: inboxes of an earlier version that share an address can still be changed otherwise.
    if (after && after !== before) await requireFreeAddress(context, params.id, current.type, after)
    if (body.isDefault && !current.isDefault) await takeDefault(context, params.id)
    return updateResource(context, inbox, current, { ...body, address })
  },
})
