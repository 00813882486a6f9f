/** Statements on inbound mails. */
import { keysetList } from '#kit/list.ts'
import { createPresenter } from '#kit/present.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { MailEnvelope } from './accept/envelope.ts'
import { InboundMail } from './schema.ts'

/** A mail as the database stores it. */
export type InboundMailRecord = Static<typeof InboundMail> & { id: Uuid; hasRaw: boolean }

type Key = { tenantId: Uuid; id: Uuid }

export const inboundMailColumns = `m.id, m.inbox_id as "inboxId", m.transport, m.outcome, m.cause, m.sender as "from", m.sender_name as "fromName", m.recipients as "to", m.subject,
  m.message_id as "messageId", m.size, m.thread_id as "threadId", m.result_id as "resultId", m.duplicate_of as "duplicateOf", m.differs, m.attempts,
  m.last_error as "lastError", m.received_at as "receivedAt", m.processed_at as "processedAt", m.expires_at as "expiresAt", m.has_raw as "hasRaw"`

const totalSql = 'select inbound_mails from tenant_counters where tenant_id = :tenantId::uuid'

export const toInboundMail: (record: InboundMailRecord) => Static<typeof InboundMail> = createPresenter(InboundMail)

/** The list always filters by `arrived`: reservations are not mails yet. */
export const inboundMailList = keysetList<InboundMailRecord>({
  from: 'inbound_mails m',
  alias: 'm',
  columns: inboundMailColumns,
  filters: {
    arrived: `m.outcome <> 'RESERVED'`,
    inboxId: 'm.inbox_id = :inboxId::uuid',
    outcome: 'm.outcome = :outcome::text',
    cause: 'm.cause = :cause::text',
    // Discarded mails expire at once, and are deleted later. Two filters, because no index serves a condition that may be true or false.
    hasExpired: { tested: 'm.expires_at <= now()', indexed: 'm.expires_at <= now()' },
    isKept: '(m.expires_at is null or m.expires_at > now())',
    from: 'm.sender = :from::text',
    messageId: 'm.message_id = :messageId::text',
    // Acceptance sets both times.
    receivedAfter: 'm.created_at > :receivedAfter::timestamptz',
    receivedBefore: 'm.created_at < :receivedBefore::timestamptz',
  },
  counted: { arrived: totalSql, '': totalSql },
})

export const findInboundMail = statement<Key, InboundMailRecord>(
  `select ${inboundMailColumns} from inbound_mails m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.outcome <> 'RESERVED'`,
)
export const lockInboundMail = statement<Key, InboundMailRecord>(
  `select ${inboundMailColumns} from inbound_mails m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.outcome <> 'RESERVED' for update`,
)
/** Finds the mail that became a message. */
export const findMailOfMessage = statement<Key, InboundMailRecord>(`
  select ${inboundMailColumns} from inbound_mails m where m.tenant_id = :tenantId::uuid and m.result_id = :id::uuid and m.outcome = 'MESSAGE'`)

/** Expires a suspended mail now. Its raw mail is deleted at once, its row later. */
export const expireMail = statement<Key, InboundMailRecord>(`
  update inbound_mails m set expires_at = now(), has_raw = false where m.tenant_id = :tenantId::uuid and m.id = :id::uuid returning ${inboundMailColumns}`)

/** Stores the agent's choices for a release. */
export const storeRelease = statement<Key & { envelope: MailEnvelope }, object>(
  'update inbound_mails set envelope = :envelope::jsonb where tenant_id = :tenantId::uuid and id = :id::uuid',
)
/** Returns a released mail to the queue. */
export const waitAgain = statement<Key, object>(`
  update inbound_mails set outcome = 'RECEIVED', cause = null, processed_at = null, expires_at = null, attempts = 0
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

// --- Deletion -------------------------------------------------------------------------------------------------------

type Chunk = { tenantId: Uuid; limit: number }

/**
 * SQL: deletes the oldest matching mails and returns their ids, whose files must be deleted. Skips mails that another transaction has
 * locked.
 */
const deleteSql = (condition: string, order: string) => `with
  gone as materialized (
    select m.id from inbound_mails m where m.tenant_id = :tenantId::uuid and ${condition} order by m.${order} limit :limit::int for update skip locked)
  delete from inbound_mails m using gone where m.tenant_id = :tenantId::uuid and m.id = gone.id
  returning m.id, case when m.has_raw then m.size else 0 end as bytes`

/** A mail, with the freed bytes of its raw mail. */
export type Freed = { id: Uuid; bytes: number }

export const deleteExpiredMails = statement<Chunk, Freed>(deleteSql(`m.expires_at < now() and m.outcome = 'SUSPENDED'`, 'expires_at'))
/** Deletes reservations whose mail never arrived completely. */
export const deleteReservations = statement<Chunk, { id: Uuid }>(
  deleteSql(`m.outcome = 'RESERVED' and m.created_at < now() - interval '1 hour'`, 'created_at'),
)

/** SQL: marks the oldest matching raw mails as deleted and returns their ids, whose files must be deleted. */
const dropRawSql = (condition: string, order: string) => `with
  old as materialized (
    select m.id, m.has_raw from inbound_mails m where m.tenant_id = :tenantId::uuid and ${condition} order by m.${order} limit :limit::int for update skip locked)
  update inbound_mails m set has_raw = false, expires_at = null from old where m.tenant_id = :tenantId::uuid and m.id = old.id
  returning m.id, case when old.has_raw then m.size else 0 end as bytes`

export const dropRawOfDuplicates = statement<Chunk, Freed>(dropRawSql(`m.expires_at < now() and m.outcome = 'DUPLICATE'`, 'expires_at'))
/** Drops raw mails of processed mails past the tenant's retention. */
export const dropOldRaw = statement<Chunk, Freed>(
  dropRawSql(
    `m.has_raw and m.processed_at is not null and m.expires_at is null
      and m.created_at < now() - make_interval(days => (select t.keep_raw_mails_days from tenants t where t.tenant_id = :tenantId::uuid))`,
    'created_at',
  ),
)

/** Deletes identities after 400 days. */
export const deleteOldIdentities = statement<Chunk, object>(`with
  old as materialized (
    select i.identity from inbound_identities i where i.tenant_id = :tenantId::uuid and i.created_at < now() - interval '400 days'
    order by i.created_at limit :limit::int)
  delete from inbound_identities i using old where i.tenant_id = :tenantId::uuid and i.identity = old.identity returning i.mail_id as id`)
