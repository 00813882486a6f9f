import { endpoint, list } from '../../kit/index.ts'
import { requestList } from './queries.ts'
import { toRequest } from './request.ts'
import { PrivacyRequest, PrivacyRequestFilters } from './schema.ts'

export const listPrivacyRequests = endpoint({
  operationId: 'listPrivacyRequests',
  method: 'GET',
  path: '/privacy/requests',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'List privacy requests',
  description: 'Exports and erasures, newest first, with those that the retention of closed threads made. They stay as evidence.',
  query: PrivacyRequestFilters,
  responds: { 200: list(PrivacyRequest) },
  present: toRequest,
  handle: ({ db, principal: { tenantId }, page, query }) => requestList.fetch(db, tenantId, page, query),
})
