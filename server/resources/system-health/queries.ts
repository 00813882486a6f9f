import { statement, type Uuid } from '../../kit/index.ts'

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

/** Returns the connections of active inboxes that have failed for longest, at most three. A tenant has at most 500 inboxes. */
export const findBrokenConnections = statement<{ tenantId: Uuid; seconds: number }, BrokenConnection>(`
  select i.name as inbox, s.direction, s.state, extract(epoch from now() - s.since)::double precision as seconds, s.error ->> 'message' as error
  from inbox_connections c join inboxes i on i.tenant_id = :tenantId::uuid and i.id = c.inbox_id
    cross join lateral (values ('RECEIVE', c.receive_state, c.receive_since, c.receive_error), ('SEND', c.send_state, c.send_since, c.send_error))
      as s(direction, state, since, error)
  where c.tenant_id = :tenantId::uuid and i.active and s.state in ('FAILING', 'NEEDS_AUTH')
    and s.since < now() - make_interval(secs => :seconds::double precision)
  order by s.since limit 3`)

/** A mail that waits, with the name of its inbox, if that is known. */
export type OldestMail = { inbox: string | null; seconds: number }

/**
 * Finds the mail that has waited longest to be sent. Each unsent mail has a job, whose key is the id of its message; ids begin with their
 * time. The first jobs by key are therefore the oldest, except for an old message that is being sent again.
 */
export const findOldestUnsent = statement<{ tenantId: Uuid; name: string }, OldestMail>(`
  select i.name as inbox, extract(epoch from now() - j.created_at)::double precision as seconds
  from (
    select key, created_at from jobs where tenant_id = :tenantId::uuid and name = :name and state = 'WAITING' order by key limit 20) j
    left join outgoing_mails o on o.tenant_id = :tenantId::uuid and o.message_id = j.key::uuid
    left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = o.inbox_id
  order by j.created_at limit 1`)

/** Finds the mail that has waited longest to be processed. */
export const findOldestReceived = statement<{ tenantId: Uuid }, OldestMail>(`
  select i.name as inbox, extract(epoch from now() - m.created_at)::double precision as seconds
  from (
    select inbox_id, created_at from inbound_mails where tenant_id = :tenantId::uuid and outcome = 'RECEIVED' order by created_at limit 1) m
    left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = m.inbox_id`)
