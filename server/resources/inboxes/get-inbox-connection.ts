import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError } from '#platform/errors.ts'
import { readConnection } from './connection.ts'
import { ChannelConnection, type ConnectionRecord, InboxConnectionChange } from './connection-schema.ts'
import { inbox } from './inbox.ts'

const present = createPresenter(InboxConnectionChange)

export function presentConnection(record: ConnectionRecord) {
  const { inboxId: _, ...connection } = present(record)
  return connection
}

export const getInboxConnection = endpoint.read({
  operationId: 'getInboxConnection',
  path: `${inbox.path}/{id}/connection`,
  tag: inbox.tag,
  scope: inbox.scopes.read,
  summary: 'Get the state of an inbox’s connections',
  description:
    'Shows whether mail comes in from the mailbox and replies go out, the latest failure, and up to where the mailbox has been read. ' +
    'Sending is FAILING with the error `DOMAIN_UNPROVED` while the operator’s mail server may not send from the inbox’s address.',
  params: { id: inbox.id },
  responds: { 200: item(ChannelConnection, 'The state of the connections') },
  present: presentConnection,
  async handle({ db, config, principal: { tenantId }, params: { id } }) {
    const record = await readConnection(db, config, { tenantId, inboxId: id })
    if (!record) throw new ApiError(inbox.notFound)
    return { status: 200, record }
  },
})
