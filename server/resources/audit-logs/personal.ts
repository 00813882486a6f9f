/** Audit rows say who changed what. Of an erased customer they keep that, without what it was changed from and to. */
import { overCopies, type Personal } from '../../kit/index.ts'
import { auditRowsOf, readAuditRows, toAuditLog, writeAuditRows } from './queries.ts'

export const personal: Personal = {
  tables: ['audit_logs'],
  steps: [
    overCopies({ name: 'audit-rows', place: 'auditRows' }, { columns: ['before', 'after'], read: readAuditRows, write: writeAuditRows }),
  ],
  exports: [
    {
      name: 'audit-logs',
      title: 'What was changed about the person, and when',
      async *read({ db, tenantId, customerIds: ids }) {
        for (const row of await db.rows(auditRowsOf, { tenantId, ids })) {
          // Who of the company it was, and from where, is about them.
          const { actor, ...log } = toAuditLog(row)
          yield { ...log, actor: { type: actor.type } }
        }
      },
    },
  ],
}
