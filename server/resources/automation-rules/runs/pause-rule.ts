/** Pauses a rule after twenty failed runs in a row. */
import { updateResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { rulePaused } from '../events.ts'
import { lockEnabledRule, type RunningRule } from '../queries.ts'
import { automationRule } from '../rule.ts'
import { keepTimes, recordVersion } from '../save-rule.ts'
import { findFailures } from './run-queries.ts'

export const maxFailures = 20

/**
 * Counts a failed run. Call it after recording the run. If another transaction is changing the rule, the rule is paused after its next
 * failure.
 */
export async function countFailure(tx: Queryable, tenantId: Uuid, { id, version }: Pick<RunningRule, 'id' | 'version'>): Promise<void> {
  const { failures = 0 } = (await tx.first(findFailures, { tenantId, ruleId: id, version, limit: maxFailures })) ?? {}
  if (failures < maxFailures) return
  const row = await tx.first(lockEnabledRule, { tenantId, id, version })
  if (!row) return
  const effects = new CollectedEffects()
  const context = { tx, effects, principal: { tenantId } }
  const { record } = await updateResource(context, automationRule, row, { enabled: false, pausedReason: 'FAILURES' }, { action: 'paused' })
  await recordVersion({ tx, principal: { tenantId, user: null } }, record)
  await keepTimes({ tx, principal: { tenantId } }, record, { restarts: false })
  effects.emit(rulePaused, id, record, { enabled: true, pausedReason: null })
  await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
}
