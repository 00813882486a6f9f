import { readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import postgres from 'postgres'
import type { LogEvent } from './log-event.ts'
import { findBinaries } from './binaries.ts'
import { ensureDataDirectory } from './data.ts'
import {
  SOCKET_NAME,
  SOCKET_PORT,
  findPostmaster,
  isPostmaster,
  killIfAlive,
  killOrphanedBackends,
  removeStaleFiles,
  spawnPostgres,
} from './process.ts'
import { probePostgres, type ProbeResult } from './probe.ts'
import { findDatabaseUser } from './user.ts'

const POLL_MS = 15
const SERVING_MS_MAX = 60_000
const SHUTDOWN_MS_MAX = 30_000

/**
 * A data directory and the settings with which PostgreSQL runs on it. `socketDirectory` is a path to `directory` that is short enough for a
 * socket.
 */
export type ServerPlace = {
  dataDir: string
  directory: string
  socketDirectory: string
  database: string
  settings: Record<string, string>
  log: (event: LogEvent) => void
  whileStarting: () => Promise<unknown>
}

/**
 * Ensures that PostgreSQL serves `place.database`: uses a running PostgreSQL, waits for one that is starting or stopping, or starts one.
 * The caller holds the start lock. Returns the pid; null if PostgreSQL runs in another container. Throws after 60 s, when `signal` aborts,
 * or when PostgreSQL refuses to start (with its own message).
 */
export async function ensureServing(place: ServerPlace, signal?: AbortSignal): Promise<number | null> {
  const begun = performance.now()
  let deadline = begun + SERVING_MS_MAX
  let started: Started | null = null
  while (performance.now() < deadline) {
    signal?.throwIfAborted()
    const state = await probe(place)
    if (state === 'no-database') await createDatabase(place)
    if (state === 'ready' || state === 'no-database') return findPostmaster(place.directory)
    if (started && hasExited(started.child)) started = await checkExit(place, started)
    if (state === 'down' && !started && findPostmaster(place.directory) === null) {
      started = await start(place)
      // Probes would fail while the work blocks the event loop, and on a busy machine the work may take longer than PostgreSQL's start.
      const launched = performance.now()
      await place.whileStarting().catch(() => undefined)
      deadline += performance.now() - launched
    }
    // Back off, because PostgreSQL logs every connection that it rejects during recovery.
    else await sleep(Math.min(POLL_MS + (performance.now() - begun) / 20, 250))
  }
  throw new Error(
    `PostgreSQL in ${place.directory} was not ready after ${SERVING_MS_MAX / 1000} s. It may still be recovering: see ${getLogPath(place)}, and start again.`,
  )
}

/** True when the PostgreSQL with this pid is still running. `pid` is null if PostgreSQL runs in another container. */
export async function isServing(place: ServerPlace, pid: number | null): Promise<boolean> {
  return pid === null ? (await probe(place)) !== 'down' : isPostmaster(place.directory, pid)
}

/** Shuts PostgreSQL down, disconnects all clients, and waits for its exit. The caller holds the start lock. Throws when it does not exit. */
export async function stopServing(place: ServerPlace): Promise<void> {
  const pid = findPostmaster(place.directory)
  if (pid === null) return warnIfInvisible(place)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    killIfAlive(pid, signal)
    const deadline = performance.now() + SHUTDOWN_MS_MAX
    while (performance.now() < deadline) {
      if (!isPostmaster(place.directory, pid)) return
      await sleep(POLL_MS)
    }
    place.log({ level: 'warn', message: 'PostgreSQL does not shut down.', detail: { pid, signal } })
  }
  throw new Error(`PostgreSQL (process ${pid}) did not shut down: see ${getLogPath(place)}.`)
}

/**
 * True when another machine that shares the directory may be running PostgreSQL on it, out of this process's sight. A second PostgreSQL
 * would destroy the data.
 */
export async function runsElsewhere(place: ServerPlace): Promise<boolean> {
  const machine = readMachine(place)
  return machine !== null && machine !== readKernelId() && (await probe(place)) === 'down'
}

function probe(place: ServerPlace): Promise<ProbeResult> {
  return probePostgres(join(place.socketDirectory, SOCKET_NAME), 'skein', place.database)
}

async function warnIfInvisible(place: ServerPlace): Promise<void> {
  if ((await probe(place)) !== 'down')
    place.log({ level: 'warn', message: 'PostgreSQL was started in another container and is left running.' })
}

type Started = { child: ChildProcess; logStart: number }

async function start(place: ServerPlace): Promise<Started> {
  const user = await findDatabaseUser(place.directory, place.log)
  const binaries = await findBinaries(user)
  await ensureDataDirectory(place.dataDir, user, binaries, place.log)
  await removeStaleFiles(place.directory)
  writeFileSync(getMachinePath(place), readKernelId())
  const started = await spawnPostgres(place.dataDir, user, binaries, place.settings)
  place.log({ level: 'info', message: 'PostgreSQL started.', detail: { pid: started.child.pid, user: user?.name } })
  return started
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Returns null when a retry may succeed. Otherwise throws PostgreSQL's own message. */
async function checkExit(place: ServerPlace, { child, logStart }: Started): Promise<null> {
  const words = await readLog(place, logStart)
  const isHeldByOrphans = words.includes('pre-existing shared memory block')
  if (isHeldByOrphans) killOrphanedBackends(place.directory)
  const wasKilled = child.signalCode !== null
  if (!isHeldByOrphans && !wasKilled) throw new Error(`PostgreSQL did not start: ${words.trim() || `exit code ${child.exitCode}`}`)
  await sleep(POLL_MS)
  return null
}

async function readLog(place: ServerPlace, from: number): Promise<string> {
  const handle = await open(getLogPath(place))
  try {
    const buffer = Buffer.alloc(4000)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function createDatabase(place: ServerPlace): Promise<void> {
  const sql = postgres({
    host: place.socketDirectory,
    port: SOCKET_PORT,
    user: 'skein',
    password: '',
    database: 'postgres',
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
  })
  try {
    await sql`CREATE DATABASE ${sql(place.database)}`
  } finally {
    await sql.end()
  }
}

function getLogPath(place: ServerPlace): string {
  return join(place.dataDir, 'postgres.log')
}

function getMachinePath(place: ServerPlace): string {
  return join(place.dataDir, 'postgres-machine')
}

function readMachine(place: ServerPlace): string | null {
  try {
    return readFileSync(getMachinePath(place), 'utf8')
  } catch {
    return null // never started here
  }
}

/** Returns the boot id of the kernel, which all containers of a machine share and which changes with a reboot. */
function readKernelId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
