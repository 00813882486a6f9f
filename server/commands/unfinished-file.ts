/** Names files that are being written, and deletes those that killed processes left behind. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Hours to keep unfinished files of another machine or an earlier version, because this process cannot know whether they are still being
 * written.
 */
const maxForeignFileAgeHours = 24

/** Files that this process is writing. */
const open = new Set<string>()
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Returns a new hidden name next to `path`, which contains the id of the writing process. */
export function beginUnfinished(path: string): string {
  const name = join(dirname(resolve(path)), `.${basename(path)}.${machine}-${process.pid}-${randomBytes(4).toString('hex')}.unfinished`)
  open.add(name)
  return name
}

export function endUnfinished(name: string): void {
  open.delete(name)
}

/** Deletes unfinished files of `path` that killed processes left behind. Keeps files that another process is writing. */
export function removeLeftovers(path: string): void {
  const directory = dirname(resolve(path))
  const prefix = `.${basename(path)}.`
  for (const name of readdirSync(directory)) {
    const writer = name.startsWith(prefix) && /^(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]{8}\.unfinished$/.exec(name.slice(prefix.length))
    const whole = join(directory, name)
    if (writer && !open.has(whole) && isLeft(whole, writer[1], Number(writer[2]))) rmSync(whole, { force: true })
  }
}

function isLeft(path: string, writtenOn: string | undefined, pid: number): boolean {
  if (writtenOn === machine) return pid === process.pid || !isAlive(pid)
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return changedAt !== undefined && Date.now() - changedAt > maxForeignFileAgeHours * 3_600_000
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
