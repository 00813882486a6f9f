import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { cleanFilename } from '#kit/filename.ts'
import { ApiError } from '#platform/errors.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId, timeOfId, type Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { storageFull } from './errors.ts'
import { uploadCreated } from './events.ts'
import { reserveUpload, toUpload, type UploadRecord } from './queries.ts'
import { PresignedUpload, UploadAnnouncement } from './schema.ts'
import { getArrivalName } from './judge-file.ts'

/** Milliseconds until an upload URL expires. */
const uploadMs = 900_000

/** `direct` is the bucket's own URL for the file; null when files are stored on disk, and this service receives the file. */
type Presigned = UploadRecord & { direct: { url: string; headers: Record<string, string> } | null }

export const createPresignedUpload = endpoint.write({
  operationId: 'createPresignedUpload',
  method: 'POST',
  path: '/uploads/presigned',
  tag: 'uploads',
  scope: 'uploads:write',
  summary: 'Get a URL for uploading a file',
  description:
    'Returns a URL that accepts one announced file without credentials, for example from a web page: with `PUT` and the given ' +
    'headers, once, within 15 minutes. If files are stored in a bucket, the URL is the bucket’s. When the announced file has ' +
    'arrived, the upload is READY and can be attached: see `GET /uploads/{id}`.',
  body: UploadAnnouncement,
  responds: { 201: item(PresignedUpload, 'The upload, with the URL for its file') },
  errors: [storageFull],
  location: ({ id }) => `/uploads/${id}`,
  // The URL is a credential: anyone who has it can upload a file to the tenant.
  secret: true,
  present: toPresigned,
  async before({ principal: { tenantId }, body, config }) {
    const id = newId()
    const { size, contentType, sha256 = null } = body
    const key = { tenantId, name: getArrivalName(id) }
    return { id, direct: await getFileStore(config).directUpload(key, { size, contentType, sha256, expiresAt: getExpiry(id) }) }
  },
  async handle({ tx, effects, principal: { tenantId, user }, body, prepared: { id, direct }, config }) {
    const record = await tx.first(reserveUpload, {
      ...toNewUpload(body),
      tenantId,
      id,
      createdBy: user.id,
      visitorId: null,
      quota: config.uploads.quotaBytes,
    })
    if (!record) throw new ApiError(storageFull, { message: 'The files of your tenant have reached its quota.' })
    if (direct) effects.enqueue('check-arrival', { key: id, input: { until: getExpiry(id).toISOString() }, inSeconds: 1 })
    effects.emit(uploadCreated, id, record)
    const { contentType, size } = record
    const audited = effects.audit({ action: 'upload.presigned_created', target: { type: 'upload', id }, after: { contentType, size } })
    return toOutcome<Presigned>({ ...record, direct }, audited, 201)
  },
})

function toNewUpload({ filename, contentType, size, sha256 }: Static<typeof UploadAnnouncement>) {
  return { filename: cleanFilename(filename), contentType: contentType.toLowerCase(), size, sha256: sha256?.toLowerCase() ?? null }
}

function getExpiry(id: Uuid): Date {
  return new Date(timeOfId(id).getTime() + uploadMs)
}

function toPresigned({ direct, ...record }: Presigned, links: PresentLinks): Static<typeof PresignedUpload> {
  const { id, contentType, size } = record
  return {
    ...toUpload(record),
    uploadUrl: direct?.url ?? links.write(id, getExpiry(id)),
    headers: direct?.headers ?? { 'Content-Type': contentType, 'Content-Length': String(size) },
    expiresAt: getExpiry(id).toISOString(),
  }
}
