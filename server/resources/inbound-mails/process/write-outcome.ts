/** Decides the outcome of a mail and writes it. */
import { fetchOne } from '#kit/write.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { settleRoundTripMail } from '../../inboxes/index.ts'
import { recordRsvp } from '../../scheduled-meetings/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { suspendedDays } from '../accept/accept-mail.ts'
import { forgetOrphanedDuplicate } from '../accept/queries.ts'
import { rawFileKey } from '../accept/raw-file.ts'
import { decideOutcome, type MailOutcome, type SuspendCause } from '../decide-outcome.ts'
import { isDoubtful } from '../guards/authenticate-sender.ts'
import { inboundMailReleased, inboundMailSuspended } from '../events.ts'
import type { BouncedRecipient } from '../guards/settle-bounce.ts'
import { findOverfullShare } from '../held-queries.ts'
import { inboundMail } from '../mail.ts'
import { receivedMails } from '../measures.ts'
import { findInboundMail } from '../queries.ts'
import { applyReport, applySystemReport } from './apply-report.ts'
import { loadEvidence, type LoadedEvidence, type ReadMail, toIdentities } from './load-evidence.ts'
import { type MailRow, type StoredMailOutcome, settleDuplicate, settleMail, takeIdentity } from './queries.ts'
import { type WriteContext, writeMessage } from './write-message.ts'

/** Decides about a locked mail and writes the outcome. Throws OutdatedRead for a message whose files were not stored (null). */
export async function writeOutcome(context: WriteContext, row: MailRow, read: ReadMail, files: StoredAttachment[] | null): Promise<void> {
  const evidence = await loadEvidence(context.tx, context, context.tenantId, row, read)
  await writeDecision(context, row, read, files, { evidence, outcome: decideOutcome(evidence) })
}

export type Decision = { readonly evidence: LoadedEvidence; readonly outcome: MailOutcome }

/** Writes the decision about a locked mail. */
export async function writeDecision(
  context: WriteContext,
  row: MailRow,
  read: ReadMail,
  files: readonly StoredAttachment[] | null,
  { evidence, outcome }: Decision,
): Promise<void> {
  const { tx, effects, tenantId } = context
  const { id } = row
  const inboxId = evidence.inboxFacts?.id ?? null
  const sender = evidence.sender?.address ?? null
  const senderName = evidence.sender?.name ?? null
  const unsettled = { inboxId, sender, senderName, error: null, origin: evidence.origin }
  const settled = {
    tenantId,
    id,
    cause: null,
    inboxId,
    threadId: null,
    resultId: null,
    sender,
    senderName,
    startsThread: false,
    error: null,
    daysKept: null,
    origin: evidence.origin,
  }
  if (outcome.outcome === 'DUPLICATE') return writeDuplicate(context, row, outcome)
  if (read.authentication.isVouched) await takeVerifiedIdentity(context, row)
  switch (outcome.outcome) {
    case 'OWN':
      await settleRoundTripMail(context, outcome.signedId, { receivedAt: row.receivedAt, inboxId: row.inboxId, failure: null })
      await settle(context, row, { ...settled, outcome: 'OWN' })
      effects.audit({ action: 'inbound_mail.processed', target: { type: inboundMail.noun, id }, after: { outcome: 'OWN' } })
      return
    case 'BOUNCE': {
      const threadId = await applyReport(context, outcome)
      if (threadId === null) return suspend(context, row, { ...unsettled, cause: 'BOUNCE_UNMATCHED' })
      await settle(context, row, { ...settled, outcome: 'BOUNCE', threadId, resultId: outcome.messageId })
      effects.audit({ action: 'inbound_mail.processed', target: { type: inboundMail.noun, id }, after: { outcome: 'BOUNCE' } })
      return
    }
    case 'SYSTEM_BOUNCE':
      await failRoundTrip(context, row, evidence, outcome.recipients)
      await applySystemReport(context, outcome.recipients)
      await settle(context, row, { ...settled, outcome: 'BOUNCE' })
      effects.audit({ action: 'inbound_mail.processed', target: { type: inboundMail.noun, id }, after: { outcome: 'BOUNCE' } })
      return
    case 'SUSPENDED':
      return suspend(context, row, { ...unsettled, cause: outcome.cause })
    case 'MESSAGE': {
      if (files === null) throw new OutdatedRead('The decision about a mail with files has changed')
      await recordCalendarReply(context, read, outcome.sender.address)
      const written = await writeMessage(context, row, read, files, evidence, outcome)
      if (written === null) return suspend(context, row, { ...unsettled, cause: 'INBOX_INACTIVE' })
      const { threadId, messageId, startsThread } = written
      await settle(context, row, {
        ...settled,
        outcome: 'MESSAGE',
        sender: outcome.sender.address,
        senderName: outcome.sender.name,
        threadId,
        resultId: messageId,
        startsThread,
      })
      // The release of a mail has its own audit row.
      if (row.envelope.release)
        effects.emit(inboundMailReleased, id, await fetchOne(tx, findInboundMail, { tenantId, id }), { outcome: 'SUSPENDED' })
      else
        effects.audit({
          action: 'inbound_mail.processed',
          target: { type: inboundMail.noun, id },
          after: { outcome: 'MESSAGE', messageId },
        })
    }
  }
}

