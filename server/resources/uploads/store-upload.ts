/**
 * Stores a file that a form has sent. The row comes before the file: if the process is killed in between, a job finds the row; a file without a
 * row would be orphaned.
 */
import { cleanFilename } from '#kit/filename.ts'
import { fetchOne } from '#kit/write.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { getFileStore, type ReceivedFile } from '#platform/files/file-store.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { type Audited, type Effects } from '#platform/outbox/effects.ts'
import type { Config } from '../../config.ts'
import { storageFull } from './errors.ts'
import { uploadCreated } from './events.ts'
import { getFileName, releaseUpload, reserveUpload, settleUpload, type UploadRecord } from './queries.ts'
import { recognise } from './recognise.ts'

type Sent = {
  readonly file: ReceivedFile
  readonly filename: string
  /** The media type that the sender claims. */
  readonly contentType: string
  readonly createdBy: Uuid | null
  readonly visitorId: Uuid | null
}
/** The share of the quota that files of visitors can fill, so that strangers leave room for the files of the team and of mails. */
const shareOfVisitors = 0.8

export type Stored = { readonly id: Uuid; readonly contentType: string; readonly sha256: string }

/** Stores the file, whose row stays PENDING. Throws 400 for a file that claims another type, and 507 when the quota is used up. */
export async function storeUpload({ db, config }: { db: Database; config: Config }, tenantId: Uuid, sent: Sent): Promise<Stored> {
  const { file, createdBy, visitorId } = sent
  const contentType = await recognise(file.path, sent.contentType)
  const { size, sha256 } = file
  const key = { tenantId, id: newId() }
  const row = {
    ...key,
    filename: cleanFilename(sent.filename),
    contentType,
    size,
    sha256,
    createdBy,
    visitorId,
    quota: Math.floor(config.uploads.quotaBytes * (visitorId === null ? 1 : shareOfVisitors)),
  }
  if (!(await db.first(reserveUpload, row)))
    throw new ApiError(storageFull, { message: 'The files of your tenant have reached its quota.' })
  try {
    await getFileStore(config).keep(file, { tenantId, name: getFileName(key) })
  } catch (error) {
    await db.rows(releaseUpload, key)
    throw error
  }
  return { id: key.id, contentType, sha256 }
}

/** Deletes a stored file whose row was not committed as an upload. Deletes the row after the file. */
export async function dropStored({ db, config }: { db: Database; config: Config }, tenantId: Uuid, id: Uuid): Promise<void> {
  await db.transaction(async (tx) => {
    if (await tx.first(releaseUpload, { tenantId, id })) await getFileStore(config).remove([{ tenantId, name: getFileName({ id }) }])
  })
}

/** Makes a stored file an upload that can be attached. */
export async function settleStored(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  stored: Stored,
): Promise<{ record: UploadRecord; audited: Audited }> {
  const record = await fetchOne(tx, settleUpload, { tenantId, state: 'READY', ...stored })
  const { id, contentType, size } = record
  effects.emit(uploadCreated, id, record)
  return { record, audited: effects.audit({ action: 'upload.created', target: { type: 'upload', id }, after: { contentType, size } }) }
}
