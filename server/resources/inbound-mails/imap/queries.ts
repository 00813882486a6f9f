/** Statements of the mailbox service. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'

type InboxKey = { tenantId: Uuid; inboxId: Uuid }
/** `token` identifies the lease. A worker that has lost its lease changes nothing. */
type Lease = InboxKey & { token: Uuid }

type Checkpoint = { folder: string; uidValidity: number; uid: number }

/** Records how far the folder has been read. No row when the lease is lost. */
export const setCheckpoint = statement<Lease & Checkpoint & { fetchFrom: string | null }, InboxKey>(`
  update inbox_connections c set folder = :folder::text, uid_validity = :uidValidity::bigint, uid = :uid::bigint,
    fetch_from = least(c.fetch_from, :fetchFrom::timestamptz)
  where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid returning c.inbox_id as "inboxId"`)

/** Records an accepted mail, in the acceptance transaction. Without `uid` the checkpoint stays. No row when the lease is lost. */
export const recordFetch = statement<Lease & { uid: number | null; receivedAt: string }, InboxKey>(`
  update inbox_connections c set uid = coalesce(:uid::bigint, c.uid), last_mail_at = now(),
    lag_seconds = greatest(0, extract(epoch from now() - :receivedAt::timestamptz))
  where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid returning c.inbox_id as "inboxId"`)

export const findKnownIdentities = statement<{ tenantId: Uuid; identities: readonly string[] }, { identity: string }>(`
  select encode(i.identity, 'hex') as identity from inbound_identities i
  where i.tenant_id = :tenantId::uuid and i.identity = any(array(select decode(h, 'hex') from unnest(:identities::text[]) as h))`)

export const findInboxSecret = statement<InboxKey & { kind: string }, { secret: string }>(
  'select secret from inbox_secrets where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and kind = :kind',
)

export const findMailboxSettings = statement<InboxKey, { settings: EmailSettings | null; uidValidity: number | null }>(`
  select i.email as settings, c.uid_validity as "uidValidity" from inboxes i
  join inbox_connections c on c.tenant_id = :tenantId::uuid and c.inbox_id = i.id
  where i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid`)
