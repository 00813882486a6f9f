import { endpoint, list } from '../../kit/endpoint.ts'
import { inboxList, toInbox } from './queries.ts'
import { Inbox } from './schema.ts'

export const listInboxes = endpoint({
  operationId: 'listInboxes',
  method: 'GET',
  path: '/inboxes',
  tag: 'inboxes',
  scope: 'catalog:read',
  summary: 'List inboxes',
  description: 'All inboxes of the tenant, inactive ones included, newest first.',
  responds: { 200: list(Inbox) },
  present: toInbox,
  handle: ({ db, principal, page }) => inboxList.fetch(db, principal.tenantId, page),
})
