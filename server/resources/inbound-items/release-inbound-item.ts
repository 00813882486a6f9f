import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { inboundItemInboxInactive, inboundItemNotFound, inboundItemNotSuspended } from './errors.ts'
import { inboundItem } from './item.ts'
import { findInboundItem, lockItem, toInboundItem } from './queries.ts'
import { InboundItem } from './schema.ts'
import { readItem, settle } from './settle-item.ts'
import { writeEvent } from './write-event.ts'

export const releaseInboundItem = endpoint.write({
  operationId: 'releaseInboundItem',
  method: 'POST',
  path: '/inbound-items/{id}/release',
  tag: 'inbound-items',
  scope: 'threads:write',
  summary: 'Release a suspended item',
  description:
    'Processes a suspended item past the guard that stopped it: it becomes a message in the thread to which it belongs. Releasing it again ' +
    'returns the same result. Release a mail with `POST /inbound-mails/{id}/release`.',
  params: { id: inboundItem.id },
  responds: { 200: item(InboundItem, 'The item as it is now') },
  errors: [inboundItemNotSuspended, inboundItemInboxInactive],
  present: toInboundItem,
  async handle({ tx, effects, config, principal: { tenantId }, params: { id } }) {
    const row = await tx.first(lockItem, { tenantId, id })
    const record = row ? null : await tx.first(findInboundItem, { tenantId, id })
    if (!row) throw new ApiError(record ? inboundItemNotSuspended : inboundItemNotFound)
    if (row.outcome === 'MESSAGE') return toUnchangedOutcome(await fetchOne(tx, findInboundItem, { tenantId, id }))
    if (row.outcome !== 'SUSPENDED' || row.isExpired || row.payload === null) throw new ApiError(inboundItemNotSuspended)
    const context = { tx, effects, tenantId, config }
    const result = await writeEvent(context, row, readItem(row), { isReleased: true })
    if ('againInSeconds' in result)
      throw new ApiError(inboundItemNotSuspended, { message: 'The message that the item changes has not arrived.' })
    if (result.outcome === 'SUSPENDED' && result.cause === 'INBOX_INACTIVE') throw new ApiError(inboundItemInboxInactive)
    const audited = await settle(context, row, result, 'released')
    return toOutcome(await fetchOne(tx, findInboundItem, { tenantId, id }), audited)
  },
})
