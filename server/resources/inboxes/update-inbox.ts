import { ApiError, changed, endpoint, item, locked, unknownReference, validationFailed } from '../../kit/index.ts'
import { addressProblems, readAddress } from './address.ts'
import { beginMove, takeDefault } from './default-inbox.ts'
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
    'Changes the fields sent. `isDefault: true` makes this the default inbox instead of the current one; `false` leaves the tenant without one, ' +
    'and new threads then go to the oldest active EMAIL or API inbox. `active: false` keeps the inbox’s threads and receives no new ones.',
  params: { id: inbox.id },
  body: InboxUpdate,
  responds: { 200: item(Inbox, 'The inbox as it is now') },
  errors: [validationFailed, unknownReference],
  etag: true,
  writes: 'transaction',
  present: inbox.present,
  async handle(context) {
    const { body, params } = context
    if (body.isDefault) await beginMove(context)
    const current = await locked(context, inbox)
    const details = addressProblems(current.type, body.address)
    if (details.length > 0) throw new ApiError(validationFailed, { details })
    const address = readAddress(current.type, body.address)
    if (body.isDefault && !current.isDefault) await takeDefault(context, params.id)
    return changed(context, inbox, current, { ...body, address })
  },
})
