/** Creates privacy requests and presents them. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { newId, toTypeId, type Uuid } from '#platform/ids.ts'
import type { JobName } from '#platform/jobs/orders.ts'
import { type Effects, toOutcome } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { customer, findCurrentId, findCurrentIdByEmail } from '../customers/index.ts'
import { insertRequest, type Found, type RequestRecord } from './queries.ts'
import type { PrivacyRequest } from './schema.ts'

export const requestNotFound = defineError('SVC-PRIVACY-NOT_FOUND', 404, 'There is no such privacy request.', absent('privacy request'))

type Wire = Static<typeof PrivacyRequest>

/** Error of an export whose customer was erased. */
export const customerErasedError = 'The customer was erased.'

/** Returns the name of an export's file in the file store. */
export function exportName(id: Uuid): string {
  return `exports/${toTypeId('prv', id)}.zip`
}

/** Presents a request. Events are presented without `links`, because they may be read after the links have expired. */
export function toRequest(record: RequestRecord, links?: PresentLinks): Wire {
  const { id, type, mode, dryRun, keepSubjects, customerId, requestedBy, state, found, receipt, error } = record
  return {
    id: toTypeId('prv', id),
    type,
    mode,
    dryRun,
    keepSubjects,
    customerId: customerId && toTypeId('cst', customerId),
    requestedBy: requestedBy && toTypeId('usr', requestedBy),
    state,
    preview: dryRun && state === 'DONE' ? toTotals(found) : null,
    receipt,
    download: links ? toDownload(record, links) : null,
    error,
    createdAt: isoTime(record.createdAt),
    finishedAt: isoTimeOrNull(record.finishedAt),
  }
}

function toDownload({ id, file, expiresAt }: RequestRecord, links: PresentLinks): Wire['download'] {
  if (!file || expiresAt === null) return null
  const name = exportName(id)
  const until = isoTime(expiresAt)
  const url = links.read({ name, filename: `${toTypeId('prv', id)}.zip`, contentType: 'application/zip' }, new Date(until))
  return { url, expiresAt: until, size: file.size, sha256: file.sha256 }
}

export function toTotals(found: Found): NonNullable<Wire['preview']> {
  const places = Object.entries(found)
    .filter(([, count]) => count > 0)
    .map(([place, count]) => ({ place, count }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
  return { places, total: places.reduce((sum, { count }) => sum + count, 0) }
}

type RequestFields = Pick<RequestRecord, 'type' | 'mode' | 'dryRun' | 'keepSubjects'>

/** Creates a request about the customer in the body, and enqueues its job. Throws 404 for an unknown customer. */
export async function createRequest(
  { tx, effects, principal: { tenantId, user }, body }: { tx: Queryable; effects: Effects; principal: Principal; body: CustomerReference },
  about: RequestFields,
  work: JobName,
) {
  const fields = { ...about, customerId: await findNamedCustomer(tx, tenantId, body) }
  const id = newId()
  const record = await fetchOne(tx, insertRequest, { tenantId, id, ...fields, requestedBy: user.id })
  effects.enqueue(work, { key: id })
  return toOutcome(
    record,
    effects.audit({ action: 'privacy_request.created', target: { type: 'privacy_request', id }, after: fields }),
    202,
  )
}

/** Erases a customer without a mail about it: because they ask for it themselves, or as a part of other work. Returns the request's id. */
export async function requestErasure(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  customerId: Uuid,
  mode: 'ANONYMIZE' | 'DELETE' = 'ANONYMIZE',
): Promise<Uuid> {
  const id = newId()
  const fields = { type: 'ERASURE', mode, dryRun: false, keepSubjects: false, customerId } as const
  await tx.rows(insertRequest, { tenantId, id, ...fields, requestedBy: null })
  effects.enqueue('erase-personal-data', { key: id })
  effects.audit({ action: 'privacy_request.created', target: { type: 'privacy_request', id }, after: fields })
  return id
}

type CustomerReference = { customerId?: Uuid; email?: string }

/** Finds the customer in a body, following merges. Throws 404. */
async function findNamedCustomer(tx: Queryable, tenantId: Uuid, { customerId, email }: CustomerReference): Promise<Uuid> {
  const found =
    customerId === undefined
      ? await tx.first(findCurrentIdByEmail, { tenantId, email: email ?? '' })
      : await tx.first(findCurrentId, { tenantId, id: customerId })
  if (!found) throw new ApiError(customer.notFound)
  return found.id
}
