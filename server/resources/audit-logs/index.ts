/**
 * Audit logs: every change and who made it. The ledger writes the rows in the transaction of the change; this module only reads them. Rows
 * are append-only: only an erasure changes them, to remove personal data, and only the retention `retention.auditRows` deletes them.
 * Modules store raw ids; to-type-ids.ts converts them to API ids.
 */
import { module } from '#kit/module.ts'
import { exportAuditLogs, listAuditLogs } from './operations.ts'
import { pruneAuditLogs, pruneWhenRetentionChanges } from './jobs.ts'
import { personal } from './personal.ts'

export { auditLogList, toAuditLog, type AuditLogRecord } from './queries.ts'
export { AuditLog } from './schema.ts'

export const auditLogs = module({
  name: 'audit-logs',
  description: 'Every change and its actor.',
  endpoints: [listAuditLogs, exportAuditLogs],
  jobs: [pruneAuditLogs],
  eventJobs: [pruneWhenRetentionChanges],
  personal,
})
