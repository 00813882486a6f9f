/** Statements on messages to customers that are being sent. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { HookSettings } from '../../../channels/hook-settings.ts'
import type { AttemptResult, MailSnapshot } from '../../mail/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import { messageColumnsSql, type MessageRecord } from '../record/message-queries.ts'
import type { mailSender } from './frozen.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

/** Finds the reply of an inbox that a provider got under an id. */
export const findByDelivery = statement<{ tenantId: Uuid; inboxId: Uuid; deliveryId: Uuid }, { messageId: Uuid }>(`
  select message_id as "messageId" from outgoing_messages
  where tenant_id = :tenantId::uuid and delivery_id = :deliveryId::uuid and inbox_id = :inboxId::uuid`)

/** Finds a message by the hash of the provider's id. */
export const findByAlias = statement<{ tenantId: Uuid; idHash: Buffer }, { messageId: Uuid }>(`
  select message_id as "messageId" from message_references
  where tenant_id = :tenantId::uuid and id_hash = :idHash::bytea and kind = 'ALIAS' order by message_id desc limit 1`)

/** Stores a frozen mail and its Message-ID, by which replies find the thread. */
export const insertOutgoingMail = statement<Key & { inboxId: Uuid; snapshot: MailSnapshot; idHash: Buffer }, object>(`
  with reference as (
    insert into message_references (tenant_id, id_hash, message_id, kind) values (:tenantId::uuid, :idHash::bytea, :messageId::uuid, 'SELF')
    on conflict (tenant_id, id_hash, message_id) do nothing)
  insert into outgoing_messages (tenant_id, message_id, inbox_id, snapshot) values (:tenantId::uuid, :messageId::uuid, :inboxId::uuid, :snapshot::jsonb)`)

/** Stores a message that a provider sends. */
export const insertOutgoing = statement<
  Key & { inboxId: Uuid; snapshot: object; sender: HookSettings['provider']; deliveryId: Uuid },
  object
>(`
  insert into outgoing_messages (tenant_id, message_id, inbox_id, snapshot, sender, delivery_id)
  values (:tenantId::uuid, :messageId::uuid, :inboxId::uuid, :snapshot::jsonb, :sender, :deliveryId::uuid)`)

type OutgoingFields = {
  inboxId: Uuid
  /** Phase that the previous attempt reached; null if it ended. */
  phase: 'STARTED' | 'DATA' | null
  /** Number of attempts started. It identifies an attempt, so it never resets. */
  attempts: number
  /** Number of attempts that failed because of the message itself since an agent last requested it. */
  failures: number
  uncertain: number
  /** Result of the latest attempt, if the message does not show it yet. */
  result: AttemptResult | null
  /** When the message was queued, or an agent last requested it. */
  queuedAt: string
  ageSeconds: number
  /** Seconds until the inbox sends again; 0 or less when not paused. */
  pausedSeconds: number
  delivery: Delivery
  attachments: StoredAttachment[] | null
  /** Whether the inbox wants a copy of each reply in its mailbox. */
  copiesToSent: boolean
  /** Whether the inbox's own server may have stored the mail in its mailbox, where the service can search for it. */
  hasSentFolder: boolean
}
export type OutgoingMail = OutgoingFields & { sender: typeof mailSender; snapshot: MailSnapshot; deliveryId: null }
export type OutgoingOfProvider = OutgoingFields & {
  sender: HookSettings['provider']
  snapshot: object
  deliveryId: Uuid
  /** The provider's ids of the parts that it has accepted, by the keys of the parts. An id may be empty. */
  acceptedParts: Readonly<Record<string, string>>
}
export type Outgoing = OutgoingMail | OutgoingOfProvider

/** Locks a message that is being sent. All transactions lock messages before outgoing messages. */
export const lockOutgoing = statement<Key, { phase: Outgoing['phase']; attempts: number }>(
  'select phase, attempts from outgoing_messages where tenant_id = :tenantId::uuid and message_id = :messageId::uuid for update',
)

/**
 * Reads a message that is being sent, with its state. Lock it in an earlier statement: this one sees what was committed during the wait for
 * the lock.
 */
