import { endpoint, list } from '../../kit/index.ts'
import { readAnyId } from './identifiers.ts'
import { auditLogList, toAuditLog } from './queries.ts'
import { AuditLog, AuditLogFilters } from './schema.ts'

export const listAuditLogs = endpoint({
  operationId: 'listAuditLogs',
  method: 'GET',
  path: '/audit-logs',
  tag: 'audit-logs',
  scope: 'audit:read',
  summary: 'List audit logs',
  description: 'Every change made in the tenant and who made it, newest first. Filters combine; `meta.total` is exact.',
  query: AuditLogFilters,
  responds: { 200: list(AuditLog) },
  present: toAuditLog,
  handle: async ({ db, principal, page, query }) =>
    auditLogList.fetch(db, principal.tenantId, page, {
      ...query,
      targetId: query.targetId === undefined ? undefined : readAnyId('targetId', query.targetId),
    }),
})
