import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock between processes that the kernel releases no matter how its holder ends: it cannot become stale, needs no pids, and works across
 * containers that share the directory. Node has no flock(), but its built-in SQLite takes POSIX locks on the file that it opens. Nothing is
 * ever written: the file stays empty; only its locks are used. POSIX drops all of a process's locks on a file as soon as the process closes
 * that file anywhere, so never read or copy these files from within Skein.
 */
export type ProcessLock = {
  /** Takes a shared lock. Throws when another process holds the exclusive lock. */
  share(): void
  /** Takes the exclusive lock. False when another process holds a lock, shared or exclusive. */
  tryExclusive(): boolean
  release(): void
  /** Releases the lock and closes the file. The lock cannot be used afterwards. */
  close(): void
}

/** Opens the lock file `path`, creating it if necessary. Throws when the file system does not support locks. */
export function openProcessLock(path: string): ProcessLock {
  const database = new DatabaseSync(path, { timeout: 0 })
  const release = () => {
    if (database.isTransaction) database.exec('ROLLBACK')
  }
  return {
    share() {
      // Reading inside a transaction holds SQLite's SHARED lock until the transaction ends.
      database.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    },
    tryExclusive() {
      try {
        // Without the pragma, the exclusive lock would create a journal file, which a kill would leave behind.
        database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw error
      }
    },
    release,
    close() {
      release()
      database.close()
    },
  }
}

/** Runs `task` while holding the exclusive lock on `path`. Throws after waiting `waitMsMax`. */
export async function withProcessLock<T>(path: string, waitMsMax: number, task: () => Promise<T>): Promise<T> {
  const lock = openProcessLock(path)
  try {
    const deadline = performance.now() + waitMsMax
    while (!lock.tryExclusive()) {
      if (performance.now() > deadline) throw new Error(`Another process has been holding ${path} for ${waitMsMax / 1000} s.`)
      await sleep(10)
    }
    return await task()
  } finally {
    lock.close()
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
