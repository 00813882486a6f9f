/** Releases a suspended mail: an agent has looked at it, so it passes the guard that stopped it. */
import {
  ApiError,
  checkReferences,
  type Database,
  deleteResource,
  type Effects,
  fetchOne,
  insertResource,
  type Principal,
  type Queryable,
  type Secrets,
  type Uuid,
} from '../../kit/index.ts'
import type { Config } from '../../config.ts'
import { customer } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { storeMailFiles, type StoredAttachment } from '../uploads/index.ts'
import type { MailEnvelope } from './accept/envelope.ts'
import { isDiscarded } from './discard-mail.ts'
import { inboundMailNotFound, inboundMailNotSuspended } from './errors.ts'
import type { ReadMail } from './process/load-evidence.ts'
import { countFailure, findMail, lockMail } from './process/queries.ts'
import { readRawMail } from './process/read-mail.ts'
import { writeOutcome } from './process/write-outcome.ts'
import { findInboundMail, type InboundMailRecord, lockInboundMail, storeRelease } from './queries.ts'
import { findSenderRule } from './sender-rules/queries.ts'
import { senderRule, senderRuleCreated, senderRuleDeleted } from './sender-rules/sender-rule.ts'

type Services = { readonly db: Database; readonly config: Config; readonly secrets: Secrets }
type Writing = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly config: Config
  readonly secrets: Secrets
  readonly principal: Principal
}

/** What an agent chooses when releasing a mail. */
export type ReleaseChoice = { inboxId?: Uuid | null; threadId?: Uuid | null; customerId?: Uuid | null; allowSender?: boolean }

/** A mail as it was read before the transaction; the error if it could not be read; null if it need not be processed. */
export type PreparedRelease = { read: ReadMail; files: StoredAttachment[] } | { error: string } | null

const references = { inboxId: inbox, threadId: { noun: 'thread', table: 'threads' }, customerId: customer } as const

/** Reads a suspended mail and stores its files, before the transaction. If the transaction fails, unused files are deleted after a day. */
export async function prepareRelease(services: Services, tenantId: Uuid, id: Uuid): Promise<PreparedRelease> {
  const row = await services.db.first(findMail, { tenantId, id })
  if (row?.outcome !== 'SUSPENDED') return null
  const read = await readRawMail(services, tenantId, row)
  if ('error' in read) return read
  return { read, files: await storeMailFiles(services, tenantId, read.mail.parts) }
}

/** Processes a mail that `prepareRelease` has read. Returns the record, and whether something changed. */
export async function releaseMail(
  context: Writing,
  id: Uuid,
  choice: ReleaseChoice,
  prepared: PreparedRelease,
): Promise<{ record: InboundMailRecord; isChanged: boolean }> {
  const { tx, principal } = context
  const { tenantId } = principal
  const row = await markReleased(context, id, choice)
  if (row === null || prepared === null) return { record: await fetchOne(tx, findInboundMail, { tenantId, id }), isChanged: false }
  if ('error' in prepared) await tx.rows(countFailure, { tenantId, id, error: prepared.error })
  else await writeOutcome({ ...context, tenantId }, row, prepared.read, prepared.files)
  return { record: await fetchOne(tx, findInboundMail, { tenantId, id }), isChanged: true }
}

/**
 * Locks a suspended mail and stores what the agent chose. Returns null if the mail has been released before. Throws 404, and 409 for a mail
 * that is not suspended or was discarded.
 */
export async function markReleased(context: Writing, id: Uuid, choice: ReleaseChoice) {
  const { tx, principal } = context
  const { tenantId } = principal
  const mail = await tx.first(lockInboundMail, { tenantId, id })
  const row = await tx.first(lockMail, { tenantId, id })
  if (!mail || !row) throw new ApiError(inboundMailNotFound)
  if (mail.outcome !== 'SUSPENDED' && row.envelope.release) return null
  if (mail.outcome !== 'SUSPENDED' || isDiscarded(mail)) throw new ApiError(inboundMailNotSuspended)
  const { inboxId = null, threadId = null, customerId = null, allowSender = false } = choice
  await checkReferences(tx, tenantId, references, { inboxId, threadId, customerId })
  const chosen = customerId === null ? null : await tx.first(customer.statements.find, { tenantId, id: customerId })
  const release = { inboxId, threadId, userId: principal.user.id, customerAddress: chosen?.email ?? null }
  const envelope: MailEnvelope = { ...row.envelope, release }
  await tx.rows(storeRelease, { tenantId, id, envelope })
  if (allowSender && mail.from !== null) await allow(context, mail.from)
  return { ...row, envelope }
}

/** Creates a rule that allows an address, in place of one that blocks it. */
async function allow(context: Writing, pattern: string): Promise<void> {
  const { tx, effects, principal } = context
  const existing = await tx.first(findSenderRule, { tenantId: principal.tenantId, pattern })
  if (existing?.action === 'ALLOW') return
  if (existing) {
    await deleteResource(context, senderRule, existing)
    effects.emit(senderRuleDeleted, existing.id, existing)
  }
  const { record } = await insertResource(context, senderRule, { ...senderRule.defaults, pattern, action: 'ALLOW' })
  effects.emit(senderRuleCreated, record.id, record)
}
