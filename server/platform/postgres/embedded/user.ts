import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { LogEvent } from './log-event.ts'

const run = promisify(execFile)

/** An operating system user. */
export type SystemUser = { name: string; uid: number; gid: number }

/**
 * Finds the user to run PostgreSQL as when this process is root, because PostgreSQL refuses to run as root: the owner of the existing data
 * `directory`, or the system user `skein` (created if missing), or `nobody`. Returns null when this process is not root; PostgreSQL then
 * has the same user.
 */
export async function findDatabaseUser(directory: string, log: (event: LogEvent) => void): Promise<SystemUser | null> {
  if (process.geteuid?.() !== 0) return null
  const owner = await stat(directory).catch(() => null)
  const existing = owner && owner.uid !== 0 ? await findUser(String(owner.uid)) : null
  return existing ?? (await ensureSkeinUser()) ?? (await fallBackToNobody(log))
}

async function ensureSkeinUser(): Promise<SystemUser | null> {
  const found = await findUser('skein')
  if (found) return found
  // When several services start on a new machine, useradd may fail because the user database is locked, or because another service has just
  // created the user. Looking the user up again solves both.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const tried = await createSkeinUser()
    const created = await findUser('skein')
    if (created && created.uid !== 0) return created
    if (!tried) return null
    await sleep(150)
  }
  return null
}

/** Creates the user `skein`. Returns false when the machine has no command for it. */
async function createSkeinUser(): Promise<boolean> {
  const useradd = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', 'skein']
  const adduser = ['-S', '-D', '-H', '-s', '/sbin/nologin', 'skein'] // BusyBox
  for (const [command, args] of [
    ['useradd', useradd],
    ['adduser', adduser],
  ] as const) {
    const error = await run(command, args, { env: adminEnvironment }).then(() => null, errorCode)
    if (error !== 'ENOENT') return true
  }
  return false
}

async function fallBackToNobody(log: (event: LogEvent) => void): Promise<SystemUser> {
  const nobody = await findUser('nobody')
  if (!nobody)
    throw new Error(
      'PostgreSQL cannot run as root, and this machine has neither a user "skein" nor "nobody". Create one, or set DATABASE_URL.',
    )
  log({ level: 'warn', message: 'The system user "skein" could not be created: PostgreSQL runs as "nobody".' })
  return nobody
}

/** Finds a user by name or numeric id, first in /etc/passwd, which needs no process, then in the machine's directory services. */
async function findUser(nameOrUid: string): Promise<SystemUser | null> {
  const local = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const found = findEntry(local, nameOrUid)
  if (found) return found
  const listed = await run('getent', ['passwd', nameOrUid], { env: adminEnvironment }).catch(() => ({ stdout: '' }))
  return findEntry(listed.stdout, nameOrUid)
}

function findEntry(passwd: string, nameOrUid: string): SystemUser | null {
  for (const line of passwd.split('\n')) {
    const [name = '', , uid = '', gid = ''] = line.split(':')
    if (uid !== '' && (name === nameOrUid || uid === nameOrUid)) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return null
}

const adminEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
