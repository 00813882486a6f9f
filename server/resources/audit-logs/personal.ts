/**
 * Declares the personal data in audit rows. After an erasure a row still shows the actor and the fields, without their old and new values.
 */
import { createCopiesStep } from '#kit/privacy/copies.ts'
import type { Personal } from '#kit/privacy/holding.ts'
import { auditRowsOf, readAuditRows, toAuditLog, writeAuditRows } from './queries.ts'

export const personal: Personal = {
  tables: ['audit_logs'],
  steps: [
    createCopiesStep(
      { name: 'audit-rows', place: 'auditRows' },
      { columns: ['before', 'after'], read: readAuditRows, write: writeAuditRows },
    ),
  ],
  exports: [
    {
      name: 'audit-logs',
      title: 'What was changed about the person, and when',
      async *read({ db, tenantId, customerIds: ids }) {
        for (const row of await db.rows(auditRowsOf, { tenantId, ids })) {
          // The agent's name and address are the agent's data, not the customer's.
          const { actor, ...log } = toAuditLog(row)
          yield { ...log, actor: { type: actor.type } }
        }
      },
    },
  ],
}
