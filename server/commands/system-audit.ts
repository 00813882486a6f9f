import type { Uuid } from '../platform/ids.ts'
import type { Audit } from '../platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '../platform/outbox/ledger.ts'
import { systemIdentity } from '../platform/outbox/write-identity.ts'
import type { Queryable } from '../platform/db.ts'

/** Writes the audit row of an operator's command, in the same transaction as its effect. */
export async function auditSystem(tx: Queryable, tenantId: Uuid, audit: Audit): Promise<void> {
  const effects = new CollectedEffects()
  effects.audit(audit)
  await writeLedger(tx, { ...systemIdentity(tenantId), via: 'CLI' }, effects, { status: 200, record: null })
}
