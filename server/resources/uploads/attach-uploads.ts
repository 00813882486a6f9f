import { cleanFilename } from '#kit/filename.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, unknownReference, validationFailed } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { uploadAlreadyAttached, uploadNotReady, uploadTooLarge } from './errors.ts'
import {
  copyUploads,
  keepSharedUploads,
  lockOwnUploads,
  setArticleOfPictures,
  setMeetingOfUpload,
  setMessageOfUploads,
  shareUploads,
  type UploadRecord,
} from './queries.ts'
import { maxFileBytes } from './schema.ts'

/** A file as stored with its message. */
export type StoredAttachment = {
  id: Uuid
  filename: string
  contentType: string
  size: number
  deleted?: true
  /** True when the body of a mail shows the file. Absent for files of other messages. */
  inline?: boolean
  contentId?: string | null
  /** The shared upload whose file a copy shows. Absent for files of their own. */
  contentOf?: Uuid
}
type RequestedFile = { readonly uploadId: Uuid; readonly filename?: string | undefined }

/** Errors of operations that attach files. */
export const attachmentErrors = [unknownReference, uploadNotReady, uploadAlreadyAttached, uploadTooLarge] as const

/**
 * Attaches uploads to a message that this transaction writes. Only one of several concurrent transactions can attach an upload. Call it
 * before locking other rows. Throws an ApiError whose details list each field with a problem.
 */
export async function attachToMessage(
  tx: Queryable,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  asked: readonly RequestedFile[],
): Promise<StoredAttachment[]> {
  const ids = asked.map(({ uploadId }) => uploadId)
  const fields = getFields(ids)
  const found = await lockAttachable(tx, tenantId, ids, fields)
  const files = toFiles(asked, found)
  const own = files.filter(({ id }) => found.get(id)?.shared !== true)
  if (own.length > 0) await tx.rows(setMessageOfUploads, { tenantId, ids: own.map(({ id }) => id), messageId })
  if (own.length === files.length) return files
  const shared = files.filter((file) => !own.includes(file))
  const copies = new Map((await copyToMessage(tx, { tenantId, messageId }, shared)).map((copy) => [copy.contentOf, copy]))
  return files.map((file) => copies.get(file.id) ?? file)
}

/** Gives a message its own copies of shared uploads: rows that show the same stored files. Skips uploads that are gone. */
export async function copyToMessage(
  tx: Queryable,
  key: { tenantId: Uuid; messageId: Uuid },
  files: readonly StoredAttachment[],
): Promise<StoredAttachment[]> {
  const copies = files.map((file) => ({ ...file, id: newId(), contentOf: file.id }))
  const ids = copies.map(({ id }) => id)
  const sources = files.map(({ id }) => id)
  const inserted = await tx.rows(copyUploads, { ...key, sources, ids, filenames: files.map(({ filename }) => filename) })
  return copies.filter((copy) => inserted.some(({ id }) => id === copy.id))
}

/** Returns the files of a canned response, and shares those that were not. Throws as `attachToMessage` does. */
export async function shareFiles(tx: Queryable, tenantId: Uuid, asked: readonly RequestedFile[]): Promise<StoredAttachment[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ uploadId }) => uploadId)
  const fields = getFields(ids)
  const files = toFiles(asked, await lockAttachable(tx, tenantId, ids, fields))
  await tx.rows(shareUploads, { tenantId, ids })
  return files
}

function getFields(ids: readonly Uuid[]): string[] {
  const fields = ids.map((_, i) => `attachments[${i}].uploadId`)
  throwForFields(validationFailed, ids, fields, (id, i) => ids.indexOf(id) < i, 'REPEATED', 'is listed twice')
  return fields
}

function toFiles(asked: readonly RequestedFile[], found: ReadonlyMap<Uuid, UploadRecord>): StoredAttachment[] {
  const files = asked.flatMap(({ uploadId, filename }) => {
    const upload = found.get(uploadId)
    return upload ? [toStoredAttachment(upload, filename === undefined ? upload.filename : cleanFilename(filename))] : []
  })
  if (files.reduce((sum, { size }) => sum + size, 0) > maxFileBytes) throw new ApiError(uploadTooLarge)
  return files
}

