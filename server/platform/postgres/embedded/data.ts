import { execFile } from 'node:child_process'
import { chmod, chown, lchown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LogEvent } from './log-event.ts'
import type { Binaries } from './binaries.ts'
import { postgresEnvironment, toReachablePath } from './process.ts'
import type { SystemUser } from './user.ts'

const run = promisify(execFile)

/**
 * Ensures that `dataDir/postgres` is a complete PostgreSQL data directory that `user` may use. The caller holds the start lock. Creates a
 * new directory under a temporary name and then renames it, so that it is complete or absent even if this process is killed.
 */
export async function ensureDataDirectory(
  dataDir: string,
  user: SystemUser | null,
  binaries: Binaries,
  log: (event: LogEvent) => void,
): Promise<void> {
  const directory = join(dataDir, 'postgres')
  await removeUnfinished(dataDir)
  const state = await inspect(directory)
  if (state === 'complete') return fixOwner(directory, user)
  if (state === 'half-made') {
    const aside = `${directory}.half-made-${Date.now()}`
    await rename(directory, aside)
    log({
      level: 'warn',
      message: 'The database directory was incomplete and without databases: renamed it and created a new one.',
      detail: { aside },
    })
  }
  await create(dataDir, directory, user, binaries)
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  const unfinished = names.filter((name) => name.startsWith('postgres.new-'))
  // Retry, because an orphaned initdb may still write to the directory.
  await Promise.all(unfinished.map((name) => rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })))
}

async function inspect(directory: string): Promise<'absent' | 'half-made' | 'complete'> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return 'absent'
  const control = await stat(join(directory, 'global/pg_control')).catch(() => null)
  if (names.includes('PG_VERSION') && control) return 'complete'
  // OIDs from 16384 on belong to databases that users created, so the directory is damaged rather than new.
  const databases = await readdir(join(directory, 'base')).catch(() => [])
  if (databases.some((id) => Number(id) >= 16384))
    throw new Error(
      `The database directory ${directory} holds databases, but PG_VERSION or global/pg_control is missing: restore it from a backup.`,
    )
  return 'half-made'
}

/** Fixes owner and permissions, without which PostgreSQL refuses to start after root restored or copied the directory. */
async function fixOwner(directory: string, user: SystemUser | null): Promise<void> {
  const found = await stat(directory)
  const owner = user?.uid ?? process.geteuid?.()
  if (user && found.uid !== user.uid) {
    for (const entry of await readdir(directory, { recursive: true })) await lchown(join(directory, entry), user.uid, user.gid)
    await chown(directory, user.uid, user.gid) // Last, so that the next start repeats all of it after an interruption.
  } else if (found.uid !== owner) {
    throw new Error(`The database directory ${directory} belongs to the user with id ${found.uid}: start as that user or as root.`)
  }
  if ((found.mode & 0o077) !== 0) await chmod(directory, 0o700)
}

async function create(dataDir: string, directory: string, user: SystemUser | null, binaries: Binaries): Promise<void> {
  const unfinished = await mkdtemp(`${directory}.new-`)
  if (user) await chown(unfinished, user.uid, user.gid)
  try {
    await initdb(unfinished, user, binaries, 'C.UTF-8')
  } catch (error) {
    // Old C libraries lack the locale C.UTF-8. PostgreSQL's builtin provider sorts and compares the same way without it.
    if (!String(error).includes('invalid locale')) throw error
    await initdb(unfinished, user, binaries, 'C')
  }
  await rename(unfinished, directory)
  await syncDirectory(dataDir)
}

async function initdb(directory: string, user: SystemUser | null, binaries: Binaries, locale: string): Promise<void> {
  const args = [
    '-D',
    toReachablePath(directory, user),
    '--username=skein',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${locale}`,
    '--lc-messages=C',
    // No password, because only the owner and root can reach the socket in the data directory (mode 0700).
    '--auth-local=trust',
    '--auth-host=reject',
  ]
  const ids = user ? { uid: user.uid, gid: user.gid } : {}
  await run(binaries.initdb, args, { ...ids, cwd: directory, env: postgresEnvironment }).catch((cause: unknown) => {
    const detail = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    throw new Error(`initdb could not make the database directory: ${detail}`, { cause })
  })
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
