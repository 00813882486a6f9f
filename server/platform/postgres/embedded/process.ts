import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { SystemUser } from './user.ts'

const LOG_BYTES_MAX = 10 * 1024 * 1024

/** Part of the socket file's name; no TCP port is opened. */
export const SOCKET_PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`

/** No other variables are passed on: PostgreSQL must not see SECRET_KEY, and PG… variables would change its behaviour. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * The data directory argument of PostgreSQL. A normal path fails below a directory that its user may not enter (/root). PostgreSQL is
 * started inside the data directory, and /proc/self/cwd resolves to it without walking the parents.
 */
export function reachableDirectory(directory: string, user: SystemUser | null): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

/**
 * Starts PostgreSQL on `dataDir/postgres` in a separate session, so that Ctrl-C does not reach it and it survives this process. `logStart`
 * is where its messages begin in `dataDir/postgres.log`.
 */
export async function spawnPostgres(
  dataDir: string,
  user: SystemUser | null,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; logStart: number }> {
  const directory = join(dataDir, 'postgres')
  const logPath = join(dataDir, 'postgres.log')
  const previous = await stat(logPath).catch(() => null)
  if (previous && previous.size > LOG_BYTES_MAX) await rename(logPath, `${logPath}.1`)
  const log = await open(logPath, 'a', 0o600)
  try {
    const logStart = (await log.stat()).size
    if (user) await giveToOwnerOf(dataDir, log)
    const child = spawn(binaries.postgres, ['-D', reachableDirectory(directory, user), ...settingsArguments(directory, settings)], {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      cwd: directory,
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', () => undefined) // shows as an exit without a pid
    child.unref()
    return { child, logStart }
  } finally {
    await log.close()
  }
}

/** After one start as root (`sudo skein …`) the service's own user must still be able to write the log. */
async function giveToOwnerOf(dataDir: string, file: FileHandle): Promise<void> {
  const { uid, gid } = await stat(dataDir)
  await file.chown(uid, gid)
}

function settingsArguments(directory: string, settings: Record<string, string>): string[] {
  const all = {
    ...defaultSettings,
    ...settings,
    cluster_name: markOf(directory),
    listen_addresses: '',
    unix_socket_directories: '.',
    port: String(SOCKET_PORT),
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** For two cores and 250 MB including the service. All other settings have PostgreSQL's defaults. */
const defaultSettings: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '100',
  io_method: 'sync',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  jit: 'off', // compiling costs more than any of our short statements
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0', // one request must not take both cores
  max_logical_replication_workers: '0', // saves a resident process
  autovacuum_max_workers: '2',
  autovacuum_naptime: '20s',
  autovacuum_vacuum_scale_factor: '0.05',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement texts and error details contain customers' data, which must not be logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  unix_socket_permissions: '0700',
  // After a crash all files are synced first: with one call instead of 1,400, which took up to 4 s of the 5 s that a recovery may take.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

/** The pid of the running PostgreSQL of this data directory if visible to this process; else null. */
export function findPostmaster(directory: string): number | null {
  const file = readIfPresent(join(directory, 'postmaster.pid'))
  const pid = Number.parseInt(file ?? '', 10)
  return pid > 1 && isPostmaster(directory, pid) ? pid : null
}

/**
 * Whether `pid` is the main PostgreSQL process of this data directory: not another process that reuses the number, nor a zombie.
 */
export function isPostmaster(directory: string, pid: number): boolean {
  return isOurs(directory, pid, (command) => command.includes(`cluster_name=${markOf(directory)}`))
}

/** Kills the remaining processes of a PostgreSQL whose main process was killed: they hold the shared memory and may take long to exit. */
export function killOrphanedBackends(directory: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (pid > 1 && isOurs(directory, pid, (command) => command.startsWith(`postgres: ${markOf(directory)}`))) killIfAlive(pid, 'SIGKILL')
  }
}

/** Sends a signal; a process that is gone already is fine. */
export function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Removes the pid file of a PostgreSQL that is no longer running: otherwise a new one could mistake any process with that number for it.
 */
export async function removeStaleFiles(directory: string): Promise<void> {
  for (const name of ['postmaster.pid', SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(directory, name), { force: true })
}

/** Shown in PostgreSQL's process titles: identifies the data directory independently of its path. */
function markOf(directory: string): string {
  const { dev, ino } = statSync(directory)
  return `skein[${dev.toString(36)}.${ino.toString(36)}]`
}

/** Checks the command line, which is readable by everybody, and the owner: /proc/<pid>/cwd is not readable by root in a container. */
function isOurs(directory: string, pid: number, matches: (command: string) => boolean): boolean {
  if (process.platform !== 'linux') return matches(commandByPs(pid))
  const command = readIfPresent(`/proc/${pid}/cmdline`)
  if (!command || !matches(command)) return false
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid
  return owner === statSync(directory).uid
}

function commandByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return '' // ps ends with an error for a process that is not there
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
