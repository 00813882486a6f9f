/** Writes the ledger for commands. No other code does, so every audit row of a command says `via: CLI`. */
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Audit, Effects } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'

/** Makes an operator's change to a tenant in one transaction with its audit rows and events. */
export async function asOperator<Result>(
  db: Database,
  tenantId: Uuid,
  work: (tx: Queryable, effects: Effects) => Promise<Result>,
): Promise<Result> {
  return db.transaction((tx) => writeAsOperator(tx, tenantId, (effects) => work(tx, effects)))
}

/** Writes the audit row of an operator's command, in the same transaction as its effect. */
export async function auditSystem(tx: Queryable, tenantId: Uuid, audit: Audit): Promise<void> {
  await writeAsOperator(tx, tenantId, (effects) => Promise.resolve(effects.audit(audit)))
}

async function writeAsOperator<Result>(tx: Queryable, tenantId: Uuid, work: (effects: Effects) => Promise<Result>): Promise<Result> {
  const effects = new CollectedEffects()
  const result = await work(effects)
  await writeLedger(tx, { ...systemIdentity(tenantId), via: 'CLI' }, effects, { status: 200, record: null })
  return result
}
