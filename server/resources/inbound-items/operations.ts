import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { inboundItemNotFound } from './errors.ts'
import { inboundItem } from './item.ts'
import { listItems } from './list-queries.ts'
import { findInboundItem, type InboundItemRecord, readPayload, toInboundItem } from './queries.ts'
import { InboundItem, InboundItemDetails, InboundItemFilters } from './schema.ts'

const shared = { tag: 'inbound-items', scope: 'threads:read' } as const

export const listInboundItems = endpoint.read({
  operationId: 'listInboundItems',
  path: '/inbound-items',
  ...shared,
  summary: 'List inbound items',
  description:
    'Everything that came in, newest first, whatever became of it: events of your own programs, and mails. `GET /inbound-mails` shows more of a ' +
    'mail. Filters combine; `meta.total` is exact.',
  query: InboundItemFilters,
  responds: { 200: list(InboundItem) },
  present: toInboundItem,
  handle: ({ db, principal, page, query }) => listItems(db, principal.tenantId, page, query),
})

type Details = InboundItemRecord & { payload: string | null }

export const getInboundItem = endpoint.read({
  operationId: 'getInboundItem',
  path: '/inbound-items/{id}',
  ...shared,
  summary: 'Get an inbound item',
  description: 'One item that came in, with its body.',
  params: { id: inboundItem.id },
  responds: { 200: item(InboundItemDetails, 'The inbound item') },
  present: ({ payload, ...record }: Details) => ({ ...toInboundItem(record), payload }),
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findInboundItem, { tenantId, id })
    if (!record) throw new ApiError(inboundItemNotFound)
    const stored = await db.first(readPayload, { tenantId, id })
    return { status: 200, record: { ...record, payload: stored?.payload?.toString('utf8') ?? null } }
  },
})
