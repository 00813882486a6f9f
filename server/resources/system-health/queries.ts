import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Reads the database's clock. The caller measures the round trip. */
export const readClock = statement<object, { now: string }>('select now()::timestamptz(3) as now')

// --- Channels -------------------------------------------------------------------------------------------------------

export type BrokenConnection = {
  inbox: string
  direction: 'RECEIVE' | 'SEND'
  state: 'FAILING' | 'NEEDS_AUTH'
  seconds: number
  error: string | null
}

/** Returns at most three connections of active inboxes, those that have failed for longest. A tenant has at most 500 inboxes. */
export const findBrokenConnections = statement<{ tenantId: Uuid; seconds: number }, BrokenConnection>(`
  select i.name as inbox, s.direction, s.state, extract(epoch from now() - s.since)::double precision as seconds, s.error ->> 'message' as error
  from inbox_connections c join inboxes i on i.tenant_id = :tenantId::uuid and i.id = c.inbox_id
    cross join lateral (values ('RECEIVE', c.receive_state, c.receive_since, c.receive_error), ('SEND', c.send_state, c.send_since, c.send_error))
      as s(direction, state, since, error)
  where c.tenant_id = :tenantId::uuid and i.active and s.state in ('FAILING', 'NEEDS_AUTH')
    and s.since < now() - make_interval(secs => :seconds::double precision)
  order by s.since limit 3`)

export type UnreadMailbox = { inbox: string; seconds: number }

/**
 * Returns at most three mailboxes, those that no worker has fully read for longest. Leaves out mailboxes from which mails are still
 * arriving, and failed connections, which `findBrokenConnections` reports.
 */
export const findUnreadMailboxes = statement<{ tenantId: Uuid; seconds: number }, UnreadMailbox>(`
  select i.name as inbox, extract(epoch from now() - r.at)::double precision as seconds
  from inbox_connections c join inboxes i on i.tenant_id = :tenantId::uuid and i.id = c.inbox_id
    cross join lateral (select greatest(c.receive_read_at, c.receive_since, c.last_mail_at) as at) r
  where c.tenant_id = :tenantId::uuid and i.active and i.email -> 'receive' ->> 'mode' = 'IMAP'
    and c.receive_state in ('CONNECTING', 'CONNECTED') and r.at < now() - make_interval(secs => :seconds::double precision)
  order by r.at limit 3`)

/** A waiting mail, with its inbox's name, if known. */
export type OldestMail = { inbox: string | null; seconds: number }

/**
 * Returns a statement that finds the mail whose job has waited longest. Keys are ids, which begin with their time, so the first jobs by key
 * are the oldest. Only a released or resent mail has an older id than its job.
 */
const oldestWaiting = (mail: { table: string; id: string }): string => `
  select i.name as inbox, extract(epoch from now() - j.created_at)::double precision as seconds
  from (
    select key, created_at from jobs where tenant_id = :tenantId::uuid and name = :name and state = 'WAITING' order by key limit 20) j
    left join ${mail.table} m on m.tenant_id = :tenantId::uuid and m.${mail.id} = j.key::uuid
    left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = m.inbox_id
  order by j.created_at limit 1`

export const findOldestUnsent = statement<{ tenantId: Uuid; name: string }, OldestMail>(
  oldestWaiting({ table: 'outgoing_messages', id: 'message_id' }),
)
export const findOldestItem = statement<{ tenantId: Uuid; name: string }, OldestMail>(oldestWaiting({ table: 'inbound_items', id: 'id' }))
export const findOldestReceived = statement<{ tenantId: Uuid; name: string }, OldestMail>(
  oldestWaiting({ table: 'inbound_mails', id: 'id' }),
)
