import { endpoint, list } from '../../kit/endpoint.ts'
import { labelList, toLabel } from './queries.ts'
import { Label } from './schema.ts'

export const listLabels = endpoint({
  operationId: 'listLabels',
  method: 'GET',
  path: '/labels',
  tag: 'labels',
  scope: 'catalog:read',
  summary: 'List labels',
  description: 'All labels of the tenant, archived ones included, newest first.',
  responds: { 200: list(Label) },
  present: toLabel,
  handle: ({ db, principal, page }) => labelList.fetch(db, principal.tenantId, page),
})