/** Attaches the files in a message's list. Null if there are none. */
export async function attachIfAny(
  tx: Queryable,
  message: { tenantId: Uuid; messageId: Uuid },
  asked: readonly RequestedFile[] = [],
): Promise<StoredAttachment[] | null> {
  return asked.length === 0 ? null : attachToMessage(tx, message, asked)
}

/** Attaches an upload to a meeting as its recording. Idempotent. */
export async function attachToMeeting(
  tx: Queryable,
  { tenantId, meetingId }: { tenantId: Uuid; meetingId: Uuid },
  uploadId: Uuid,
): Promise<StoredAttachment> {
  const found = await lockAttachable(tx, tenantId, [uploadId], ['uploadId'], meetingId)
  const upload = found.get(uploadId)
  if (!upload) throw new Error('An upload that was found is gone')
  await tx.rows(setMeetingOfUpload, { tenantId, id: uploadId, meetingId })
  return toStoredAttachment(upload, upload.filename)
}

/** Attaches an article's pictures. Skips uploads that do not exist, are not READY or are attached to something else. */
export async function attachToArticle(
  tx: Queryable,
  { tenantId, articleId }: { tenantId: Uuid; articleId: Uuid },
  ids: readonly Uuid[],
): Promise<void> {
  if (ids.length > 0) await tx.rows(setArticleOfPictures, { tenantId, articleId, ids: [...ids] })
}

/** True when the upload is attached to a message, a meeting or an article, and so cannot be attached to anything else. */
export function isAttached({ messageId, meetingId = null, articleId = null }: UploadRecord): boolean {
  return messageId !== null || meetingId !== null || articleId !== null
}

type Attachable = UploadRecord & { isLogo?: boolean }

/**
 * Locks uploads and checks that all exist, are READY and are not attached, except to this meeting. `fields` has the path of each id in the
 * request, for errors. Locks shared uploads only against deletion, because messages copy them concurrently, some under the lock of a thread.
 */
async function lockAttachable(
  tx: Queryable,
  tenantId: Uuid,
  ids: readonly Uuid[],
  fields: readonly string[],
  meetingId: Uuid | null = null,
): Promise<ReadonlyMap<Uuid, UploadRecord>> {
  const own = await tx.rows(lockOwnUploads, { tenantId, ids: [...ids] })
  const shared = own.length < ids.length ? await tx.rows(keepSharedUploads, { tenantId, ids: [...ids] }) : []
  const found = new Map<Uuid, Attachable>([...own, ...shared].map((upload) => [upload.id, upload]))
  const is = (test: (upload: Attachable) => boolean) => (id: Uuid) => {
    const upload = found.get(id)
    return upload !== undefined && test(upload)
  }
  const isTaken = (upload: UploadRecord) =>
    meetingId === null ? isAttached(upload) : upload.shared === true || (isAttached(upload) && upload.meetingId !== meetingId)
  throwForFields(unknownReference, ids, fields, (id) => !found.has(id), 'UNKNOWN', 'does not exist in this tenant')
  throwForFields(uploadAlreadyAttached, ids, fields, is(isTaken), 'ATTACHED', 'belongs to a message, a meeting or an article already')
  throwForFields(
    uploadAlreadyAttached,
    ids,
    fields,
    is(({ isLogo = false }) => isLogo),
    'ATTACHED',
    'is the logo of the tenant or of a chat',
  )
  throwForFields(
    uploadNotReady,
    ids,
    fields,
    is(({ state }) => state !== 'READY'),
    'NOT_READY',
    'is not READY',
  )
  return found
}

function toStoredAttachment({ id, contentType, size }: UploadRecord, filename: string): StoredAttachment {
  return { id, filename, contentType, size }
}

function throwForFields(
  error: ConstructorParameters<typeof ApiError>[0],
  ids: readonly Uuid[],
  fields: readonly string[],
  applies: (id: Uuid, i: number) => boolean,
  code: string,
  message: string,
): void {
  const details: ErrorDetail[] = ids.flatMap((id, i) => (applies(id, i) ? [{ field: fields[i] ?? '', code, message }] : []))
  if (details.length > 0) throw new ApiError(error, { details })
}
