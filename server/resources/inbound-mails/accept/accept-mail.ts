/**
 * Accepts a mail: stores its bytes and its identity durably before the transport acknowledges it. All transports use this function.
 *
 * 1. The row is reserved and committed, by this mail or by an earlier one of the same connection, so the file of a killed process has a row, by
 *    which the hourly job finds and deletes it.
 * 2. The bytes go to the file store while the scan computes the identity.
 * 3. One transaction records identity and arrival, enqueues `process-mail`, and stores what the transport must remember.
 */
import { fetchOne } from '#kit/write.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { storageFull } from '#platform/files/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { receivedMails } from '../measures.ts'
import { createMailScan, type MailScan, type ScannedMail, toOriginIdentity } from '../threading/mail-identity.ts'
import { hash } from 'node:crypto'
import type { MailEnvelope } from './envelope.ts'
import {
  countMail,
  forgetOrphanedDuplicate,
  recordArrival,
  recordNewArrival,
  releaseReservation,
  reserveMail,
  type AcceptedOutcome,
  type MailTransport,
  type ReceivedMail,
} from './queries.ts'
import { findOverfullShare } from '../held-queries.ts'
import { findOrigin } from './origin.ts'
import { rawFileKey } from './raw-file.ts'

export type AcceptServices = { readonly db: Database; readonly config: Config; readonly secrets: Secrets; readonly log: Log }

export type NewMail = {
  tenantId: Uuid
  /** The inbox, if the transport knows it; null when processing chooses it from the recipients. */
  inboxId: Uuid | null
  transport: MailTransport
  envelope: MailEnvelope
  bytes: AsyncIterable<Uint8Array>
  /** The row that an earlier mail reserved for this mail. */
  reservedId?: Uuid | null
  /** Checks the scanned mail before acceptance. Its error is the transport's rejection; nothing is kept then. */
  check?: (scan: ScannedMail) => void
}

export type IncomingMail = NewMail & {
  /** Whether to reserve a row for the tenant's next mail, too. */
  reservesNext?: boolean
  /** Runs in the acceptance transaction, for the transport's own state, such as its checkpoint. */
  remember?: (tx: Queryable, accepted: AcceptedMail) => Promise<void>
}

/** `nextId` is the row reserved for the next mail, or null. */
export type AcceptedMail = AcceptedOutcome & { id: Uuid; nextId: Uuid | null; counts: MailBytes }

/** Bytes that the raw mail adds to the tenant's totals. */
export type MailBytes = { mailBytes: number; heldMailBytes: number }

/** Days to keep the raw mails of suspended mails, and of duplicates that differ. */
export const suspendedDays = 30

/** Throws FileTooLarge for a mail above MAIL_IN_MAX_MIB, and SVC-STORAGE errors when the disk or the tenant's quota is full. */
export async function acceptMail(
  services: AcceptServices,
  { remember, reservesNext = false, ...mail }: IncomingMail,
): Promise<AcceptedMail> {
  const { db } = services
  const stored = await storeMail(services, mail)
  const { tenantId, id } = stored
  try {
    if (!remember) {
      const nextId = reservesNext ? newId() : null
      const quota = services.config.uploads.quotaBytes
      const outcome = await db.first(recordNewArrival, { ...stored, jobId: newId(), nextId, quota })
      if (outcome) return { ...outcome, id, counts: { mailBytes: stored.size, heldMailBytes: 0 } }
    }
    return await db.transaction(async (tx) => {
      const accepted = await recordMail(tx, stored)
      await remember?.(tx, accepted)
      await tx.rows(countMail, { tenantId, ...accepted.counts })
      return accepted
    })
  } catch (error) {
    await dropStoredMail(services, stored)
    throw error
  }
}

