/**
 * The revision of a tenant: a number that rises in the commit of every change that a kept response could show (decision 96). It is the number
 * of the tenant's events and of the changes that no event announces (`Effects.changeSilently`). test/support/revision-audit.ts checks every
 * transaction of the test suite.
 */
import { statement, type Database } from '../db.ts'
import { createGroupedReader } from '../grouped-reads.ts'
import type { Uuid } from '../ids.ts'
import { createSerialRunner } from '../in-turn.ts'

/** Returns the revision as of some time after the call; null when the tenant is being deleted. */
export type ReadRevision = (tenantId: Uuid) => Promise<number | null>

/** Creates a reader. Calls that come while a statement runs share the next one, which sees everything committed before them. */
export function createReadRevision(db: Database): ReadRevision {
  return db.isCluster ? createSingleReader(db) : createGroupedReader((tenantIds) => readAll(db, tenantIds))
}

/** On a cluster the tenants are on different nodes, so each has its own statements, one at a time. */
function createSingleReader(db: Database): ReadRevision {
  const runSerially = createSerialRunner<number | null>()
  return (tenantId) => runSerially(tenantId, 'revision', async () => (await db.first(findRevision, { tenantId }))?.revision ?? null)
}

async function readAll(db: Database, tenantIds: Uuid[]): Promise<ReadonlyMap<Uuid, number>> {
  const rows = await db.rows(findRevisions, { tenantIds })
  return new Map(rows.map(({ tenantId, revision }) => [tenantId, revision]))
}

const revision = 'event_sequence + silent_changes as revision'

const findRevision = statement<{ tenantId: Uuid }, { revision: number }>(
  `select ${revision} from tenant_counters where tenant_id = :tenantId::uuid`,
)

const findRevisions = statement<{ tenantIds: Uuid[] }, { tenantId: Uuid; revision: number }>(
  `/* across tenants: one statement for the requests that wait for it */
  select tenant_id as "tenantId", ${revision} from tenant_counters where tenant_id = any(:tenantIds::uuid[])`,
)
