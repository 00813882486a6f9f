/**
 * Measures whether sessions on the nodes of a Citus cluster grow with each execution of a prepared statement. Some versions replan such a
 * statement on each execution on the node with its rows, and keep every plan (citusdata/citus#8824). Builds with and without the fix have
 * the same version number. This can go when the oldest supported Citus has the fix.
 */
import { statement, type Queryable } from '../db.ts'
import type { ConnectionOptions } from './connection.ts'
import { openDatabase } from './database.ts'
import { connectionTo } from './routing.ts'

/** `bytes`: growth of a session on the node per execution. `problem`: why that could not be measured. */
export type NodeGrowth = { node: string } & ({ bytes: number } | { problem: string })

/** Number of executions before the first measurement, after which PostgreSQL has chosen a plan and filled its caches. */
const warmUpExecutions = 20
const executions = 200

const findDistribution = statement<object, object>(
  `select 1 as one from citus_tables where table_name = to_regclass('tenants') and citus_table_type = 'distributed'`,
)
/** Lists nodes with rows of tenants, each with the id of a tenant whose rows would be there. The tenant does not have to exist. */
const findNodes = statement<object, { node: string; tenantId: string }>(`
  select distinct on (n.nodeid) n.nodename || ':' || n.nodeport as node, drawn.id as "tenantId"
  from (select gen_random_uuid() as id from generate_series(1, 1000)) drawn
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('tenants', drawn.id)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`)
const findTenant = statement<{ tenantId: string }, object>('select 1 as one from tenants where tenant_id = :tenantId::uuid')
const countBytes = statement<object, { bytes: number }>('select sum(total_bytes)::int8 as bytes from pg_backend_memory_contexts')

/**
 * Measures each node with rows of tenants; none before the tables are distributed. `options` are the connection options of `db`, the
 * coordinator.
 */
export async function measureNodes(db: Queryable, options: ConnectionOptions): Promise<NodeGrowth[]> {
  if (!(await db.first(findDistribution, {}))) return []
  const measured: NodeGrowth[] = []
  for (const { node, tenantId } of (await db.rows(findNodes, {})).toSorted((a, b) => (a.node < b.node ? -1 : 1))) {
    const session = openDatabase({ ...connectionTo(node, options), max: 1 })
    try {
      const bytes = await measureGrowth(session, () => session.rows(findTenant, { tenantId }))
      measured.push({ node, bytes })
    } catch (error) {
      measured.push({ node, problem: getReason(error) })
    } finally {
      await session.close()
    }
  }
  return measured
}

/** Returns the bytes by which a session grows with each call of `execute`. All statements of `session` must run on one connection. */
export async function measureGrowth(session: Queryable, execute: (n: number) => Promise<unknown>): Promise<number> {
  const repeat = async (from: number, to: number): Promise<number> => {
    for (let n = from; n < to; n++) await execute(n)
    return (await session.first(countBytes, {}))?.bytes ?? 0
  }
  const before = await repeat(0, warmUpExecutions)
  return ((await repeat(warmUpExecutions, warmUpExecutions + executions)) - before) / executions
}

function getReason(error: unknown): string {
  return (error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)).message
}