/** Reserves the row of a mail and stores its bytes. `recordMail` then accepts the mail; `dropStoredMail` undoes the reservation. */
export async function storeMail({ db, config, secrets }: AcceptServices, mail: NewMail): Promise<ReceivedMail> {
  const { tenantId, inboxId, transport, envelope, reservedId = null, check } = mail
  const key = { tenantId, id: reservedId ?? newId() }
  const store = getFileStore(config)
  const scan = createMailScan(secrets)
  const [reservation, receiving] = [
    reservedId === null ? db.first(reserveMail, { ...key, transport, quota: config.uploads.quotaBytes }) : null,
    store.receive(scanned(mail.bytes, scan), { maxSize: config.mailIn.maxBytes, expectedBytes: 0 }),
  ]
  const [reserved, received] = await Promise.allSettled([reservation, receiving])
  try {
    if (reserved.status === 'rejected') throw reserved.reason
    if (reservedId === null && reserved.value === null)
      throw new ApiError(storageFull, { message: 'The mails and files of your tenant have reached its quota.' })
    if (received.status === 'rejected') throw received.reason
    const found = scan.finish()
    check?.(found)
    await store.keep(received.value, rawFileKey(tenantId, key.id))
    const { identity, digest: bodyDigest, from, to, subject, messageId } = found
    const origin = findOrigin(config, envelope)
    const taken = {
      identity,
      originIdentity: toOriginIdentity(secrets, identity, origin),
      // SPF depends on the envelope's sender.
      copyDigest: hash('sha256', `${envelope.mailFrom ?? ''} ${found.copyDigest.toString('hex')}`, 'buffer'),
      mayBeVerified: found.hasProof || origin !== '',
    }
    const size = received.value.size
    const about = { ...key, inboxId, transport, envelope, origin, ...taken, bodyDigest }
    return { ...about, sender: from, recipients: [...to], subject, messageId, size, daysKept: suspendedDays }
  } catch (error) {
    if (received.status === 'fulfilled') await received.value.discard()
    await dropStoredMail({ db, config }, key)
    throw error
  }
}

/** Records the arrival of a stored mail and enqueues the follow-up jobs. The caller's transaction must count the mail at its end. */
export async function recordMail(tx: Queryable, stored: ReceivedMail): Promise<AcceptedMail> {
  const { tenantId, id } = stored
  const outcome = await fetchOne(tx, recordArrival, stored)
  const { name } = rawFileKey(tenantId, id)
  if (outcome.outcome === 'RECEIVED') await enqueue(tx, 'process-mail', { tenantId, key: id })
  const isOrphaned = outcome.outcome === 'DUPLICATE' && (await tx.first(forgetOrphanedDuplicate, { tenantId, id })) !== null
  const isKept = outcome.outcome === 'RECEIVED' || (outcome.differs && !isOrphaned)
  if (!isKept) await enqueue(tx, 'remove-files', { tenantId, key: name, input: { names: [name] } })
  const mailBytes = isKept ? stored.size : 0
  const heldMailBytes = outcome.outcome === 'DUPLICATE' ? mailBytes : 0
  if (heldMailBytes > 0 && (await tx.first(findOverfullShare, { tenantId, added: heldMailBytes })))
    await enqueue(tx, 'prune-inbound-mails', { tenantId, key: '', input: {} })
  if (outcome.outcome === 'DUPLICATE') receivedMails.add(outcome.outcome)
  return { ...outcome, id, nextId: null, duplicateOf: isOrphaned ? null : outcome.duplicateOf, counts: { mailBytes, heldMailBytes } }
}

/** Deletes the row reserved for a mail that never came. The hourly job cleans up after failures. */
export async function releaseRow(db: Database, key: { tenantId: Uuid; id: Uuid }): Promise<void> {
  await db.rows(releaseReservation, key).catch(() => [])
}

/**
 * Deletes the row and the file of a mail that was not accepted. The acceptance transaction may have committed although its response was
 * lost; then the row is no longer a reservation, and its file stays. The hourly job cleans up after failures.
 */
export async function dropStoredMail(
  { db, config }: Pick<AcceptServices, 'db' | 'config'>,
  { tenantId, id }: { tenantId: Uuid; id: Uuid },
): Promise<void> {
  const gone = await db.rows(releaseReservation, { tenantId, id }).catch(() => [])
  if (gone.length > 0)
    await getFileStore(config)
      .remove([rawFileKey(tenantId, id)])
      .catch(() => {})
}

async function* scanned(bytes: AsyncIterable<Uint8Array>, scan: MailScan): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    scan.update(chunk)
    yield chunk
  }
}