export const readOutgoing = statement<Key, Outgoing>(`
  select o.inbox_id as "inboxId", o.sender, o.snapshot, o.delivery_id as "deliveryId", o.phase, o.attempts, o.failures, o.uncertain, o.result, o.accepted_parts as "acceptedParts",
    o.created_at as "queuedAt", extract(epoch from now() - o.created_at)::double precision as "ageSeconds",
    coalesce(extract(epoch from (select c.send_next_at from inbox_connections c where c.tenant_id = :tenantId::uuid and c.inbox_id = o.inbox_id) - now()), 0)::double precision as "pausedSeconds",
    m.delivery, m.attachments,
    coalesce(i.email #>> '{receive,mode}' = 'IMAP' and (i.email #> '{send,copyToSent}')::boolean, false) as "copiesToSent",
    coalesce(i.email #>> '{receive,mode}' = 'IMAP' and i.email #>> '{send,mode}' = 'SMTP', false) as "hasSentFolder"
  from outgoing_messages o join messages m on m.tenant_id = :tenantId::uuid and m.id = o.message_id and m.channel is not null
  left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = o.inbox_id
  where o.tenant_id = :tenantId::uuid and o.message_id = :messageId::uuid`)

export const startAttempt = statement<Key, { attempts: number }>(`
  update outgoing_messages set attempts = attempts + 1, uncertain = uncertain + (phase is not distinct from 'DATA')::int, phase = 'STARTED'
  where tenant_id = :tenantId::uuid and message_id = :messageId::uuid returning attempts`)

/** An attempt that a worker has started. Its statements return no row when another attempt has started since, or the mail is gone. */
type Attempt = Key & { attempts: number }
const isAttemptSql = 'tenant_id = :tenantId::uuid and message_id = :messageId::uuid and attempts = :attempts::int'

/** Records that the server may have the mail from now on. */
export const enterData = statement<Attempt, { messageId: Uuid }>(`
  update outgoing_messages set phase = 'DATA' where ${isAttemptSql} and phase = 'STARTED' returning message_id as "messageId"`)

/** Records that a server may have the next recipient's copy from now on, with the results so far. */
export const enterCopy = statement<Attempt & { result: AttemptResult }, { messageId: Uuid }>(`
  update outgoing_messages set phase = 'DATA', result = :result::jsonb where ${isAttemptSql} and phase is not null returning message_id as "messageId"`)

/** Records that a provider may have the next part from now on. */
export const enterPart = statement<Attempt, { messageId: Uuid }>(`
  update outgoing_messages set phase = 'DATA' where ${isAttemptSql} and phase is not null returning message_id as "messageId"`)

/**
 * Records that a provider has accepted a part, and its id of the part, by which reports find the message. `hash` is hexadecimal; null for a
 * part without an id. No row when the message was erased.
 */
export const acceptPart = statement<Key & { part: string; externalId: string; hash: string | null }, { messageId: Uuid }>(`
  with reference as (
    insert into message_references (tenant_id, id_hash, message_id, kind)
    select :tenantId::uuid, decode(:hash::text, 'hex'), :messageId::uuid, 'ALIAS' where :hash::text is not null
    on conflict (tenant_id, id_hash, message_id) do nothing)
  update outgoing_messages set phase = 'STARTED', accepted_parts = accepted_parts || jsonb_build_object(:part::text, :externalId::text)
  where tenant_id = :tenantId::uuid and message_id = :messageId::uuid returning message_id as "messageId"`)

/** Stores the result of an attempt until the message shows it. */
export const keepResult = statement<Attempt & { result: AttemptResult }, object>(
  `update outgoing_messages set result = :result::jsonb where ${isAttemptSql}`,
)

/** Ends an attempt whose result is known, or unknown (`isUncertain`). With `hasFailed`, counts it as a failure of the mail. */
export const endAttempt = statement<Key & { isUncertain: boolean; hasFailed: boolean }, object>(`
  update outgoing_messages set phase = case when :isUncertain::boolean then 'DATA' end, result = null, failures = failures + :hasFailed::boolean::int
  where tenant_id = :tenantId::uuid and message_id = :messageId::uuid`)

/** Allows resending a mail that the server may have. */
export const repeatUncertain = statement<Key, object>(`
  update outgoing_messages set phase = null, uncertain = uncertain + 1 where tenant_id = :tenantId::uuid and message_id = :messageId::uuid`)

