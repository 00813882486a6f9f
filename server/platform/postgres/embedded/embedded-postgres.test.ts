import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { afterEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.ts'
import { copyPreparedData } from '../../../../test/support/prepared-data.ts'
import { compileCache } from '../../../../test/support/skein-process.ts'
import { findPostmaster, killIfAlive, killOrphanedBackends } from './process.ts'

const isRoot = process.geteuid?.() === 0
const MODULE = join(import.meta.dirname, 'embedded-postgres.ts')

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

test('a start creates a durable UTF-8 database that only its own user can reach', async () => {
  const dataDir = await emptyDataDir()
  const { connection } = await start({ dataDir, database: 'desk', settings: { work_mem: '5MB' } })
  const settings = await query(
    connection,
    (sql) => sql`
    SELECT current_database() AS database, current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
      current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
      current_setting('work_mem') AS memory, lower('ÄÖ') AS lower`,
  )
  expect(settings[0]).toEqual({
    database: 'desk',
    encoding: 'UTF8',
    fsync: 'on',
    checksums: 'on',
    addresses: '',
    memory: '5MB',
    lower: 'äö',
  })
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
})

test('restarts keep the data, and a refused start quotes what PostgreSQL says', async () => {
  const dataDir = await preparedDataDir()
  const first = await start({ dataDir })
  await query(first.connection, (sql) => sql`CREATE TABLE kept AS SELECT 42 AS answer`)
  await Promise.all([first.stop(), first.stop()])
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeNull()
  await expect(start({ dataDir, settings: { work_mem: 'plenty' } })).rejects.toThrow(/invalid value for parameter "work_mem"/)
  const second = await start({ dataDir })
  expect(await query(second.connection, (sql) => sql`SELECT answer FROM kept`)).toEqual([{ answer: 42 }])
  expect(second.connection).toEqual(first.connection)
})

test.skipIf(!isRoot)('root can serve data below a directory that no other user may enter (needs root)', async () => {
  const home = await emptyDataDir()
  await chmod(home, 0o700)
  const dataDir = join(home, 'clone', 'data')
  const { connection, stop } = await start({ dataDir })
  await query(connection, (sql) => sql`CREATE DATABASE copy TEMPLATE template0`)
  await query({ ...connection, database: 'copy' }, (sql) => sql`CREATE TABLE t AS SELECT generate_series(1, 1000)`)
  await query(connection, (sql) => sql`CHECKPOINT`)
  await stop()
  const again = await start({ dataDir })
  expect(await query({ ...again.connection, database: 'copy' }, (sql) => sql`SELECT count(*)::int AS n FROM t`)).toEqual([{ n: 1000 }])
})

test('a data directory may have a path that is too long for a socket', async () => {
  const dataDir = join(await emptyDataDir(), 'a-long-name-'.repeat(12))
  await copyPreparedData(dataDir, 'bare')
  const { connection } = await start({ dataDir })
  expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
})

test('a killed PostgreSQL is restarted within five seconds, on the same connection', async () => {
  const dataDir = await preparedDataDir()
  const { connection } = await start({ dataDir })
  const sql = connect(connection)
  const busy = sql`SELECT count(*) FROM generate_series(1, 1000000000)`.catch(() => 'cut')
  await vi.waitFor(
    async () => {
      expect(await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%1000000000%' AND pid <> pg_backend_pid()`).toHaveLength(1)
    },
    { timeout: 60_000, interval: 20 },
  )
  for (let round = 0; round < 2; round += 1) {
    const pid = killPostmaster(dataDir)
    await vi.waitFor(
      async () => {
        expect(findPostmaster(join(dataDir, 'postgres')) ?? pid).not.toBe(pid)
        expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
      },
      { timeout: 60_000, interval: 50 },
    )
  }
  expect(await busy).toBe('cut')
})

test('the PostgreSQL of a killed service is adopted without a restart, and supervised', async () => {
  const dataDir = await preparedDataDir()
  const service = await startInChild(dataDir)
  service.child.kill('SIGKILL')
  await service.exited
  const orphan = findPostmaster(join(dataDir, 'postgres'))
  expect(orphan).not.toBeNull()
  const adopted = await start({ dataDir })
  expect(findPostmaster(join(dataDir, 'postgres'))).toBe(orphan)
  killPostmaster(dataDir)
  await vi.waitFor(() => query(adopted.connection, (sql) => sql`SELECT 1`), { timeout: 60_000, interval: 50 })
  await adopted.stop()
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeNull()
})

test('stale lock files are ignored, even if their process number is in use again', async () => {
  const dataDir = await preparedDataDir()
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  cleanups.push(() => killChild(bystander))
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${bystander.pid}\n/elsewhere\n1\n5432\n.\n\n1 1\nready\n`)
  await writeFile(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), `${bystander.pid}\n/elsewhere\n1\n5432\n.\n`)
  await writeFile(join(dataDir, 'postgres/.s.PGSQL.5432'), '')
  const { connection } = await start({ dataDir })
  expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  expect(bystander.exitCode).toBeNull()
})

test('an incomplete data directory is replaced, and what a killed initdb left removed', async () => {
  const dataDir = await emptyDataDir()
  await makeFiles(dataDir, ['postgres/PG_VERSION', 'postgres/base/1/1255', 'postgres.new-killed/base/1/1255'])
  const { connection } = await start({ dataDir })
  expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  const names = await readdir(dataDir)
  expect(names).not.toContain('postgres.new-killed')
  expect(names.filter((name) => name.startsWith('postgres.half-made-'))).toHaveLength(1)
})

test('a damaged directory that contains databases is never replaced', async () => {
  const dataDir = await emptyDataDir()
  await makeFiles(dataDir, ['postgres/PG_VERSION', 'postgres/base/1/1255', 'postgres/base/16384/1255'])
  await expect(start({ dataDir })).rejects.toThrow('restore it from a backup')
})

test('processes that start together share one PostgreSQL, which the last one stops', async () => {
  const dataDir = await emptyDataDir()
  const [first, second, own] = await Promise.all([startInChild(dataDir), startInChild(dataDir), start({ dataDir })])
  const pid = findPostmaster(join(dataDir, 'postgres'))
  expect((await readFile(join(dataDir, 'postgres.log'), 'utf8')).match(/starting PostgreSQL/g)).toHaveLength(1)
  await own.stop()
  expect(findPostmaster(join(dataDir, 'postgres'))).toBe(pid)
  first.child.kill('SIGTERM')
  second.child.kill('SIGTERM')
  expect(await Promise.all([first.exited, second.exited])).toEqual([0, 0])
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeNull()
})

test('a process that starts while the last one stops gets a live database', async () => {
  const dataDir = await preparedDataDir()
  let leaving = await start({ dataDir })
  for (let round = 0; round < 6; round += 1) {
    const [, coming] = await Promise.all([leaving.stop(), start({ dataDir })])
    expect(await query(coming.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
    leaving = coming
  }
})

test('work runs once while PostgreSQL starts, without harm when it blocks or fails', async () => {
  const dataDir = await preparedDataDir()
  let calls = 0
  const whileStarting = async (): Promise<void> => {
    calls++
    // Longer than the time limit of a probe.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
    throw new Error('The work fails.')
  }
  const first = await start({ dataDir, whileStarting })
  await start({ dataDir, whileStarting })
  expect(await query(first.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  expect(calls).toBe(1)
})

async function emptyDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-test-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

async function makeFiles(dataDir: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), '')
  }
}

/** Returns a data directory with a database without tables, whose PostgreSQL is not running. */
async function preparedDataDir(): Promise<string> {
  const dataDir = await emptyDataDir()
  await copyPreparedData(dataDir, 'bare')
  return dataDir
}

/** Starts PostgreSQL from this process; the test always stops it. */
async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  cleanups.push(() => killDatabase(options.dataDir))
  const started = await startEmbeddedPostgres(options)
  cleanups.push(() => started.stop())
  return started
}

/** Starts PostgreSQL from a separate process, which stops on SIGTERM. */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; exited: Promise<number | null> }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)})
    const started = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    const keepAlive = setInterval(() => {}, 1000)
    process.on('SIGTERM', async () => { await started.stop(); clearInterval(keepAlive) })
    console.log('ready')`
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(
    () => killDatabase(dataDir),
    () => killChild(child),
  )
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then((code) => {
      throw new Error(`The child ended early (${code}).`)
    }),
  ])
  return { child, exited }
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function killDatabase(dataDir: string): Promise<void> {
  const directory = join(dataDir, 'postgres')
  if (!(await stat(directory).catch(() => null))) return
  const pid = findPostmaster(directory)
  if (pid !== null) killIfAlive(pid, 'SIGKILL')
  killOrphanedBackends(directory)
}

function killPostmaster(dataDir: string): number {
  const pid = findPostmaster(join(dataDir, 'postgres'))
  if (pid === null) throw new Error('PostgreSQL does not run.')
  killIfAlive(pid, 'SIGKILL')
  return pid
}

function connect(connection: EmbeddedPostgres['connection']): postgres.Sql {
  const sql = postgres({ ...connection, onnotice: () => undefined })
  cleanups.push(() => sql.end({ timeout: 0 }))
  return sql
}

/** Runs one query on its own connection. */
async function query<T>(connection: EmbeddedPostgres['connection'], run: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => undefined })
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}
