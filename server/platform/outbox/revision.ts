/**
 * The revision of a tenant: a number that rises in the commit of every change that a kept response could show (decision 96). It is the number
 * of the tenant's events and of the changes that no event announces (`Effects.changeSilently`). test/support/revision-audit.ts checks every
 * transaction of the test suite.
 */
import { statement, type Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { createSerialRunner } from '../in-turn.ts'

/** Returns the revision as of some time after the call; null when the tenant is being deleted. */
export type ReadRevision = (tenantId: Uuid) => Promise<number | null>

/** Creates a reader. Calls for a tenant that come while a statement runs share the next one, which sees everything committed before them. */
export function createReadRevision(db: Queryable): ReadRevision {
  const runSerially = createSerialRunner<number | null>()
  return (tenantId) => runSerially(tenantId, 'revision', async () => (await db.first(findRevision, { tenantId }))?.revision ?? null)
}

const findRevision = statement<{ tenantId: Uuid }, { revision: number }>(
  'select event_sequence + silent_changes as revision from tenant_counters where tenant_id = :tenantId::uuid',
)
