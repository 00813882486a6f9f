/** Declares the operations that a disk and a bucket implement differently. `file-store.ts` has everything that they share. */
import type { Readable } from 'node:stream'
import type { Uuid } from '../ids.ts'
import type { ReceivedFile } from './unfinished.ts'

/** `name` consists of lower-case letters, digits and `_.-`, with slashes between parts: `upl_01k…`, `exports/prv_01k….zip`. */
export type FileKey = { readonly tenantId: Uuid; readonly name: string }

/** A file that a client uploads directly to the store. */
export type DirectUpload = { size: number; contentType: string; sha256: string | null; expiresAt: Date }

export type StoreDriver = {
  readonly kind: 'disk' | 's3'
  /** Returns true when the incomplete file was moved, and false when it was copied. */
  keep(file: ReceivedFile, path: string): Promise<{ isMoved: boolean }>
  /** Opens a file; null when it does not exist. `range` starts at 0 and includes both ends. */
  read(path: string, range?: { from: number; to: number }): Promise<{ size: number; bytes: Readable } | null>
  /** Returns a file in a new buffer; null when the file does not exist. */
  readWhole(path: string): Promise<Buffer | null>
  sizeOf(path: string): Promise<number | null>
  remove(paths: readonly string[]): Promise<void>
  /** Deletes all files below the path. Returns their number. */
  removeBelow(path: string): Promise<number>
  /** Returns the URL and headers of a PUT request that stores exactly this file; null when clients cannot upload to the store directly. */
  directUpload(path: string, file: DirectUpload): Promise<{ url: string; headers: Record<string, string> } | null>
  /** Returns the paths of all files; null for a bucket, which its operator backs up. */
  all(): AsyncIterable<string> | null
  /** Returns the free bytes; null when unlimited. Throws when the store is unusable. */
  free(): Promise<number | null>
}
