/**
 * Audit logs: every change and who made it. Rows are written by the kit's ledger in the transaction of the change, and only
 * read here. Nothing changes or removes one.
 *
 * Rooms store raw fields; identifiers.ts knows which of them are ids and of what.
 */
import { room } from '../../kit/index.ts'
import { listAuditLogs } from './list-audit-logs.ts'

export const auditLogs = room({ name: 'audit-logs', description: 'Every change, and who made it.', endpoints: [listAuditLogs] })
