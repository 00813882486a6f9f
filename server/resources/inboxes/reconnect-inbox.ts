import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { retryReceiving, retrySending } from './connection-queries.ts'
import { inboxConnectionChanged, readConnection } from './connection.ts'
import { presentConnection } from './get-inbox-connection.ts'
import { ChannelConnection } from './connection-schema.ts'
import { inbox } from './inbox.ts'

export const reconnectInbox = endpoint.write({
  operationId: 'reconnectInbox',
  method: 'POST',
  path: `${inbox.path}/{id}/reconnect`,
  tag: inbox.tag,
  scope: 'catalog:write',
  summary: 'Connect an inbox now',
  description:
    'Makes the service try the inbox’s connections now instead of at `nextAttemptAt`: it connects to the mailbox anew, and a pause of sending ' +
    'ends. `inbox.connection_changed` tells the result.',
  params: { id: inbox.id },
  responds: { 200: item(ChannelConnection, 'The state of the connections') },
  present: presentConnection,
  async handle(context) {
    const { tx, effects, principal, params, config } = context
    await lockResource(context, inbox)
    const key = { tenantId: principal.tenantId, inboxId: params.id }
    const retried = await tx.first(retryReceiving, key)
    await tx.rows(retrySending, key)
    const record = await readConnection(tx, config, key)
    if (!record) throw new ApiError(inbox.notFound)
    if (!retried && record.send.state === 'NOT_USED') return toUnchangedOutcome(record)
    effects.emit(inboxConnectionChanged, params.id, record, retried ? { receive: { state: retried.previous } } : {})
    return toOutcome(record, effects.audit({ action: 'inbox.reconnected', target: { type: inbox.noun, id: params.id } }))
  },
})
