/** How requests are named, made and shown. */
import {
  absent,
  ApiError,
  defineError,
  type Effects,
  isoTime,
  isoTimeOrNull,
  type JobName,
  newId,
  fetchOne,
  type PresentLinks,
  type Principal,
  type Queryable,
  type Static,
  toTypeId,
  type Uuid,
  written,
} from '../../kit/index.ts'
import { customer, findHolder, findHolderByEmail } from '../customers/index.ts'
import { insertRequest, type Found, type RequestRecord } from './queries.ts'
import type { PrivacyRequest } from './schema.ts'

export const requestNotFound = defineError('SVC-PRIVACY-NOT_FOUND', 404, 'There is no such privacy request.', absent('privacy request'))

type Wire = Static<typeof PrivacyRequest>

/** Why an export ended without a file. */
export const erasedMeanwhile = 'The customer was erased.'

/** The name in the store of the file of an export. */
export function exportName(id: Uuid): string {
  return `exports/${toTypeId('prv', id)}.zip`
}

/** `links` are absent in events, which are read at any time. */
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
    preview: dryRun && state === 'DONE' ? summed(found) : null,
    receipt,
    download: links ? downloadOf(record, links) : null,
    error,
    createdAt: isoTime(record.createdAt),
    finishedAt: isoTimeOrNull(record.finishedAt),
  }
}

function downloadOf({ id, file, expiresAt }: RequestRecord, links: PresentLinks): Wire['download'] {
  if (!file || expiresAt === null) return null
  const name = exportName(id)
  const until = isoTime(expiresAt)
  const url = links.read({ name, filename: `${toTypeId('prv', id)}.zip`, contentType: 'application/zip' }, new Date(until))
  return { url, expiresAt: until, size: file.size, sha256: file.sha256 }
}

export function summed(found: Found): NonNullable<Wire['preview']> {
  const places = Object.entries(found)
    .filter(([, count]) => count > 0)
    .map(([place, count]) => ({ place, count }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
  return { places, total: places.reduce((sum, { count }) => sum + count, 0) }
}

type Asked = Pick<RequestRecord, 'type' | 'mode' | 'dryRun' | 'keepSubjects'>

/** Makes a request about the customer whom the body names, and enqueues its work. Throws 404. */
export async function makeRequest(
  { tx, effects, principal: { tenantId, user }, body }: { tx: Queryable; effects: Effects; principal: Principal; body: Named },
  about: Asked,
  work: JobName,
) {
  const asked = { ...about, customerId: await namedCustomer(tx, tenantId, body) }
  const id = newId()
  const record = await fetchOne(tx, insertRequest, { tenantId, id, ...asked, requestedBy: user.id })
  effects.enqueue(work, { key: id })
  return written(record, effects.audit({ action: 'privacy_request.created', target: { type: 'privacy_request', id }, after: asked }), 202)
}

type Named = { customerId?: Uuid; email?: string }

/** The customer whom a body names; a merged one stands for the customer that they were merged into. Throws 404. */
async function namedCustomer(tx: Queryable, tenantId: Uuid, { customerId, email }: Named): Promise<Uuid> {
  const found =
    customerId === undefined
      ? await tx.first(findHolderByEmail, { tenantId, email: email ?? '' })
      : await tx.first(findHolder, { tenantId, id: customerId })
  if (!found) throw new ApiError(customer.notFound)
  return found.id
}
