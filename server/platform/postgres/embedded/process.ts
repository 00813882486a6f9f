import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { SystemUser } from './user.ts'

const LOG_BYTES_MAX = 10 * 1024 * 1024

/** Port number in the socket file's name. PostgreSQL does not listen on TCP. */
export const SOCKET_PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`

/** The whole environment of PostgreSQL. SECRET_KEY must not be in it, and PG… variables would change PostgreSQL's behaviour. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Returns PostgreSQL's argument for the data directory. PostgreSQL starts with this directory as its working directory, and /proc/self/cwd
 * leads to it even if PostgreSQL's user may not enter a parent directory, such as /root.
 */
export function toReachablePath(directory: string, user: SystemUser | null): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : directory
}

/**
 * Starts PostgreSQL on `dataDir/postgres` in its own session, so that it survives Ctrl-C and the end of this process. `logStart` is the
 * offset in `dataDir/postgres.log` of its first message.
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
    const child = spawn(binaries.postgres, ['-D', toReachablePath(directory, user), ...settingsArguments(directory, settings)], {
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

/** Gives the log file to the owner of the data directory, who must be able to write to it after a start as root (`sudo skein …`). */
async function giveToOwnerOf(dataDir: string, file: FileHandle): Promise<void> {
  const { uid, gid } = await stat(dataDir)
  await file.chown(uid, gid)
}

function settingsArguments(directory: string, settings: Record<string, string>): string[] {
  const all = {
    ...defaultSettings,
    ...settings,
    cluster_name: getMark(directory),
    listen_addresses: '',
    unix_socket_directories: '.',
    port: String(SOCKET_PORT),
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Settings for two cores and 250 MB of memory including the service. Other settings keep PostgreSQL's defaults. */
const defaultSettings: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '100',
  io_method: 'sync',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  jit: 'off', // JIT compilation takes longer than any of our short statements.
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
  // After a crash, PostgreSQL first syncs all files: with this setting in one call instead of 1,400, which took up to 4 of the 5 s that a
  // recovery may take.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

/** Returns the pid of the PostgreSQL that runs on this data directory; null if this process sees none. */
export function findPostmaster(directory: string): number | null {
  const file = readIfPresent(join(directory, 'postmaster.pid'))
  const pid = Number.parseInt(file ?? '', 10)
  return pid > 1 && isPostmaster(directory, pid) ? pid : null
}

/** True when `pid` is the postmaster of this data directory, and neither a zombie nor another process that reuses the pid. */
export function isPostmaster(directory: string, pid: number): boolean {
  return isOurs(directory, pid, (command) => command.includes(`cluster_name=${getMark(directory)}`))
}

/** Kills the remaining processes of a PostgreSQL whose postmaster was killed. They hold the shared memory and may exit late. */
export function killOrphanedBackends(directory: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (pid > 1 && isOurs(directory, pid, (command) => command.startsWith(`postgres: ${getMark(directory)}`))) killIfAlive(pid, 'SIGKILL')
  }
}

/** Sends a signal to a process, if it exists. */
export function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Removes stale files of a PostgreSQL that has ended. Otherwise a new one could mistake an unrelated process for the one in the pid file.
 */
export async function removeStaleFiles(directory: string): Promise<void> {
  for (const name of ['postmaster.pid', SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(directory, name), { force: true })
}

/** Returns the marker of a data directory in the titles of PostgreSQL's processes, which does not depend on the path. */
function getMark(directory: string): string {
  const { dev, ino } = statSync(directory)
  return `skein[${dev.toString(36)}.${ino.toString(36)}]`
}

/** Checks the owner and command line of a process, because in a container not even root can read /proc/<pid>/cwd. */
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
    return '' // ps fails for a process that does not exist.
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
