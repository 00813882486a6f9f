/** The target and the source of a backup: a file or a pipe, with compression. */
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupDamaged } from '#platform/backup/format.ts'
import { Interrupted, UsageError } from './command.ts'
import { beginUnfinished, endUnfinished, removeLeftovers } from './unfinished-file.ts'

/**
 * Compression level. Twice as fast as zlib's default of 6, and the file is a tenth larger. Speed matters more, because the database
 * snapshot stays open during the backup.
 */
const compression = 3
const bufferBytes = 1_048_576

export type BackupTarget = {
  write(bytes: Buffer): Promise<void>
  /** Flushes everything to disk and gives the file its final name. Returns the bytes written. */
  finish(): Promise<number>
  /** Deletes the unfinished file. */
  abandon(): Promise<void>
}

/** Checks the path of a backup; `-` is standard output. Throws UsageError when the path cannot be a file. */
export function checkTarget(path: string): void {
  if (path === '-') return
  const directory = statSync(dirname(resolve(path)), { throwIfNoEntry: false })
  if (!directory?.isDirectory()) throw new UsageError(`--to ${path}: there is no directory ${dirname(resolve(path))}.`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`--to ${path} is a directory: name a file in it.`)
}

/**
 * Opens the target of a backup. Writes to a temporary file and renames it when it is complete, so that the path always holds a whole
 * backup: until then, the previous one. First deletes temporary files that killed backups left behind, because those would fill the disk.
 */
export function openTarget(path: string, stop: AbortSignal): BackupTarget {
  if (path !== '-') removeLeftovers(path)
  const unfinished = path === '-' ? '' : beginUnfinished(path)
  const sink: Writable =
    path === '-' ? process.stdout : createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true, highWaterMark: bufferBytes })
  const gzip = createGzip({ level: compression, chunkSize: 65_536 })
  let bytes = 0
  gzip.on('data', (chunk: Buffer) => (bytes += chunk.length))
  const written = pipeline(gzip, sink, { end: path !== '-' })
  // The code that awaits `written` later gets the error. This handler only prevents an unhandled rejection until then.
  written.catch(() => undefined)
  return {
    async write(piece) {
      if (stop.aborted) throw new Interrupted('Interrupted. No backup was written.')
      if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), written])
    },
    async finish() {
      gzip.end()
      await written
      if (path !== '-') {
        await rename(unfinished, path)
        endUnfinished(unfinished)
        const directory = await open(dirname(resolve(path)))
        await directory.sync().finally(() => directory.close())
      }
      return bytes
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => undefined)
      if (path !== '-') await rm(unfinished, { force: true })
      endUnfinished(unfinished)
    },
  }
}

export type BackupSource = {
  bytes: AsyncIterable<Buffer>
  /** Compressed bytes read so far, and the total; null for a pipe. */
  read(): number
  size: number | null
}

/** Opens a backup; `-` is standard input. Throws UsageError when the file does not exist. */
export function openSource(path: string, stop: AbortSignal): BackupSource {
  const file = path === '-' ? null : statSync(path, { throwIfNoEntry: false })
  if (path !== '-' && !file?.isFile()) throw new UsageError(`--from ${path}: there is no such file.`)
  const from: Readable = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: bufferBytes })
  let read = 0
  from.on('data', (chunk: Buffer) => (read += chunk.length))
  const gunzip = createGunzip({ chunkSize: 262_144 })
  // The output stream emits the pipeline's errors as well.
  pipeline(from, gunzip).catch(() => undefined)
  return { bytes: readable(gunzip, stop), read: () => read, size: file?.size ?? null }
}

async function* readable(stream: Readable, stop: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream) {
      if (stop.aborted) throw new Interrupted('Interrupted. Nothing was restored.')
      // Safe because the stream has no encoding.
      yield piece as Buffer
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'Z_BUF_ERROR') throw new BackupDamaged('It is truncated: its end is missing.', { cause: error })
    if (code.startsWith('Z_'))
      throw new BackupDamaged('It is not a backup of Skein, or it was damaged after it was written.', { cause: error })
    throw error
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
