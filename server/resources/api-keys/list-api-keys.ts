import { endpoint, list } from '../../kit/endpoint.ts'
import { apiKeyList, toApiKey } from './queries.ts'
import { ApiKey } from './schema.ts'

export const listApiKeys = endpoint({
  operationId: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  tag: 'api-keys',
  scope: 'keys:admin',
  summary: 'List API keys',
  description: 'All keys of the tenant, revoked and expired ones included, newest first. The keys themselves are never shown again.',
  responds: { 200: list(ApiKey) },
  present: toApiKey,
  handle: ({ db, principal, page }) => apiKeyList.fetch(db, principal.tenantId, page),
})
