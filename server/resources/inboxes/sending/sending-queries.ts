/** Statements for sending from an inbox: its settings with their secrets, and its state. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ConnectionStateName } from '../connection-schema.ts'
import { type DomainRule, ownsDomainSql } from '../domains/domain-queries.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'

export type SendingInbox = {
  address: string | null
  email: EmailSettings | null
  smtpPassword: string | null
  dkimKey: string | null
  /** Whether the tenant owns the domain of the mail's sender. */
  ownsDomain: boolean
}
/** Reads the settings and encrypted secrets for sending from an inbox. `senderDomain` is the domain of From. */
export const readSendingInbox = statement<{ tenantId: Uuid; inboxId: Uuid; senderDomain: string } & DomainRule, SendingInbox>(`
  select i.address, i.email, ${ownsDomainSql('t', ':senderDomain::text')} as "ownsDomain",
    (select secret from inbox_secrets s where s.tenant_id = :tenantId::uuid and s.inbox_id = i.id and s.kind = 'SMTP_PASSWORD') as "smtpPassword",
    (select secret from inbox_secrets s where s.tenant_id = :tenantId::uuid and s.inbox_id = i.id and s.kind = 'DKIM') as "dkimKey"
  from inboxes i join tenants t on t.tenant_id = :tenantId::uuid where i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid`)

/**
 * Pauses or resumes sending from an inbox. Returns no row if another attempt has already paused it. `attempts` is the number of consecutive
 * failures.
 */
export const setSending = statement<
  { tenantId: Uuid; inboxId: Uuid; state: string; error: object | null; pauseSeconds: number | null },
  { attempts: number }
>(`
  insert into inbox_connections as c (tenant_id, inbox_id, send_state, send_error, send_attempts, send_next_at)
  values (:tenantId::uuid, :inboxId::uuid, :state, :error::jsonb, (:error::jsonb is not null)::int, now() + make_interval(secs => :pauseSeconds::double precision))
  on conflict (tenant_id, inbox_id) do update set send_state = excluded.send_state, send_error = excluded.send_error,
    send_since = case when c.send_state = excluded.send_state then c.send_since else excluded.send_since end,
    send_attempts = case when excluded.send_error is null then 0 else c.send_attempts + 1 end, send_next_at = excluded.send_next_at
  where c.send_next_at is null or c.send_next_at <= excluded.send_since
  returning c.send_attempts as attempts`)

/** Locks an inbox's sending state: its consecutive failures, and the seconds until it sends again, 0 if it is not paused. */
export const lockSending = statement<
  { tenantId: Uuid; inboxId: Uuid },
  { attempts: number; state: ConnectionStateName; pausedSeconds: number }
>(`
  select send_attempts as attempts, send_state as state,
    greatest(0, coalesce(extract(epoch from send_next_at - now()), 0))::double precision as "pausedSeconds"
  from inbox_connections where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid for update`)
