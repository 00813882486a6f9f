/** Stores a file that the service has fetched for a message. */
import { recogniseFile, unknownType } from '#kit/recognise-type.ts'
import { cleanFilename } from '#kit/filename.ts'
import type { Database } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Config } from '../../config.ts'
import type { StoredAttachment } from './attach-uploads.ts'
import { storageFull } from './errors.ts'
import { getFileName, releaseUpload, reserveUpload } from './queries.ts'
import { maxFileBytes } from './schema.ts'

type FetchedFile = { readonly filename: string; readonly contentType: string | null; readonly bytes: AsyncIterable<Uint8Array> }

/**
 * Stores the bytes while they arrive. The file is unattached until `attachMailFiles`, and deleted after a day like all unattached uploads.
 * Throws FileTooLarge above the size of uploads, and SVC-UPLOAD errors when the tenant's quota or the disk is full.
 */
export async function storeFetchedFile(
  { db, config }: { db: Database; config: Config },
  tenantId: Uuid,
  { filename, contentType: announced, bytes }: FetchedFile,
): Promise<StoredAttachment> {
  const store = getFileStore(config)
  const file = await store.receive(bytes, { maxSize: maxFileBytes, expectedBytes: 0 })
  try {
    const said = announced?.split(';', 1)[0]?.trim().toLowerCase() || unknownType
    const contentType = (await recogniseFile(file.path, said)).contentType ?? unknownType
    const key = { tenantId, id: newId() }
    const { size, sha256 } = file
    const name = cleanFilename(filename.toWellFormed())
    const row = { ...key, filename: name, contentType, size, sha256, createdBy: null, visitorId: null, quota: config.uploads.quotaBytes }
    if (!(await db.first(reserveUpload, row)))
      throw new ApiError(storageFull, { message: 'The files of your tenant have reached its quota.' })
    try {
      await store.keep(file, { tenantId, name: getFileName(key) })
    } catch (error) {
      await db.rows(releaseUpload, key)
      throw error
    }
    return { id: key.id, filename: name, contentType, size, inline: false, contentId: null }
  } finally {
    await file.discard()
  }
}
