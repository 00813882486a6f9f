import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { inboxNotFound } from './errors.ts'
import { findInbox, toInbox } from './queries.ts'
import { Inbox } from './schema.ts'

export const inboxId = { prefix: 'inb', description: 'The inbox, with or without `inb_`.', notFound: inboxNotFound } as const

export const getInbox = endpoint({
  operationId: 'getInbox',
  method: 'GET',
  path: '/inboxes/{id}',
  tag: 'inboxes',
  scope: 'catalog:read',
  summary: 'Get an inbox',
  description: 'One inbox.',
  params: { id: inboxId },
  responds: { 200: item(Inbox, 'The inbox') },
  etag: true,
  present: toInbox,
  async handle({ db, principal, params }) {
    const record = await db.first(findInbox, { tenantId: principal.tenantId, id: params.id })
    if (!record) throw new ApiError(inboxNotFound)
    return { status: 200, record }
  },
})
