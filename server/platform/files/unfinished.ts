/**
 * Files that are still arriving. Their names say which process writes them, so that the next one deletes what a killed process has left.
 */
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
  /** Deletes the unfinished file; one that was kept stays. */
  discard(): Promise<void>
}

/** A file of a form, with what the sender says of it. */
export type FormFile = ReceivedFile & { readonly filename: string; readonly contentType: string }

/** More bytes came than were allowed. */
export class FileTooLarge extends Error {
  readonly sizeMax: number
  constructor(sizeMax: number) {
    super(`The file has more than ${sizeMax} bytes`)
    this.sizeMax = sizeMax
  }
}

/** Names made by this process begin with it. Process ids are used again, so it has a random part. */
const thisHost = hostname().replaceAll(/[^\w-]/g, '')
const thisProcess = randomBytes(6).toString('hex')

/** A process on another machine is not seen from here: what it has not touched for so long is left over. */
const foreignMsMax = 3_600_000
const sweepEveryMs = 600_000

export class UnfinishedFiles {
  readonly #directory: string
  readonly #reserveBytes: number
  readonly #free: typeof freeBytes
  #sweptAt = Number.NEGATIVE_INFINITY
  /** Bytes of all files that were ever admitted, and how many of them no longer need space: they were written, or never will be. */
  #admittedBytes = 0
  #settledBytes = 0

  /** `reserveBytes` stay free for the database and the rest of the machine. */
  constructor(directory: string, reserveBytes: number, free = freeBytes) {
    this.#directory = join(directory, 'unfinished')
    this.#reserveBytes = reserveBytes
    this.#free = free
  }

  /**
   * `expectedBytes` are reserved before the first byte is read, so that files that arrive at once do not share the same free space. They are
   * at most `sizeMax`; a file of unknown size reserves nothing.
   */
  async receive(bytes: AsyncIterable<Uint8Array>, sizeMax: number, expectedBytes = sizeMax): Promise<ReceivedFile> {
    const size = Math.min(expectedBytes, sizeMax)
    let unwritten = Number.isFinite(size) ? size : 0
    const settle = (count: number): void => {
      const settled = Math.min(count, unwritten)
      unwritten -= settled
      this.#settledBytes += settled
    }
    const path = join(this.#directory, `${thisHost}.${process.pid}.${thisProcess}.${randomBytes(8).toString('hex')}`)
    const discard = (): Promise<void> => rm(path, { force: true })
    try {
      await this.#prepare()
      await this.#admit(unwritten)
    } catch (error) {
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    }
    try {
      const file = await open(path, 'wx', 0o600)
      try {
        const received = await writeAll(file, bytes, sizeMax, settle)
        // Written through before it gets its name: otherwise a power failure could leave a name with no content.
        await file.sync()
        return { path, ...received, discard }
      } finally {
        await file.close()
      }
    } catch (error) {
      await discard().catch(() => {})
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    } finally {
      settle(unwritten)
    }
  }

  /** Deletes what killed processes have left. */
  async sweep(): Promise<void> {
    this.#sweptAt = performance.now()
    for (const name of await readdir(this.#directory).catch(() => [])) {
      const path = join(this.#directory, name)
      if (await isLeft(name, path)) await rm(path, { force: true })
    }
  }

  async #prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    if (performance.now() - this.#sweptAt > sweepEveryMs) await this.sweep()
  }

  /** Throws 507 unless a file of this size fits beside the files that are still arriving. */
  async #admit(size: number): Promise<void> {
    // What is written while the free space is read may be missing from it, and therefore still counts as reserved.
    const settledBefore = this.#settledBytes
    const free = await this.#free(this.#directory)
    if (free - (this.#admittedBytes - settledBefore) - size < this.#reserveBytes)
      throw new ApiError(storageFull, { cause: new Error(`Less than ${this.#reserveBytes} bytes would stay free`) })
    this.#admittedBytes += size
  }
}

type Sink = { writev(buffers: Uint8Array[]): Promise<{ bytesWritten: number }> }

/** Collected, because a system call for each packet of the network costs more than the writing. */
const batchBytes = 262_144

export async function writeAll(
  file: Sink,
  bytes: AsyncIterable<Uint8Array>,
  sizeMax: number,
  onWritten: (count: number) => void = () => {},
): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const sum = createHash('sha256')
  let size = 0
  let batch: Uint8Array[] = []
  let waiting = 0
  const flush = async (): Promise<void> => {
    if (waiting === 0) return
    const { bytesWritten } = await file.writev(batch)
    // The system writes less than it was given when the disk becomes full within the batch.
    if (bytesWritten !== waiting) throw Object.assign(new Error('The file could not be written whole'), { code: 'ENOSPC' })
    onWritten(waiting)
    batch = []
    waiting = 0
  }
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > sizeMax) throw new FileTooLarge(sizeMax)
    sum.update(chunk)
    batch.push(chunk)
    waiting += chunk.length
    if (waiting >= batchBytes) await flush()
  }
  await flush()
  return { size, sha256: sum.digest('hex') }
}

async function isLeft(name: string, path: string): Promise<boolean> {
  const [host, pid, token] = name.split('.')
  if (host === thisHost && Number(pid) === process.pid) return token !== thisProcess
  if (host === thisHost && !isRunning(Number(pid))) return true
  const touched = await stat(path).catch(() => null)
  return touched !== null && Date.now() - touched.mtimeMs > foreignMsMax
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** True for errors of the file system that mean that there is no space, for the disk or for this user. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}
