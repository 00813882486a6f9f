/**
 * Files that the service keeps outside the database, on a disk or in an S3 bucket (UPLOADS_URL). One interface and one test suite for both.
 *
 * A file arrives in an unfinished file of this machine, where its size and checksum are counted, and is then kept under its key in one step:
 * under a key there is a whole file or none. Rows in the database say which keys are in use; write the row first, so that a killed process
 * leaves a row that can be found rather than a file that nothing mentions.
 */
import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import { parseTypeId, toTypeId, type Uuid } from '../ids.ts'
import { diskStore } from './disk-store.ts'
import { storageFull } from './errors.ts'
import { type FileLocation, ownDirectory } from './location.ts'
import { s3Store } from './s3-store.ts'
import type { DirectUpload, FileKey, Shelf } from './shelf.ts'
import { isFull, UnfinishedFiles, type ReceivedFile } from './unfinished.ts'

export type { FileKey } from './shelf.ts'
export { FileTooLarge, type FormFile, type ReceivedFile } from './unfinished.ts'

export type FileStore = Pick<Shelf, 'kind'> & {
  /**
   * Reads a stream to its end, into an unfinished file. Reserves `expectedBytes` (or `sizeMax`) first. Throws FileTooLarge, or ApiError 507
   * when the disk is full.
   */
  receive(bytes: AsyncIterable<Uint8Array>, options?: { sizeMax?: number; expectedBytes?: number }): Promise<ReceivedFile>
  /** Keeps a received file under a key; one that is there is replaced. The unfinished file is gone afterwards, also after an error. */
  keep(file: ReceivedFile, key: FileKey): Promise<void>
  /** `receive` and `keep` in one. */
  write(key: FileKey, bytes: AsyncIterable<Uint8Array>, options?: { sizeMax?: number }): Promise<Pick<ReceivedFile, 'size' | 'sha256'>>
  /** Null when there is no such file. Destroy `bytes` if they are not read to the end. */
  read(key: FileKey, range?: { from: number; to: number }): Promise<{ size: number; bytes: Readable } | null>
  sizeOf(key: FileKey): Promise<number | null>
  /** Deletes what killed processes of this machine have left unfinished; the store does so now and then by itself. */
  sweep(): Promise<void>
  /** Keys without a file are skipped. */
  remove(keys: readonly FileKey[]): Promise<void>
  /** Deletes all files of a tenant. Returns how many. */
  removeTenant(tenantId: Uuid): Promise<number>
  /** The keys of all files, for a backup. Null where they are not ours to copy, as in a bucket. */
  all(): AsyncIterable<FileKey> | null
  directUpload(key: FileKey, file: DirectUpload): ReturnType<Shelf['directUpload']>
  free: Shelf['free']
}

/** `reserveBytes` stay free on the disk that files arrive on. */
export type FilesConfig = { uploads: { location: FileLocation; reserveBytes: number }; dataDir: string }

const stores = new WeakMap<FilesConfig, FileStore>()

/** The store of a configuration: one for each process. */
export function fileStoreOf(config: FilesConfig): FileStore {
  const store = stores.get(config) ?? openFileStore(config)
  stores.set(config, store)
  return store
}

function openFileStore({ uploads: { location, reserveBytes }, dataDir }: FilesConfig): FileStore {
  // On the disk they become, by renaming, the files that are kept, which takes one file system.
  const directory = location.kind === 'disk' ? location.directory : ownDirectory(dataDir)
  const unfinished = new UnfinishedFiles(directory, reserveBytes)
  const shelf = location.kind === 'disk' ? diskStore(location.directory) : s3Store(location)
  const keep: FileStore['keep'] = async (file, key) => {
    try {
      await shelf.keep(file, pathOf(key))
    } catch (error) {
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    } finally {
      await file.discard()
    }
  }
  return {
    kind: shelf.kind,
    receive: (bytes, { sizeMax = Number.POSITIVE_INFINITY, expectedBytes = sizeMax } = {}) =>
      unfinished.receive(bytes, sizeMax, expectedBytes),
    keep,
    async write(key, bytes, { sizeMax = Number.POSITIVE_INFINITY } = {}) {
      const file = await unfinished.receive(bytes, sizeMax)
      await keep(file, key)
      return { size: file.size, sha256: file.sha256 }
    },
    read: (key, range) => shelf.read(pathOf(key), range),
    sizeOf: (key) => shelf.sizeOf(pathOf(key)),
    sweep: () => unfinished.sweep(),
    remove: (keys) => shelf.remove(keys.map(pathOf)),
    removeTenant: (tenantId) => shelf.removeBelow(toTypeId('ten', tenantId)),
    all() {
      const paths = shelf.all()
      return paths && keysOf(paths)
    },
    directUpload: (key, file) => shelf.directUpload(pathOf(key), file),
    free: () => shelf.free(),
  }
}

const namePattern = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** A tenant’s files begin with its id, so that they can be deleted together. */
export function pathOf({ tenantId, name }: FileKey): string {
  if (!namePattern.test(name)) throw new Error(`Malformed name of a file: ${name}`)
  return `${toTypeId('ten', tenantId)}/${name}`
}

/** The reverse of `pathOf`; null for what no key gives, such as unfinished files and paths that lead elsewhere. */
export function keyOf(path: string): FileKey | null {
  const [tenant = '', ...parts] = path.split('/')
  const [tenantId, name] = [parseTypeId('ten', tenant), parts.join('/')]
  return tenantId !== null && namePattern.test(name) ? { tenantId, name } : null
}

async function* keysOf(paths: AsyncIterable<string>): AsyncGenerator<FileKey> {
  for await (const path of paths) {
    const key = keyOf(path)
    if (key) yield key
  }
}