/** Records a copy. A copy of an erased mail restores nothing. */
async function writeDuplicate(
  { tx, effects, tenantId }: WriteContext,
  row: MailRow,
  { duplicateOf, differs }: Extract<MailOutcome, { outcome: 'DUPLICATE' }>,
): Promise<void> {
  const { id, size } = row
  await tx.rows(settleDuplicate, { tenantId, id, duplicateOf, differs, daysKept: differs ? suspendedDays : null })
  const isOrphaned = (await tx.first(forgetOrphanedDuplicate, { tenantId, id })) !== null
  const { name } = rawFileKey(tenantId, id)
  const isKept = differs && !isOrphaned
  if (!isKept) await enqueue(tx, 'remove-files', { tenantId, key: name, input: { names: [name] } })
  await countHeld({ tx, effects, tenantId }, (Number(isKept) - Number(row.outcome === 'SUSPENDED')) * size)
  if (!isKept) effects.count('mail_bytes', -size)
  effects.audit({ action: 'inbound_mail.processed', target: { type: inboundMail.noun, id }, after: { outcome: 'DUPLICATE' } })
  receivedMails.add('DUPLICATE')
}

/**
 * Takes the verified identity. Throws OutdatedRead when another verified copy has just been processed. An agent can release a copy anyway.
 */
async function takeVerifiedIdentity({ tx, secrets, tenantId }: WriteContext, row: MailRow): Promise<void> {
  const identities = toIdentities(secrets, row)
  const taken = identities && (await tx.first(takeIdentity, { tenantId, id: row.id, ...identities }))
  if (taken && taken.id !== row.id && !row.envelope.release) throw new OutdatedRead('A verified copy of the mail has just been processed')
}

/** Fails the round trip whose mail a server has returned, so that nothing waits for it any longer. */
async function failRoundTrip(
  context: WriteContext,
  { receivedAt, inboxId }: MailRow,
  { bounce }: LoadedEvidence,
  recipients: readonly BouncedRecipient[],
): Promise<void> {
  const signedId = bounce?.signedMessages[0]
  const bounced = recipients.find(({ state }) => state === 'BOUNCED')
  if (signedId === undefined || !bounced) return
  const reason = [bounced.code, bounced.reason].filter((part) => part !== null).join(' ')
  await settleRoundTripMail(context, signedId, { receivedAt, inboxId, failure: `A mail server returned the mail. ${reason}`.trim() })
}

type Writing = { tx: Queryable; effects: Effects; tenantId: Uuid }

async function settle(writing: Writing, row: MailRow, outcome: StoredMailOutcome): Promise<void> {
  await writing.tx.rows(settleMail, outcome)
  await countHeld(writing, (Number(outcome.outcome === 'SUSPENDED') - Number(row.outcome === 'SUSPENDED')) * row.size)
  receivedMails.add(outcome.outcome)
}

/** Counts held raw mails. Deletes the oldest to make room for a new one. */
async function countHeld({ tx, effects, tenantId }: Writing, bytes: number): Promise<void> {
  if (bytes === 0) return
  effects.count('held_mail_bytes', bytes)
  if (bytes > 0 && (await tx.first(findOverfullShare, { tenantId, added: bytes }))) effects.enqueue('prune-inbound-mails', { key: '' })
}

/**
 * Records an attendee's reply to an invitation. Trusts only the attendee's own mail, because all attendees know the meeting's id. Locks
 * meetings before threads and counters, like operations that change meetings.
 */
async function recordCalendarReply(
  { tx, effects, secrets, tenantId }: WriteContext,
  { mail, authentication }: ReadMail,
  sender: string,
): Promise<void> {
  const reply = mail.calendarReply
  if (reply === null || readEmail(reply.attendee) !== sender || isDoubtful(authentication, sender)) return
  await recordRsvp({ tx, effects, secrets, principal: { tenantId } }, { uid: reply.uid, attendee: sender, rsvp: reply.status })
}

type Suspension = {
  cause: SuspendCause | 'UNREADABLE' | 'FAILED'
  inboxId: Uuid | null
  sender: string | null
  senderName?: string | null
  error: string | null
  origin: string | null
}

/** Suspends a mail, for an agent to review. */
export async function suspend(
  { tx, effects, tenantId }: Writing,
  row: MailRow,
  { cause, inboxId, sender, senderName = null, error, origin }: Suspension,
): Promise<void> {
  const { id } = row
  const nothing = { threadId: null, resultId: null, startsThread: false }
  await settle({ tx, effects, tenantId }, row, {
    tenantId,
    id,
    outcome: 'SUSPENDED',
    cause,
    inboxId,
    sender,
    senderName,
    error,
    origin,
    daysKept: suspendedDays,
    ...nothing,
  })
  effects.emit(inboundMailSuspended, id, await fetchOne(tx, findInboundMail, { tenantId, id }))
  effects.audit({ action: 'inbound_mail.suspended', target: { type: inboundMail.noun, id }, after: { cause } })
}