/**
 * Gives a message the retries of a new one, because an agent requested it again. A running attempt of a mail continues. A provider gets the
 * message under a new id.
 */
export const restartOutgoing = statement<Key & { isRunning: boolean; deliveryId: Uuid }, { inboxId: Uuid }>(`
  update outgoing_messages set phase = case when :isRunning::boolean then phase end, uncertain = case when :isRunning::boolean then uncertain else 0 end,
    result = case when :isRunning::boolean then result end, failures = 0, created_at = now(),
    delivery_id = case when delivery_id is not null then :deliveryId::uuid end
  where tenant_id = :tenantId::uuid and message_id = :messageId::uuid returning inbox_id as "inboxId"`)

/** Deletes an outgoing message whose message was not written. */
export const deleteOutgoing = statement<Key, object>(
  'delete from outgoing_messages where tenant_id = :tenantId::uuid and message_id = :messageId::uuid',
)

/** Sets a message's delivery. Returns the message. */
export const setDelivery = statement<Key & { delivery: Delivery }, MessageRecord>(`
  with outgoing as (
    update outgoing_messages o set waits = :delivery::jsonb @> '{"recipients": [{"state": "QUEUED"}]}'
    where o.tenant_id = :tenantId::uuid and o.message_id = :messageId::uuid)
  update messages m set delivery = :delivery::jsonb where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid and m.channel is not null
  returning ${messageColumnsSql()}`)

export const lockDelivery = statement<Key, { delivery: Delivery | null; threadId: Uuid }>(
  'select delivery, thread_id as "threadId" from messages where tenant_id = :tenantId::uuid and id = :messageId::uuid and channel is not null for update',
)

/** Locks the replies to an address up to a time whose state can still rise, oldest first. */
export const lockUnreported = statement<
  { tenantId: Uuid; threadId: Uuid; address: string; through: string; isSeen: boolean; limit: number },
  { id: Uuid; delivery: Delivery }
>(`
  select id, delivery from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.created_at <= :through::timestamptz and m.author_type <> 'CUSTOMER'
    and m.channel is not null and exists (
      select 1 from jsonb_array_elements(m.delivery -> 'recipients') as r(recipient)
      where r.recipient ->> 'address' = :address
        and (r.recipient ->> 'state' = 'SENT' or (:isSeen::boolean and r.recipient ->> 'state' = 'DELIVERED' and r.recipient ->> 'seenAt' is null)))
  order by m.created_at, m.id limit :limit::int for update`)

/** Sets the deliveries of several messages of a thread. Returns the messages. */
export const setDeliveries = statement<
  { tenantId: Uuid; threadId: Uuid; changes: readonly { id: Uuid; delivery: Delivery }[] },
  MessageRecord
>(`
  update messages m set delivery = c.delivery from jsonb_to_recordset(:changes::jsonb) as c(id uuid, delivery jsonb)
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.id = c.id returning ${messageColumnsSql()}`)

/** Finds the thread of a message. */
export const findMessageThread = statement<Key, { threadId: Uuid }>(
  'select thread_id as "threadId" from messages where tenant_id = :tenantId::uuid and id = :messageId::uuid and channel is not null',
)

/** Stores further ids by which mail servers and providers know a message. `hashes` are hexadecimal. */
export const insertAliases = statement<Key & { hashes: readonly string[] }, object>(`
  insert into message_references (tenant_id, id_hash, message_id, kind)
  select :tenantId::uuid, decode(hash, 'hex'), :messageId::uuid, 'ALIAS' from (select distinct h as hash from unnest(:hashes::text[]) as u(h)) a
  on conflict (tenant_id, id_hash, message_id) do nothing`)

/** Deletes data for sending messages again. */
export const deleteOldOutgoing = statement<{ tenantId: Uuid; limit: number }, { id: Uuid }>(`with
  old as materialized (
    select o.message_id from outgoing_messages o where o.tenant_id = :tenantId::uuid and o.created_at < now() - interval '30 days' and not o.waits
    order by o.created_at limit :limit::int)
  delete from outgoing_messages o using old where o.tenant_id = :tenantId::uuid and o.message_id = old.message_id returning o.message_id as id`)
