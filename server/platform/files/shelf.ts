/** What a kind of store does itself. The rest, which is the same for all, is in `file-store.ts`. */
import type { Readable } from 'node:stream'
import type { Uuid } from '../ids.ts'
import type { ReceivedFile } from './unfinished.ts'

/** `name` consists of lower-case letters, digits and `_.-`, with slashes between parts: `upl_01k…`, `exports/prv_01k….zip`. */
export type FileKey = { readonly tenantId: Uuid; readonly name: string }

/** What an uploader sends straight to the store. */
export type DirectUpload = { size: number; contentType: string; sha256: string | null; expiresAt: Date }

/** The part of a store that is its own. */
export type Shelf = {
  readonly kind: 'disk' | 's3'
  keep(file: ReceivedFile, path: string): Promise<void>
  /** `range` counts from 0, both ends included. Null when there is no such file. */
  read(path: string, range?: { from: number; to: number }): Promise<{ size: number; bytes: Readable } | null>
  sizeOf(path: string): Promise<number | null>
  remove(paths: readonly string[]): Promise<void>
  /** Deletes everything whose path begins with this one and a slash. Returns how many files that were. */
  removeBelow(path: string): Promise<number>
  /** A URL to which exactly this file can be sent with PUT and these headers; null when the store takes none directly. */
  directUpload(path: string, file: DirectUpload): Promise<{ url: string; headers: Record<string, string> } | null>
  /** The paths of all files; null where they are not ours to copy, as in a bucket. */
  all(): AsyncIterable<string> | null
  /** Free bytes, null when unlimited. Throws when the store cannot be used. */
  free(): Promise<number | null>
}
