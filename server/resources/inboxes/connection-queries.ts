/** Statements on the connection state of inboxes. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ConnectionStateName } from './connection-schema.ts'
import { type DomainRule, inboxDomainSql, ownsDomainSql } from './domains/domain-queries.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'

type InboxKey = { tenantId: Uuid; inboxId: Uuid }

export type StoredError = { code: string; message: string; at: string }

export type ConnectionRow = {
  inboxId: Uuid
  receiveState: ConnectionStateName | null
  receiveSince: string
  receiveError: StoredError | null
  receiveAttempts: number
  receiveNextAt: string | null
  sendState: ConnectionStateName | null
  sendSince: string
  sendError: StoredError | null
  sendAttempts: number
  sendNextAt: string | null
  lastMailAt: string | null
  lagSeconds: number | null
  folder: string | null
  uidValidity: number | null
  uid: number | null
  waiting: number
  address: string | null
  /** Null for inboxes of types other than EMAIL. */
  sendMode: EmailSettings['send']['mode'] | null
  /** Whether the tenant owns the address's domain. */
  ownsDomain: boolean
  createdAt: string
}

export const findConnection = statement<InboxKey & DomainRule, ConnectionRow>(`
  select i.id as "inboxId", i.address, i.email #>> '{send,mode}' as "sendMode", coalesce(${ownsDomainSql('t', inboxDomainSql)}, false) as "ownsDomain",
    i.created_at as "createdAt", c.receive_state as "receiveState", c.receive_since as "receiveSince", c.receive_error as "receiveError",
    c.receive_attempts as "receiveAttempts", c.receive_next_at as "receiveNextAt", c.send_state as "sendState", c.send_since as "sendSince",
    c.send_error as "sendError", c.send_attempts as "sendAttempts", c.send_next_at as "sendNextAt", c.last_mail_at as "lastMailAt",
    c.lag_seconds as "lagSeconds", c.folder, c.uid_validity as "uidValidity", c.uid,
    (select count(*) from inbound_mails m where m.tenant_id = :tenantId::uuid and m.inbox_id = i.id and m.outcome = 'RECEIVED')
      + (select count(*) from outgoing_messages o where o.tenant_id = :tenantId::uuid and o.inbox_id = i.id and o.waits) as waiting
  from inboxes i join tenants t on t.tenant_id = :tenantId::uuid
  left join inbox_connections c on c.tenant_id = :tenantId::uuid and c.inbox_id = i.id
  where i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid`)

/** Counts the mails that an inbox has not processed or sent yet, including scheduled replies. */
export const countWaitingMails = statement<InboxKey, { mails: number }>(`
  select (select count(*) from inbound_mails m where m.tenant_id = :tenantId::uuid and m.inbox_id = :inboxId::uuid and m.outcome = 'RECEIVED')
    + (select count(*) from outgoing_messages o where o.tenant_id = :tenantId::uuid and o.inbox_id = :inboxId::uuid and o.waits)
    + (select count(*) from scheduled_messages s
      where s.tenant_id = :tenantId::uuid and s.state = 'QUEUED' and s.mail ->> 'inboxId' = (:inboxId::uuid)::text) as mails`)

type Reset = { state: 'CONNECTING' | 'NOT_USED'; forgets: boolean; fetchFrom: 'KEPT' | 'LAST_READ' | 'NOW' }

/**
 * Makes the service connect to the mailbox now, or stop reading it. Ends the lease, so a worker that is reading the mailbox commits nothing
 * more. `forgets` drops the checkpoint, for another mailbox. `fetchFrom` is the time from which to fetch mails: a corrected setting
 * continues from the last read, or from the first setup, so that no mail in between is lost.
 */
export const resetReceiving = statement<InboxKey & Reset, object>(`
  insert into inbox_connections as c (tenant_id, inbox_id, receive_state, receive_next_at, fetch_from)
  values (:tenantId::uuid, :inboxId::uuid, :state::text, case when :state::text = 'CONNECTING' then now() end, now())
  on conflict (tenant_id, inbox_id) do update set receive_state = excluded.receive_state, receive_since = excluded.receive_since,
    receive_error = null, receive_attempts = 0, receive_next_at = excluded.receive_next_at, lease_token = null, leased_until = null,
    folder = case when :forgets::boolean then null else c.folder end, uid_validity = case when :forgets::boolean then null else c.uid_validity end,
    uid = case when :forgets::boolean then null else c.uid end,
    fetch_from = case :fetchFrom::text when 'KEPT' then c.fetch_from when 'NOW' then excluded.fetch_from
      else coalesce(greatest(c.receive_read_at, c.last_mail_at), c.fetch_from, excluded.fetch_from) end,
    receive_read_at = case when :fetchFrom::text = 'NOW' then null else c.receive_read_at end`)

/** Makes the service reconnect immediately, counting attempts from one. Ends the lease of the connected worker. */
export const retryReceiving = statement<InboxKey, { previous: ConnectionStateName }>(`with
  before as materialized (
    select c.inbox_id, c.receive_state from inbox_connections c
    where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.receive_state <> 'NOT_USED' for update)
  update inbox_connections c set receive_state = 'CONNECTING', receive_since = now(), receive_next_at = now(), receive_attempts = 0,
    lease_token = null, leased_until = null
  from before b where c.tenant_id = :tenantId::uuid and c.inbox_id = b.inbox_id returning b.receive_state as previous`)

/** Ends a pause in sending. */
export const retrySending = statement<InboxKey, object>(`
  update inbox_connections c set send_next_at = null where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.send_next_at is not null`)

export const deleteInboxConnection = statement<InboxKey, object>(
  'delete from inbox_connections where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid',
)
export const deleteInboxSecrets = statement<InboxKey, object>(
  'delete from inbox_secrets where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid',
)
