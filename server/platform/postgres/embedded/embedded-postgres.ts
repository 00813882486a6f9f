import { access, constants, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProcessLock, withProcessLock, type ProcessLock } from './lock.ts'
import { SOCKET_NAME, SOCKET_PORT } from './process.ts'
import type { LogEvent } from './log-event.ts'
import { ensureServing, isServing, runsElsewhere, stopServing, type ServerPlace } from './server.ts'

const SUPERVISION_MS = 250
const START_LOCK_MS_MAX = 90_000
const SOCKET_PATH_BYTES_MAX = 100 // 107 on Linux, 103 on macOS

export type EmbeddedPostgresOptions = {
  /** Directory for `postgres/` (the data), `postgres.log` and two lock files. Created when absent. */
  dataDir: string
  /** Name of the database, which is created when absent. Default: `skein`. */
  database?: string
  /** PostgreSQL settings that override our defaults. Without effect if another process has started PostgreSQL. */
  settings?: Record<string, string>
  log?: (event: LogEvent) => void
  /**
   * Work to do while PostgreSQL starts, which may block the event loop. Called at most once, and not if PostgreSQL is already running. Its
   * errors are ignored.
   */
  whileStarting?: () => Promise<unknown>
}

export type EmbeddedPostgres = {
  /**
   * Address of PostgreSQL, valid until `stop()`, even across crashes and restarts of PostgreSQL. `host` is the directory of a Unix socket.
   * There is no password, because only the owner can access the directory.
   */
  connection: { host: string; port: number; user: 'skein'; password: string; database: string }
  /** Ends this process's use. Shuts PostgreSQL down if no other process uses it. */
  stop(): Promise<void>
}

/**
 * Runs the PostgreSQL of the npm package on `dataDir`, for root or an ordinary user. Starts it, or uses the PostgreSQL that another process
 * (the service, the CLI, a killed predecessor) has started, and restarts it when it dies, until `stop()`. Each process that uses PostgreSQL
 * holds a shared lock, which the kernel releases when the process ends. The last process to stop shuts PostgreSQL down.
 *
 * Throws when the platform has no PostgreSQL, when the data is damaged or belongs to another user, or when PostgreSQL does not start. The
 * message says what to do, or contains PostgreSQL's own message.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new Error('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL to use another PostgreSQL.')
  const place = await preparePlace(options)
  const usage = openProcessLock(join(place.dataDir, 'postgres-users.lock'))
  try {
    const supervision = supervise(place, await attach(place, usage))
    return { connection: getConnection(place), stop: once(() => leave(place, usage, supervision)) }
  } catch (error) {
    usage.close()
    await removeShortPath(place)
    throw error
  }
}

async function preparePlace(options: EmbeddedPostgresOptions): Promise<ServerPlace> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const directory = join(dataDir, 'postgres')
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(throwUnlessAbsent)
  await access(directory, constants.R_OK | constants.X_OK).catch(throwUnlessAbsent)
  const { database = 'skein', settings = {}, log = () => undefined, whileStarting = async () => undefined } = options
  return { dataDir, directory, socketDirectory: await shortenPath(directory), database, settings, log, whileStarting: once(whileStarting) }
}

/** Throws unless the directory is absent, in which case it will be created. */
function throwUnlessAbsent(cause: NodeJS.ErrnoException): void {
  if (cause.code === 'ENOENT') return
  throw new Error(`The data directory belongs to another user: start as its owner or as root. (${cause.message})`, { cause })
}

/**
 * Returns a path to the directory that is short enough for a socket (about 100 bytes), if necessary through a symlink in a private
 * directory.
 */
async function shortenPath(directory: string): Promise<string> {
  if (Buffer.byteLength(join(directory, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX) return directory
  const base = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp'
  const link = join(await mkdtemp(join(base, 'skein-')), 'db')
  await symlink(directory, link)
  return link
}

async function removeShortPath(place: ServerPlace): Promise<void> {
  if (place.socketDirectory !== place.directory) await rm(join(place.socketDirectory, '..'), { recursive: true, force: true })
}

function getConnection(place: ServerPlace): EmbeddedPostgres['connection'] {
  return { host: place.socketDirectory, port: SOCKET_PORT, user: 'skein', password: '', database: place.database }
}

function withStartLock<T>(place: ServerPlace, task: () => Promise<T>): Promise<T> {
  return withProcessLock(join(place.dataDir, 'postgres-start.lock'), START_LOCK_MS_MAX, task)
}

function attach(place: ServerPlace, usage: ProcessLock): Promise<number | null> {
  return withStartLock(place, async () => {
    const isAlone = usage.tryExclusive()
    usage.release()
    if (!isAlone && (await runsElsewhere(place))) throw new Error(`${place.dataDir} is in use by a PostgreSQL on another machine.`)
    const pid = await ensureServing(place)
    usage.share()
    return pid
  })
}

type Supervision = { end(): Promise<void> }

/** Restarts PostgreSQL when its process `pid` has exited, no matter which process started it. */
function supervise(place: ServerPlace, pid: number | null): Supervision {
  const ending = new AbortController()
  let current = pid
  let round: Promise<void> | null = null
  const look = async () => {
    if (await isServing(place, current)) return
    place.log({ level: 'error', message: 'PostgreSQL has stopped: restarting it.', detail: { pid: current } })
    current = await withStartLock(place, () => ensureServing(place, ending.signal))
    place.log({ level: 'info', message: 'PostgreSQL has restarted.', detail: { pid: current } })
  }
  const timer = setInterval(() => {
    round ??= look()
      .catch((error: unknown) => reportFailure(place, ending.signal, error))
      .finally(() => {
        round = null
      })
  }, SUPERVISION_MS).unref()
  return {
    async end() {
      clearInterval(timer)
      ending.abort()
      await round
    },
  }
}

/** Logs a failed restart and pauses, so that log messages about a full disk do not fill it further. */
async function reportFailure(place: ServerPlace, ending: AbortSignal, error: unknown): Promise<void> {
  if (ending.aborted) return
  place.log({ level: 'error', message: 'PostgreSQL could not be restarted; retrying.', detail: error })
  await sleep(1000, undefined, { ref: false, signal: ending }).catch(() => undefined)
}

async function leave(place: ServerPlace, usage: ProcessLock, supervision: Supervision): Promise<void> {
  await supervision.end()
  try {
    await withStartLock(place, async () => {
      usage.release()
      if (usage.tryExclusive()) await stopServing(place)
    })
  } finally {
    usage.close()
    await removeShortPath(place)
  }
}

function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => (result ??= task())
}
