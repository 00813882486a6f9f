/** Stores a file that a visitor has sent, in the chat or with a contact form. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Database } from '#platform/db.ts'
import { ApiError, rateWidgetExceeded, validationFailed } from '#platform/errors.ts'
import { getFileStore, type FormFile, type ReceivedFile } from '#platform/files/file-store.ts'
import { visitorLimits } from '#platform/http/rate-limit.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Config } from '../../../config.ts'
import { maxWidgetFileBytes } from '../../../channels/widget/index.ts'
import { countUploadsOfVisitor, dropStored, storeUpload, type Stored } from '../../uploads/index.ts'
import { refusePrograms } from './refuse-programs.ts'
import { removePosition } from './remove-position.ts'

type Services = { readonly db: Database; readonly config: Config }

/**
 * Stores the file, whose row stays PENDING. Throws 400 for an empty file, 422 for a program, 429 after too many files of this visitor, and
 * 507 when the quota is used up.
 */
export async function storeVisitorFile(
  { db, config }: Services,
  { tenantId, visitorId }: { tenantId: Uuid; visitorId: Uuid },
  file: FormFile,
): Promise<Stored> {
  if (file.size === 0) throw refuseFile('EMPTY', 'must not be empty')
  await refusePrograms(file)
  const sent = { filename: file.filename, contentType: file.contentType, createdBy: null, visitorId }
  const cleaned = await withoutPosition(config, file)
  const stored = await storeUpload({ db, config }, tenantId, { ...sent, file: cleaned }).finally(() => cleaned.discard())
  const counted = await db.first(countUploadsOfVisitor, { tenantId, visitorId, id: stored.id, minutes: 10 })
  const { filesInTenMinutes: limit } = config.rateLimits.visitors ?? visitorLimits
  if ((counted?.count ?? 0) <= limit) return stored
  await dropStored({ db, config }, tenantId, stored.id)
  const message = `A visitor can send ${limit} files in 10 minutes. Try again later.`
  throw new ApiError(rateWidgetExceeded, { message, headers: { 'Retry-After': String(Math.max(1, counted?.secondsLeft ?? 1)) } })
}

/** Makes the 400 for a file that is not accepted. */
export function refuseFile(code: string, message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'file', code, message }] })
}

/** Returns the file, or one in its place that does not say where a photograph was taken. */
async function withoutPosition(config: Config, file: FormFile): Promise<ReceivedFile> {
  const bytes = removePosition(await readFile(file.path))
  if (!bytes) return file
  const cleaned = await getFileStore(config).receive(Readable.from([bytes]), { maxSize: maxWidgetFileBytes })
  await file.discard()
  return cleaned
}
