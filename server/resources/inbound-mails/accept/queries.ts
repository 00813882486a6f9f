/** Statements that accept a mail. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueueCtes } from '#platform/jobs/queries.ts'
import type { MailEnvelope } from './envelope.ts'

type Key = { tenantId: Uuid; id: Uuid }

export type MailTransport = 'SMTP' | 'IMAP' | 'API' | 'PROVIDER'

/** True while the mails and files of a tenant are within its quota. */
const hasRoomSql = 'k.upload_bytes + k.mail_bytes < :quota::bigint'

/**
 * Inserts the row of a mail before storing its file, so that a kill leaves no file without a row. Returns no row when the quota is used up.
 */
export const reserveMail = statement<Key & { transport: MailTransport; quota: number }, { id: Uuid }>(`
  insert into inbound_mails (tenant_id, id, transport, outcome)
  select :tenantId::uuid, :id::uuid, :transport::text, 'RESERVED' from tenant_counters k where k.tenant_id = :tenantId::uuid and ${hasRoomSql}
  returning id`)

/** Deletes a reservation whose mail did not arrive. */
export const releaseReservation = statement<Key, { id: Uuid }>(
  `delete from inbound_mails where tenant_id = :tenantId::uuid and id = :id::uuid and outcome = 'RESERVED' returning id`,
)

export type ReceivedMail = Key & {
  inboxId: Uuid | null
  transport: MailTransport
  envelope: MailEnvelope
  /** Identity of the mail once it is verified. */
  identity: Buffer
  /** Identity of the mail until then. */
  originIdentity: Buffer
  origin: string
  copyDigest: Buffer
  /** True when verification may determine the mail's author. */
  mayBeVerified: boolean
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
 * SQL: records the identity of a mail, and the arrival of its row under `condition`. A copy of a verified mail is a duplicate. So is a copy
 * from the same origin, if it is byte-identical or cannot be verified; otherwise processing decides. Without a reservation nothing is
 * recorded, because an identity without a mail would make the next copy a duplicate of nothing. DO UPDATE returns the earlier row of the
 * identity even if another transaction has just committed it.
 */
const arrivalCtes = (condition: string): string => `
  reservation as (
    select id from inbound_mails where tenant_id = :tenantId::uuid and id = :id::uuid and outcome = 'RESERVED' for update),
  verified as (
    select i.mail_id, i.body_digest <> :bodyDigest::bytea as differs from inbound_identities i
    where i.tenant_id = :tenantId::uuid and i.identity = :identity::bytea),
  identity as (
    insert into inbound_identities (tenant_id, identity, mail_id, body_digest, copy_digest)
    select :tenantId::uuid, :originIdentity::bytea, r.id, :bodyDigest::bytea, :copyDigest::bytea from reservation r
    where not exists (select 1 from verified)
    on conflict (tenant_id, identity) do update set mail_id = inbound_identities.mail_id
    returning mail_id, body_digest <> :bodyDigest::bytea as differs,
      mail_id <> :id::uuid and (not :mayBeVerified::boolean or copy_digest = :copyDigest::bytea) as seen),
  arrival as (
    select i.*, now() as at, now() + make_interval(days => :daysKept::int) as kept_until
    from (select mail_id, differs, seen from identity union all select mail_id, differs, true as seen from verified) i),
  recorded as (
    update inbound_mails m set
      outcome = case when a.seen then 'DUPLICATE' else 'RECEIVED' end,
      duplicate_of = case when a.seen then a.mail_id end, differs = a.seen and a.differs,
      processed_at = case when a.seen then a.at end,
      expires_at = case when a.seen and a.differs then a.kept_until end, has_raw = not a.seen or a.differs,
      identity = :identity::bytea, origin = :origin::text, inbox_id = :inboxId::uuid, envelope = :envelope::jsonb, body_digest = :bodyDigest::bytea, sender = :sender::text, recipients = :recipients::text[], subject = :subject, message_id = :messageId::text,
      size = :size::bigint, received_at = a.at, created_at = a.at
    from arrival a
    where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.outcome = 'RESERVED' and ${condition}
    returning m.outcome, m.differs, m.received_at as "receivedAt", m.duplicate_of as "duplicateOf")`

/**
 * Records that a mail has arrived. A mail with a known identity is a duplicate; if its body differs, its raw mail is kept as long as a
 * suspended one. Returns no row when the reservation is gone.
 */
export const recordArrival = statement<ReceivedMail, AcceptedOutcome>(`with ${arrivalCtes('true')} select * from recorded`)

/**
 * Records the arrival of a new mail, counts it, and enqueues its processing, in one round trip. With a `nextId`, also reserves the row of the
 * next mail, unless the quota is used up. Returns no row for a duplicate.
 */
export const recordNewArrival = statement<
  ReceivedMail & { jobId: Uuid; nextId: Uuid | null; quota: number },
  AcceptedOutcome & { nextId: Uuid | null }
>(`with ${arrivalCtes('not a.seen')},
  next as (
    insert into inbound_mails (tenant_id, id, transport, outcome)
    select :tenantId::uuid, :nextId::uuid, :transport::text, 'RESERVED' from recorded
    where :nextId::uuid is not null and exists (select 1 from tenant_counters k where k.tenant_id = :tenantId::uuid and ${hasRoomSql}) returning id),
  ${enqueueCtes({ name: 'process-mail', id: ':jobId::uuid', key: '(:id::uuid)::text', input: `'{}'::json`, from: 'recorded' })},
  counted as (
    update tenant_counters set inbound_mails = inbound_mails + (select count(*) from recorded),
      mail_bytes = mail_bytes + :size::bigint * (select count(*) from recorded)
    where tenant_id = :tenantId::uuid and (select count(*) from queued) >= 0)
  select r.*, (select n.id from next n) as "nextId" from recorded r`)

/**
 * Clears the fields of a duplicate whose first mail was erased with its customer or has expired, so that a mail that arrives again after an
 * erasure brings no personal data back. A separate statement, because only a later snapshot is sure to contain the first mail.
 */
export const forgetOrphanedDuplicate = statement<Key, { id: Uuid }>(`
  update inbound_mails m set sender = null, sender_name = null, recipients = '{}', subject = '', message_id = null, envelope = '{}', origin = '', duplicate_of = null,
    has_raw = false, expires_at = null
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.outcome = 'DUPLICATE'
    and not exists (select 1 from inbound_mails o where o.tenant_id = :tenantId::uuid and o.id = m.duplicate_of)
  returning m.id`)

/** Counts an accepted mail. Must be last in the transaction, like all writes to the tenant's counters. */
export const countMail = statement<{ tenantId: Uuid; mailBytes: number; heldMailBytes: number }, object>(`
  update tenant_counters set inbound_mails = inbound_mails + 1, mail_bytes = mail_bytes + :mailBytes::bigint,
    held_mail_bytes = held_mail_bytes + :heldMailBytes::bigint
  where tenant_id = :tenantId::uuid`)
