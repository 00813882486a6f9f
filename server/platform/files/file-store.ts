/**
 * Stores files outside the database, on a disk or in an S3 bucket (UPLOADS_URL). Both have the same interface and test suite. The service
 * first writes an incomplete file on this machine and computes its size and checksum. It then stores the file under its key in one step, so
 * that a key refers to a complete file or none. Rows in the database name the keys in use. Write the row before the file: a process killed
 * between the two writes then leaves a row, which a job can find, rather than an orphaned file.
 */
import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import { parseTypeId, toTypeId, type Uuid } from '../ids.ts'
import { createDiskDriver } from './disk-store.ts'
import { storageFull } from './errors.ts'
import { type FileLocation, getDefaultDirectory } from './location.ts'
import { createS3Driver } from './s3-store.ts'
import type { DirectUpload, FileKey, StoreDriver } from './store-driver.ts'
import { isFull, UnfinishedFiles, type ReceivedFile } from './unfinished.ts'

export type { FileKey } from './store-driver.ts'
export { FileTooLarge, type FormFile, type ReceivedFile } from './unfinished.ts'

export type FileStore = Pick<StoreDriver, 'kind'> & {
  /**
   * Writes a stream to an incomplete file. Reserves space for `expectedBytes` (default: `maxSize`) first. Throws FileTooLarge, or ApiError 507
   * when the disk is full.
   */
  receive(bytes: AsyncIterable<Uint8Array>, options?: { maxSize?: number; expectedBytes?: number }): Promise<ReceivedFile>
  /** Stores a received file under a key, replacing an earlier file. Deletes the incomplete file, even after an error. */
  keep(file: ReceivedFile, key: FileKey): Promise<void>
  /** Runs `receive`, then `keep`. */
  write(key: FileKey, bytes: AsyncIterable<Uint8Array>, options?: { maxSize?: number }): Promise<Pick<ReceivedFile, 'size' | 'sha256'>>
  /** Opens a file; null when the file does not exist. The caller must read `bytes` to the end or destroy them. */
  read(key: FileKey, range?: { from: number; to: number }): Promise<{ size: number; bytes: Readable } | null>
  /** Returns a file in a new buffer, which can be transferred to another thread; null when the file does not exist. */
  readWhole(key: FileKey): Promise<Buffer | null>
  sizeOf(key: FileKey): Promise<number | null>
  /** Deletes incomplete files of killed processes. The store also does this every ten minutes while files arrive. */
  sweep(): Promise<void>
  /** Deletes files. Ignores keys without a file. */
  remove(keys: readonly FileKey[]): Promise<void>
  /** Deletes all files of a tenant. Returns how many. */
  removeTenant(tenantId: Uuid): Promise<number>
  /** Returns the keys of all files, for a backup; null for a bucket, which its operator backs up. */
  all(): AsyncIterable<FileKey> | null
  directUpload(key: FileKey, file: DirectUpload): ReturnType<StoreDriver['directUpload']>
  free: StoreDriver['free']
}

/** `reserveBytes` stay free on the disk that holds the incomplete files. */
export type FilesConfig = { uploads: { location: FileLocation; reserveBytes: number }; dataDir: string }

const stores = new WeakMap<FilesConfig, FileStore>()

/** Returns the store of a configuration: one per process, because it tracks the reserved space. */
export function getFileStore(config: FilesConfig): FileStore {
  const store = stores.get(config) ?? openFileStore(config)
  stores.set(config, store)
  return store
}

function openFileStore({ uploads: { location, reserveBytes }, dataDir }: FilesConfig): FileStore {
  // A disk store renames the incomplete file into place, so both paths must be on one file system.
  const directory = location.kind === 'disk' ? location.directory : getDefaultDirectory(dataDir)
  const unfinished = new UnfinishedFiles(directory, reserveBytes)
  const driver = location.kind === 'disk' ? createDiskDriver(location.directory) : createS3Driver(location)
  const keep: FileStore['keep'] = async (file, key) => {
    let isMoved = false
    try {
      isMoved = (await driver.keep(file, getPath(key))).isMoved
    } catch (error) {
      throw isFull(error) ? new ApiError(storageFull, { cause: error }) : error
    } finally {
      if (!isMoved) await file.discard()
    }
  }
  return {
    kind: driver.kind,
    receive: (bytes, { maxSize = Number.POSITIVE_INFINITY, expectedBytes = maxSize } = {}) =>
      unfinished.receive(bytes, maxSize, expectedBytes),
    keep,
    async write(key, bytes, { maxSize = Number.POSITIVE_INFINITY } = {}) {
      const file = await unfinished.receive(bytes, maxSize)
      await keep(file, key)
      return { size: file.size, sha256: file.sha256 }
    },
    read: (key, range) => driver.read(getPath(key), range),
    readWhole: (key) => driver.readWhole(getPath(key)),
    sizeOf: (key) => driver.sizeOf(getPath(key)),
    sweep: () => unfinished.sweep(),
    remove: (keys) => driver.remove(keys.map(getPath)),
    removeTenant: (tenantId) => driver.removeBelow(toTypeId('ten', tenantId)),
    all() {
      const paths = driver.all()
      return paths && keysOf(paths)
    },
    directUpload: (key, file) => driver.directUpload(getPath(key), file),
    free: () => driver.free(),
  }
}

const namePattern = /^[a-z0-9][a-z0-9_.-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** Returns the path of a file. It begins with the tenant’s id, so that a tenant’s files can be deleted together. */
export function getPath({ tenantId, name }: FileKey): string {
  if (!namePattern.test(name)) throw new Error(`Malformed name of a file: ${name}`)
  return `${toTypeId('ten', tenantId)}/${name}`
}

/** Returns the key of a path; null for paths that belong to no key, such as incomplete files and paths with `..`. */
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
