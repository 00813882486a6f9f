/** Manages incomplete files. Their names contain the writing process, so that other processes can delete the files of a killed one. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '../errors.ts'
import { storageFull } from './errors.ts'

export type ReceivedFile = {
  readonly path: string
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
  /** Deletes the file unless it has been moved to its key. */
  discard(): Promise<void>
}

/** An uploaded form file, with the client's name and type for it. */
export type FormFile = ReceivedFile & { readonly filename: string; readonly contentType: string }

/** Thrown when a file has more bytes than allowed. */
export class FileTooLarge extends Error {
  readonly maxSize: number
  constructor(maxSize: number) {
    super(`The file has more than ${maxSize} bytes`)
    this.maxSize = maxSize
  }
}

/** Host and process in the names of this process's files. The random part is needed because process ids are reused. */
const thisHost = hostname().replaceAll(/[^\w-]/g, '')
const thisProcess = randomBytes(6).toString('hex')

/**
 * Age in milliseconds at which a file of another machine counts as abandoned, since this process cannot check whether its writer is still
 * running.
 */
const maxForeignAgeMs = 3_600_000
const sweepIntervalMs = 600_000
/**
 * Milliseconds for which a check of the free space stays valid for files without a reservation. They cannot use up the default reserve in
 * that time.
 */
const maxCheckAgeMs = 250

export class UnfinishedFiles {
  readonly #directory: string
  readonly #reserveBytes: number
  readonly #free: typeof freeBytes
  #sweptAt = Number.NEGATIVE_INFINITY
  /** Time of the last successful check of the free space. */
  #checkedAt = Number.NEGATIVE_INFINITY
  /** Total bytes ever reserved, and how many of them were released because they were written or never will be. */
  #reservedTotal = 0
  #releasedTotal = 0

  /** Keeps `reserveBytes` of the disk free for the database and the rest of the machine. */
  constructor(directory: string, reserveBytes: number, free = freeBytes) {
    this.#directory = join(directory, 'unfinished')
    this.#reserveBytes = reserveBytes
    this.#free = free
  }

  /**
   * Writes the bytes to a file. First reserves `expectedBytes` (at most `maxSize`), so that concurrent files do not count on the same free
   * space. A file of unknown size reserves nothing.
   */
  async receive(bytes: AsyncIterable<Uint8Array>, maxSize: number, expectedBytes = maxSize): Promise<ReceivedFile> {
    const size = Math.min(expectedBytes, maxSize)
    let unwritten = Number.isFinite(size) ? size : 0
    const release = (count: number): void => {
      const released = Math.min(count, unwritten)
      unwritten -= released
      this.#releasedTotal += released
    }
    const path = join(this.#directory, `${thisHost}.${process.pid}.${thisProcess}.${randomBytes(8).toString('hex')}`)
    const discard = (): Promise<void> => rm(path, { force: true })
    try {
      if (performance.now() - this.#sweptAt > sweepIntervalMs) await this.sweep()
      await this.#reserve(unwritten)
    } catch (error) {
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    }
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        const received = await writeAll(file, bytes, maxSize, release)
        // Sync the bytes before the file gets its name. Otherwise a power failure could leave an empty file.
        await file.sync()
        return { path, ...received, discard }
      } finally {
        await file.close()
      }
    } catch (error) {
      await discard().catch(() => {})
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    } finally {
      release(unwritten)
    }
  }

  /** Deletes the files of killed processes. */
  async sweep(): Promise<void> {
    this.#sweptAt = performance.now()
    for (const name of await readdir(this.#directory).catch(() => [])) {
      const path = join(this.#directory, name)
      if (await isAbandoned(name, path)) await rm(path, { force: true })
    }
  }

  /**
   * Reserves space for a file. Throws 507 if the disk cannot hold it in addition to the incomplete files. A file without a reservation
   * relies on a recent check.
   */
  async #reserve(size: number): Promise<void> {
    if (size === 0 && performance.now() - this.#checkedAt < maxCheckAgeMs) return
    // Bytes written while the free space is being read may or may not be part of it, so they still count as reserved.
    const releasedBefore = this.#releasedTotal
    const free = await this.#free(this.#directory)
    this.#checkedAt = Number.NEGATIVE_INFINITY
    if (free - (this.#reservedTotal - releasedBefore) - size < this.#reserveBytes)
      throw new ApiError(storageFull, { cause: new Error(`Less than ${this.#reserveBytes} bytes would stay free`) })
    this.#reservedTotal += size
    this.#checkedAt = performance.now()
  }
}

type Sink = { writev(buffers: Uint8Array[]): Promise<{ bytesWritten: number }> }

/** Bytes per write. A system call for each network packet would cost more than the write itself. */
const batchBytes = 262_144

export async function writeAll(
  file: Sink,
  bytes: AsyncIterable<Uint8Array>,
  maxSize: number,
  onWritten: (count: number) => void = () => {},
): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const sum = createHash('sha256')
  let size = 0
  let batch: Uint8Array[] = []
  let waiting = 0
  const flush = async (): Promise<void> => {
    if (waiting === 0) return
    const { bytesWritten } = await file.writev(batch)
    // A write is partial when the disk becomes full.
    if (bytesWritten !== waiting) throw Object.assign(new Error('The file could not be written whole'), { code: 'ENOSPC' })
    onWritten(waiting)
    batch = []
    waiting = 0
  }
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxSize) throw new FileTooLarge(maxSize)
    sum.update(chunk)
    batch.push(chunk)
    waiting += chunk.length
    if (waiting >= batchBytes) await flush()
  }
  await flush()
  return { size, sha256: sum.digest('hex') }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [host, pid, token] = name.split('.')
  if (host === thisHost && Number(pid) === process.pid) return token !== thisProcess
  if (host === thisHost && !isRunning(Number(pid))) return true
  const touched = await stat(path).catch(() => null)
  return touched !== null && Date.now() - touched.mtimeMs > maxForeignAgeMs
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the free bytes of the disk that holds a directory. Creates the directory if it does not exist yet. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return statfs(directory)
  })
  return bavail * bsize
}

/** True for errors that mean that the disk, or the user's quota, is full. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
