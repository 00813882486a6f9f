/**
 * Audit logs: every change and who made it. The kit's ledger writes the rows in the transaction of the change; this room only reads
 * them. Rows are never changed, except that what
 * was personal of an erased customer is taken out of them, and deleted only when they are older than `retention.auditRows` of the tenant's settings.
 *
 * Rooms store raw fields; identifiers.ts knows which of them are ids and of what.
 */
import { room } from '../../kit/index.ts'
import { exportAuditLogs, listAuditLogs } from './operations.ts'
import { pruneAuditLogs, pruneWhenRetentionChanges } from './jobs.ts'
import { personal } from './personal.ts'

export { auditLogList, toAuditLog, type AuditLogRecord } from './queries.ts'
export { AuditLog } from './schema.ts'

export const auditLogs = room({
  name: 'audit-logs',
  description: 'Every change and its actor.',
  endpoints: [listAuditLogs, exportAuditLogs],
  jobs: [pruneAuditLogs],
  follows: [pruneWhenRetentionChanges],
  personal,
})
