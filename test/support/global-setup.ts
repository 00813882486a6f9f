/**
 * Starts one real PostgreSQL for the whole run, with a migrated template that each test file clones, and keeps a copy of its files for
 * processes that start their own PostgreSQL.
 *
 * It runs with fsync off, because these tests do not check durability after a power failure. The crash tests, which do, start their own
 * PostgreSQL with the real settings.
 */
import { access, chmod, constants, mkdtemp, readdir, rm, rmdir, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { procedures } from '../../server/resources/index.ts'
import { ensureProcedures } from '#platform/postgres/ensure-procedures.ts'
import { clusterUrl, createClusterTemplate, dropOnEveryNode, type ClusterNode } from './cluster.ts'
import { keepPreparedData } from './prepared-data.ts'
import { bundleProgram } from './program.ts'

export type TestConnection = { host: string; port: number; user: string; password: string; database: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Template database, to which no test connects. */
    templateConnection: TestConnection
    /** Nodes of the cluster under test, the coordinator first; empty for a single PostgreSQL. */
    clusterNodes: ClusterNode[]
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const program = bundleProgram()
  const fast = await fastDirectory()
  const dataDir = await mkdtemp(join(fast, 'skein-test-'))
  const temporary = await mkdtemp(join(fast, 'skein-tmp-'))
  // The test processes and their children create directories here, and PostgreSQL may run as another user.
  await chmod(temporary, 0o755)
  process.env['TMPDIR'] = temporary
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
    max_connections: '200',
    autovacuum: 'off',
  }
  // PostgreSQL's files can be copied only while it is stopped.
  await (await startEmbeddedPostgres({ dataDir, settings })).stop()
  await keepPreparedData(dataDir, 'bare')
  const first = await startEmbeddedPostgres({ dataDir, settings })
  const db = openDatabase({ connection: first.connection, max: 1, statementTimeoutMs: 0 })
  await prepare(db)
  await db.close()
  await first.stop()
  await keepPreparedData(dataDir, 'migrated')
  await program
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const cluster = clusterUrl === null ? { connection: postgres.connection, nodes: [] } : await createClusterTemplate(clusterUrl, prepare)
  project.provide('templateConnection', cluster.connection)
  project.provide('clusterNodes', cluster.nodes)
  return async () => {
    await dropOnEveryNode(cluster.connection, cluster.nodes, cluster.connection.database)
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
    await removeTemporary(temporary)
  }
}

async function prepare(db: Database): Promise<void> {
  await migrate(db)
  await ensureProcedures(db, procedures)
}

/** Removes a directory, except the files of failed crash tests, which are kept for investigation. */
async function removeTemporary(directory: string): Promise<void> {
  const names = await readdir(directory)
  const others = names.filter((name) => !name.startsWith(keptPrefix))
  for (const name of others) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  if (others.length === names.length) await rmdir(directory)
}

/** Prefix of the directories of crash tests. */
const keptPrefix = 'skein-torture-'
const minMemoryBytes = 8 * 2 ** 30
const minRoomBytes = 4 * 2 ** 30

/**
 * Returns a directory in memory (tmpfs) if it has enough space. Each test file creates and deletes a database of five hundred files, which
 * costs a quarter of a second of CPU time on a disk.
 */
async function fastDirectory(): Promise<string> {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = await statfs(memory)
    await access(memory, constants.W_OK)
    if (bavail * bsize > minRoomBytes && freemem() > minMemoryBytes) return memory
  } catch {
    // Not every system has /dev/shm.
  }
  return tmpdir()
}
