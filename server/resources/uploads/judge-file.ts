/** Decides whether a file sent to a presigned URL matches the announced one. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { ReceivedFile } from '#platform/files/unfinished.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { uploadTypeRejected } from './errors.ts'
import { uploadUpdated } from './events.ts'
import { getFileName, settleUpload, type UploadRecord } from './queries.ts'
import { recognise } from './recognise.ts'

/**
 * Returns the name under which a bucket receives a file. The sender can replace that file until the URL expires, so the checked file is
 * stored under another name, which has no upload URL.
 */
export function getArrivalName(id: Uuid): string {
  return `arrivals/${getFileName({ id })}`
}

export type Verdict = { state: 'READY' | 'REJECTED'; contentType: string; sha256: string; why: ApiError | null }

export async function judgeFile(upload: Pick<UploadRecord, 'size' | 'sha256' | 'contentType'>, file: ReceivedFile): Promise<Verdict> {
  const { sha256 } = file
  const isOther = file.size !== upload.size || (upload.sha256 !== null && upload.sha256 !== sha256)
  try {
    const contentType = isOther ? upload.contentType : await recognise(file.path, upload.contentType)
    return { state: isOther ? 'REJECTED' : 'READY', contentType, sha256, why: null }
  } catch (why) {
    if (!(why instanceof ApiError) || why.declaration !== uploadTypeRejected) throw why
    return { state: 'REJECTED', contentType: upload.contentType, sha256, why }
  }
}

/** Writes the verdict to the upload's row, which the caller has locked and which is PENDING. */
export async function recordVerdict(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  { id }: UploadRecord,
  { state, contentType, sha256 }: Verdict,
): Promise<UploadRecord> {
  const record = await fetchOne(tx, settleUpload, { tenantId, id, state, contentType, sha256 })
  effects.emit(uploadUpdated, id, record, { state: 'PENDING' })
  effects.audit({
    action: `upload.${state === 'READY' ? 'received' : 'rejected'}`,
    target: { type: 'upload', id },
    after: { state, contentType },
  })
  // A rejected file is not stored, so it does not count.
  if (state === 'REJECTED') effects.count('upload_bytes', -record.size)
  return record
}
