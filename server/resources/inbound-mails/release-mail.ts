/** Releases a suspended mail, which then passes the guard that stopped it, because an agent has reviewed it. */
import { checkReferences } from '#kit/references.ts'
import { fetchOne } from '#kit/write.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { readAnswerableEmail } from '#platform/email.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../config.ts'
import { customer, findCurrentId } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { thread } from '../threads/index.ts'
import { storeMailFiles, type StoredAttachment } from '../uploads/index.ts'
import type { MailEnvelope } from './accept/envelope.ts'
import { decideOutcome } from './decide-outcome.ts'
import { isDiscarded } from './discard-mail.ts'
import { inboundMailNotFound, inboundMailNotSuspended, inboundMailUnreadable, originalGone } from './errors.ts'
import { loadEvidence, type ReadMail } from './process/load-evidence.ts'
import { findMail, lockMail, type MailRow, readThreadFacts } from './process/queries.ts'
import { readRawMail, type Unread } from './process/read-mail.ts'
import { writeDecision } from './process/write-outcome.ts'
import { findInboundMail, type InboundMailRecord, lockInboundMail, storeRelease } from './queries.ts'
import { allowSender } from './sender-rules/ensure-rule.ts'

type Services = { readonly db: Database; readonly config: Config; readonly secrets: Secrets }
type Writing = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly config: Config
  readonly secrets: Secrets
  readonly principal: Principal
}

/** Choices of the agent for a release. */
export type ReleaseChoice = { inboxId?: Uuid | null; threadId?: Uuid | null; customerId?: Uuid | null; allowSender?: boolean }

/** A mail that was read before the transaction; the error if it could not be read; null if it need not be processed. */
export type PreparedRelease = { read: ReadMail; files: StoredAttachment[] } | Unread | null

/** Reads a suspended mail and stores its files before the transaction. If the transaction fails, unused files are deleted after a day. */
export async function prepareRelease(services: Services, tenantId: Uuid, id: Uuid): Promise<PreparedRelease> {
  const row = await services.db.first(findMail, { tenantId, id })
  if (row?.outcome !== 'SUSPENDED') return null
  const read = await readRawMail(services, tenantId, row)
  if ('error' in read) return read
  return { read, files: await storeMailFiles(services, tenantId, read.mail.parts) }
}

/**
 * Processes a mail prepared by `prepareRelease`. Returns the record, and whether something changed. Throws what `markReleased` throws, and
 * client errors for a mail that is gone, cannot be read, or needs a customer or an inbox. The caller must then roll back.
 */
export async function releaseMail(
  context: Writing,
  id: Uuid,
  choice: ReleaseChoice,
  prepared: PreparedRelease,
): Promise<{ record: InboundMailRecord; isChanged: boolean }> {
  const { tx, principal } = context
  const { tenantId } = principal
  const row = await markReleased(context, id, choice)
  if (row === null) return { record: await fetchOne(tx, findInboundMail, { tenantId, id }), isChanged: false }
  // The mail was still being processed at the time it was to be read.
  if (prepared === null) throw new ApiError(inboundMailNotSuspended)
  if ('error' in prepared) throw new ApiError(prepared.isMissing ? originalGone : inboundMailUnreadable)
  const { read, files } = prepared
  const evidence = await loadEvidence(tx, context, tenantId, row, read)
  const outcome = decideOutcome(evidence)
  if (outcome.outcome !== 'MESSAGE')
    throw invalid('customerId', 'REQUIRED', 'must name the customer, because the mail has no usable sender')
  await writeDecision({ ...context, tenantId }, row, read, files, { evidence, outcome })
  const record = await fetchOne(tx, findInboundMail, { tenantId, id })
  if (record.outcome !== 'MESSAGE')
    throw unknown('inboxId', 'INACTIVE', 'must name an active EMAIL inbox, because that of the mail is inactive')
  return { record, isChanged: true }
}

/**
 * Locks a suspended mail and stores the agent's choices. Returns null if the mail has already been released. Throws 404 for an unknown mail
 * or one whose raw mail is gone, and 409 for a mail that is not suspended or was discarded.
 */
export async function markReleased(context: Writing, id: Uuid, choice: ReleaseChoice): Promise<MailRow | null> {
  const { tx, effects, principal } = context
  const { tenantId } = principal
  const mail = await tx.first(lockInboundMail, { tenantId, id })
  const row = await tx.first(lockMail, { tenantId, id })
  if (!mail || !row) throw new ApiError(inboundMailNotFound)
  if (mail.outcome !== 'SUSPENDED' && row.envelope.release) return null
  if (mail.outcome !== 'SUSPENDED' || isDiscarded(mail)) throw new ApiError(inboundMailNotSuspended)
  if (!mail.hasRaw) throw new ApiError(originalGone)
  const envelope: MailEnvelope = { ...row.envelope, release: await resolveChoice(context, choice) }
  await tx.rows(storeRelease, { tenantId, id, envelope })
  if (choice.allowSender) {
    const address = readAnswerableEmail(mail.from ?? '')
    if (address === null) throw invalid('allowSender', 'NOT_ALLOWED', 'must not be sent for a mail without a usable sender')
    await allowSender({ tx, effects, principal }, address)
  }
  return { ...row, envelope }
}

/** Checks the ids of the request. Throws SVC-VALIDATION-UNKNOWN_REFERENCE. */
async function resolveChoice(
  { tx, principal: { tenantId, user } }: Writing,
  { inboxId = null, threadId = null, customerId = null }: ReleaseChoice,
): Promise<NonNullable<MailEnvelope['release']>> {
  await checkReferences(tx, tenantId, { inboxId: { ...inbox, only: 'active' } }, { inboxId })
  if (inboxId !== null && (await tx.first(inbox.statements.find, { tenantId, id: inboxId }))?.email)
    throw unknown('inboxId', 'UNKNOWN', 'is not an EMAIL inbox of this tenant')
  return {
    inboxId,
    threadId: threadId === null ? null : await resolveThread(tx, tenantId, threadId),
    customerAddress: customerId === null ? null : await resolveAddress(tx, tenantId, customerId),
    userId: user.id,
  }
}

/** Returns the thread, following merges. A thread whose customer was erased takes no mail. */
async function resolveThread(tx: Queryable, tenantId: Uuid, id: Uuid): Promise<Uuid> {
  const leads = await tx.first(thread.statements.leads, { tenantId, id })
  const current = leads?.mergedInto ?? id
  const [facts] = leads ? await tx.rows(readThreadFacts, { tenantId, ids: [current] }) : []
  if (!facts) throw unknown('threadId', 'UNKNOWN', 'does not exist in this tenant')
  return current
}

/** Returns the address of the customer, following merges. */
async function resolveAddress(tx: Queryable, tenantId: Uuid, customerId: Uuid): Promise<string> {
  const current = await tx.first(findCurrentId, { tenantId, id: customerId })
  const found = current && (await tx.first(customer.statements.find, { tenantId, id: current.id }))
  if (!found || found.erasedAt !== null) throw unknown('customerId', 'UNKNOWN', 'does not exist in this tenant')
  return found.email
}

function invalid(field: string, code: string, message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}

function unknown(field: string, code: string, message: string): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code, message }] })
}
