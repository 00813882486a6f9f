/** Statements that accept a mail. */
import { statement, type Uuid } from '../../../kit/index.ts'
import type { MailEnvelope } from './envelope.ts'

type Key = { tenantId: Uuid; id: Uuid }

/** Inserts the row of a mail before its file is stored, so that a killed process leaves no file without a row. */
export const reserveMail = statement<Key & { inboxId: Uuid | null; transport: string; envelope: MailEnvelope }, object>(`
  insert into inbound_mails (tenant_id, id, inbox_id, transport, outcome, envelope)
  values (:tenantId::uuid, :id::uuid, :inboxId::uuid, :transport, 'RESERVED', :envelope::jsonb)`)

/** Deletes a reservation whose mail did not arrive. */
export const releaseReservation = statement<Key, { id: Uuid }>(
  `delete from inbound_mails where tenant_id = :tenantId::uuid and id = :id::uuid and outcome = 'RESERVED' returning id`,
)

export type ReceivedMail = Key & {
  identity: Buffer
  bodyDigest: Buffer
  sender: string | null
  recipients: string[]
  subject: string
  messageId: string | null
  size: number
  daysKept: number
}

export type AcceptedOutcome = { outcome: 'RECEIVED' | 'DUPLICATE'; differs: boolean; receivedAt: string; duplicateOf: Uuid | null }

/**
 * Records that a mail has arrived. A mail whose identity the tenant has seen before is a duplicate; if its body differs, its raw mail is
 * kept as long as a suspended one. DO UPDATE returns the earlier row even if another transaction has just committed it. Returns no row when
 * the reservation is gone.
 */
export const recordArrival = statement<ReceivedMail, AcceptedOutcome>(`
  with identity as (
    insert into mail_identities (tenant_id, identity, mail_id, body_digest) values (:tenantId::uuid, :identity::bytea, :id::uuid, :bodyDigest::bytea)
    on conflict (tenant_id, identity) do update set mail_id = mail_identities.mail_id
    returning mail_id, mail_id <> :id::uuid as seen, body_digest <> :bodyDigest::bytea as differs),
  arrival as (select i.*, now() as at, now() + make_interval(days => :daysKept::int) as kept_until from identity i)
  update inbound_mails m set
    outcome = case when a.seen then 'DUPLICATE' else 'RECEIVED' end,
    duplicate_of = case when a.seen then a.mail_id end, differs = a.differs,
    processed_at = case when a.seen then a.at end,
    expires_at = case when a.seen and a.differs then a.kept_until end, has_raw = not a.seen or a.differs,
    body_digest = :bodyDigest::bytea, sender = :sender::text, recipients = :recipients::text[], subject = :subject, message_id = :messageId::text,
    size = :size::bigint, received_at = a.at, created_at = a.at
  from arrival a
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.outcome = 'RESERVED'
  returning m.outcome, m.differs, m.received_at as "receivedAt", m.duplicate_of as "duplicateOf"`)

/** Counts an accepted mail. Last in the transaction, like all writes to the tenant's counters. */
export const countMail = statement<{ tenantId: Uuid }, object>(
  'update tenant_counters set inbound_mails = inbound_mails + 1 where tenant_id = :tenantId::uuid',
)
