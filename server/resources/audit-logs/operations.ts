import { lines, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { type Page, maxPageSize } from '#platform/http/declared-endpoint.ts'
import { readAnyId } from './to-type-ids.ts'
import { auditLogList, toAuditLog } from './queries.ts'
import { AuditLog, AuditLogFilters } from './schema.ts'

export const listAuditLogs = endpoint.read({
  operationId: 'listAuditLogs',
  path: '/audit-logs',
  tag: 'audit-logs',
  scope: 'audit:read',
  summary: 'List audit logs',
  description: 'Every change in the tenant with its actor, newest first. Filters combine; `meta.total` is exact.',
  query: AuditLogFilters,
  responds: { 200: list(AuditLog) },
  present: toAuditLog,
  handle: async ({ db, principal, page, query }) =>
    auditLogList.fetch(db, principal.tenantId, page, {
      ...query,
      targetId: query.targetId === undefined ? undefined : readAnyId('targetId', query.targetId),
    }),
})

export const exportAuditLogs = endpoint.stream({
  operationId: 'exportAuditLogs',
  path: '/audit-logs/export',
  tag: 'audit-logs',
  scope: 'audit:read',
  summary: 'Export audit logs',
  description:
    'Returns all audit logs that match, newest first, each as a line of JSON. The export is itself in the audit log ' +
    '(`audit_log.exported`, with the filters). A response that is cut off before the end of its transfer is incomplete: send the ' +
    'request again. At most 10 exports and streams per key and 50 per tenant in one process.',
  query: AuditLogFilters,
  responds: { 200: lines(AuditLog, 'Audit logs, one per line') },
  async *handle({ db, principal: { tenantId }, query, signal, note }) {
    const targetId = query.targetId === undefined ? undefined : readAnyId('targetId', query.targetId)
    await note({ action: 'audit_log.exported', target: { type: 'tenant', id: tenantId }, after: query })
    for (let page: Page | null = { limit: maxPageSize, after: null }; page && !signal.aborted; ) {
      // Hold one page at a time in memory. Skip the total, which would need a count with filters.
      const { records, next } = await auditLogList.fetch(db, tenantId, page, { ...query, targetId }, '-createdAt', { total: 0 })
      for (const record of records) yield { event: 'line', data: toAuditLog(record) }
      page = next && { limit: maxPageSize, after: next }
    }
  },
})
