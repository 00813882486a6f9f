import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock between processes that the kernel releases when its holder ends in any way: it cannot become stale, needs no pids, and works
 * across containers that share the directory.
 *
 * Node has no flock(), but its built-in SQLite takes POSIX locks on the file it opens. Nothing is
 * ever written: the file stays empty, only its locks are used. POSIX ends all locks of a process on a
 * file as soon as it closes that file anywhere: never read or copy these files from within Skein.
 */
export type ProcessLock = {
  /** Takes the lock together with other sharers. Throws when another process holds it exclusively. */
  share(): void
  /** Takes the lock alone: false when another process holds it, shared or exclusive. */
  tryExclusive(): boolean
  release(): void
  /** Releases and closes; the lock cannot be used afterwards. */
  close(): void
}

/** Opens (and creates) the lock file `path`. Throws when the file system offers no locks. */
export function openProcessLock(path: string): ProcessLock {
  const database = new DatabaseSync(path, { timeout: 0 })
  const release = () => {
    if (database.isTransaction) database.exec('ROLLBACK')
  }
  return {
    share() {
      // Reading inside a transaction is what holds SQLite's SHARED lock until its end.
      database.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    },
    tryExclusive() {
      try {
        // Without the pragma the exclusive lock creates a journal file, which would be left behind by a kill.
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

/** Runs `task` while holding the lock file `path` alone; throws after `waitMsMax` of waiting for it. */
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
