/**
 * A Citus cluster as the database of the tests. SKEIN_CLUSTER_URL is the URL of its coordinator, for a superuser who can connect to every
 * node under the same name. The database in that URL must know the nodes; the tests only read their list there.
 */
import { randomBytes } from 'node:crypto'
import { statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { distributeFunctions, distributeStatistics, distributeTables } from '#platform/postgres/distribution.ts'
import { sessionDefaults, toNodeParameters, type SessionSettings } from '#platform/postgres/session.ts'
import type { ConnectionOptions } from '#platform/postgres/connection.ts'

type Connection = Exclude<ConnectionOptions['connection'], string>

export type ClusterNode = { host: string; port: number }

/** URL of the cluster under test; null (the default) for a single PostgreSQL. */
export const clusterUrl: string | null = process.env['SKEIN_CLUSTER_URL'] ?? null

/** Settings of sessions on a cluster. */
export const clusterSession: SessionSettings = { ...sessionDefaults, planCacheMode: 'auto' }

const findNodes = statement<object, ClusterNode>(
  `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and isactive order by groupid`,
)

/**
 * Creates the template, a distributed database without tenants; `prepare` creates its tables. Each copy is a separate cluster: Citus keeps
 * its metadata about nodes and shards in the database, and identifies nodes by host and port. Returns the nodes, the coordinator first.
 */
export async function createClusterTemplate(
  url: string,
  prepare: (db: Database) => Promise<void>,
): Promise<{ connection: Connection; nodes: ClusterNode[] }> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const given = { host: hostname, port: Number(port || 5432), user: username, password, database: pathname.slice(1) }
  const nodes = await withDatabase(given, (db) => db.rows(findNodes, {}))
  const [first] = nodes
  if (!first) throw new Error('The database of SKEIN_CLUSTER_URL knows no node: run citus_set_coordinator_host and citus_add_node there')
  const name = `skein_template_${randomBytes(6).toString('hex')}`
  const connection = { ...given, database: name }
  await createOnEveryNode(given, nodes, name, 'template0')
  for (const node of nodes) await withDatabase({ ...connection, ...node }, (db) => db.script('create extension citus'))
  await withDatabase(connection, async (db) => {
    await db.script(`select citus_set_coordinator_host('${first.host}', ${first.port})`)
    for (const { host, port: at } of nodes.slice(1)) await db.script(`select citus_add_node('${host}', ${at})`)
    await prepare(db)
    await distributeTables(db)
    await distributeFunctions(db)
    await distributeStatistics(db)
  })
  // A database can be copied only while it has no connections, and Citus connects to each database that has its extension.
  await onEveryNode(given, nodes, (db) =>
    db.script(`alter database ${name} with allow_connections false;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
  )
  return { connection, nodes }
}

/** Creates a database on every node, with the settings that `distribute` requires for sessions between nodes. */
export async function createOnEveryNode(
  connection: Connection,
  nodes: readonly ClusterNode[],
  database: string,
  from: string,
): Promise<void> {
  await onEveryNode(connection, nodes, async (db) => {
    await db.script(`create database ${database} template "${from}" strategy file_copy`)
    for (const [name, value] of Object.entries(toNodeParameters(clusterSession)))
      await db.script(`alter database ${database} set ${name} = '${value}'`)
  })
}

export function dropOnEveryNode(connection: Connection, nodes: readonly ClusterNode[], database: string): Promise<void> {
  return onEveryNode(connection, nodes, (db) => db.script(`drop database if exists ${database} with (force)`))
}

/** Runs `work` on every node, in its database `postgres`. */
export async function onEveryNode(
  connection: Connection,
  nodes: readonly ClusterNode[],
  work: (db: Database) => Promise<void>,
): Promise<void> {
  for (const node of nodes) await withDatabase({ ...connection, ...node, database: 'postgres' }, work)
}

async function withDatabase<Result>(connection: Connection, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ connection, max: 1, statementTimeoutMs: 0, session: clusterSession })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
