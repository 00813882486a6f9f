/** Stores the files of incoming mails, and reads files for outgoing ones. */
import { Readable } from 'node:stream'
import { cleanFilename } from '#kit/filename.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Config } from '../../config.ts'
import type { StoredAttachment } from './attach-uploads.ts'
import { storageFull } from './errors.ts'
import { attachReserved, getFileName, reserveUpload } from './queries.ts'

export type MailFile = {
  readonly id: Uuid
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly inline: boolean
  readonly content: Uint8Array
}

/**
 * Stores a mail's files. They are unattached until `attachMailFiles`; files of a mail that becomes no message are deleted after a day, like
 * all unattached uploads. Throws SVC-UPLOAD errors when the tenant's quota or the disk is full.
 */
export async function storeMailFiles(
  { db, config }: { db: Database; config: Config },
  tenantId: Uuid,
  files: readonly MailFile[],
): Promise<StoredAttachment[]> {
  const stored: StoredAttachment[] = []
  for (const { id, filename, contentType, contentId, inline, content } of files) {
    const size = content.length
    const name = cleanFilename(filename)
    const row = {
      tenantId,
      id,
      filename: name,
      contentType,
      size,
      sha256: null,
      createdBy: null,
      visitorId: null,
      quota: config.uploads.quotaBytes,
    }
    if (!(await db.first(reserveUpload, row)))
      throw new ApiError(storageFull, { message: 'The files of your tenant have reached its quota.' })
    await getFileStore(config).write({ tenantId, name: getFileName({ id }) }, Readable.from(content.length > 0 ? [content] : []))
    stored.push({ id, filename: name, contentType, size, inline, contentId })
  }
  return stored
}

/** Attaches stored files to the message that this transaction writes. Call it before locking other rows. */
export async function attachMailFiles(
  tx: Queryable,
  key: { tenantId: Uuid; messageId: Uuid },
  files: readonly StoredAttachment[],
): Promise<void> {
  if (files.length > 0) await tx.rows(attachReserved, { ...key, ids: files.map(({ id }) => id) })
}

/** Returns a lazy stream of an upload's bytes. */
export function streamUpload(config: Config, tenantId: Uuid, upload: Pick<StoredAttachment, 'id' | 'contentOf'>): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    const file = await getFileStore(config).read({ tenantId, name: getFileName(upload) })
    if (!file) throw new Error('The file of an attachment is missing')
    // Safe because the store's streams have no encoding, so they yield buffers.
    yield* file.bytes as AsyncIterable<Buffer>
  }
  return Readable.from(read(), { objectMode: false })
}
