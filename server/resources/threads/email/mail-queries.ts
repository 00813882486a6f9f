/** Statements that read the data for a reply by mail. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { customerJoin, hasAddressSql } from '../../customers/index.ts'
import { type DomainRule, inboxDomainSql, ownsDomainSql } from '../../inboxes/index.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import type { MessageBody } from '../record/message-body.ts'
import type { ThreadMail } from './recipients.ts'

type Key = { tenantId: Uuid; threadId: Uuid }

/** An EMAIL inbox that can send. */
export type SendingInbox = {
  id: Uuid
  name: string
  address: string
  signature: string | null
  email: EmailSettings
  /** Whether the tenant owns the address's domain. */
  ownsDomain: boolean
  /** Whether plus addresses reached the inbox in the latest round trip; null if there was no round trip. */
  plusAddressing: boolean | null
  /** Whether the domain's MX records point to this service; null if they were not looked up. */
  mxLeadsHere: boolean | null
}
/** SQL: an inbox `i` of the tenant `n`, with its connection state `k`. */
const sendingInboxSql = `json_build_object('id', i.id, 'name', i.name, 'address', i.address, 'signature', i.signature, 'email', i.email,
  'ownsDomain', ${ownsDomainSql('n', inboxDomainSql)}, 'plusAddressing', k.plus_addressing, 'mxLeadsHere', k.mx_leads_here)`
const connectionJoin = 'left join inbox_connections k on k.tenant_id = :tenantId::uuid and k.inbox_id = i.id'
const canSendSql = `i.email is not null and i.sends`

export type MailThread = {
  subject: string
  customerName: string | null
  /** Null for a customer without an address. */
  customerAddress: string | null
  inboxId: Uuid
  /** Whether customers write to the inbox by mail. */
  isMailInbox: boolean
  /** The thread's inbox, if it can send. */
  inbox: SendingInbox | null
  timezone: string
  locale: string
}

export const findMailThread = statement<Key & DomainRule, MailThread>(`
  select t.subject, c.name as "customerName", case when ${hasAddressSql('c.email')} then c.email end as "customerAddress", i.id as "inboxId", i.email is not null as "isMailInbox",
    case when ${canSendSql} then ${sendingInboxSql} end as inbox, n.timezone, n.locale
  from threads t ${customerJoin('t.customer_id')} join inboxes i on i.tenant_id = :tenantId::uuid and i.id = t.inbox_id
  join tenants n on n.tenant_id = :tenantId::uuid ${connectionJoin}
  where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid`)

/** Finds the inbox that sends for inboxes of other types: the given one, or the oldest active one. */
export const findSendingInbox = statement<{ tenantId: Uuid; inboxId: Uuid | null } & DomainRule, { inbox: SendingInbox }>(`
  select ${sendingInboxSql} as inbox from inboxes i join tenants n on n.tenant_id = :tenantId::uuid ${connectionJoin} where i.tenant_id = :tenantId::uuid and ${canSendSql}
    and (i.id = :inboxId::uuid or (:inboxId::uuid is null and i.active)) order by i.created_at, i.id limit 1`)

/** Returns the latest mails of a thread that the customer can see, latest first. Includes the given message, however old it is. */
export const findThreadMails = statement<Key & { inReplyToId: Uuid | null }, ThreadMail>(`
  select m.id, m.email from (
    (select id, email, created_at from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and not internal and email is not null
      order by created_at desc, id desc limit 20)
    union all
    (select id, email, created_at from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and not internal and email is not null
      and id = :inReplyToId::uuid)) m
  order by m.created_at desc, m.id desc`)

export const findPublicMessage = statement<Key & { id: Uuid }, { id: Uuid }>(
  'select id from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and id = :id::uuid and not internal',
)

export type QuotedMessage = MessageBody & { authorName: string | null; createdAt: string; quotedFrom: number | null; replyFrom: number }

/** Finds the message that a reply quotes: the one with the given id, or the customer's latest. */
export const findQuotedMessage = statement<Key & { id: Uuid | null }, QuotedMessage>(`
  select body, body_format as "bodyFormat", body_text as "bodyText", author_name as "authorName", created_at as "createdAt",
    (email ->> 'quotedFrom')::int as "quotedFrom", coalesce((email ->> 'replyFrom')::int, 0) as "replyFrom"
  from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and not internal
    and case when :id::uuid is null then author_type = 'CUSTOMER' and coalesce(email ->> 'automatic', '') <> 'AUTO_REPLY' else id = :id::uuid end
  order by created_at desc, id desc limit 1`)

/** Returns which addresses belong to an inbox, and which belong to customers with a hard bounce. */
export const findAddressFacts = statement<{ tenantId: Uuid; addresses: string[] }, { own: string[]; failed: string[] }>(`
  select array(select distinct address from inbox_addresses where tenant_id = :tenantId::uuid and address = any(:addresses::text[])) as own,
    array(select email from customers where tenant_id = :tenantId::uuid and email = any(:addresses::text[]) and email_failed_at is not null) as failed`)

/** Stores the token of a thread's reply address, unless the thread already has one. Returns the thread's token. */
export const keepMailKey = statement<Key & { token: string }, { token: string }>(`
  with added as (
    insert into thread_mail_keys (tenant_id, thread_id, token) values (:tenantId::uuid, :threadId::uuid, :token)
    on conflict (tenant_id, thread_id) do nothing returning token)
  select token from added union all select token from thread_mail_keys where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid limit 1`)

/** The author of a mail, with their own signature. */
export type Signer = { name: string; email: string; signature: string | null }

/** Finds the tenant's name and the author of a mail; `signer` is null without an author. */
export const findSigner = statement<{ tenantId: Uuid; userId: Uuid | null }, { tenantName: string; signer: Signer | null }>(`
  select t.name as "tenantName", (select json_build_object('name', u.name, 'email', u.email, 'signature', p.signature)
    from users u left join user_preferences p on p.tenant_id = :tenantId::uuid and p.user_id = u.id
    where u.tenant_id = :tenantId::uuid and u.id = :userId::uuid) as signer
  from tenants t where t.tenant_id = :tenantId::uuid`)

export const findInboxTeam = statement<{ tenantId: Uuid; inboxId: Uuid }, { teamId: Uuid | null }>(
  'select team_id as "teamId" from inboxes where tenant_id = :tenantId::uuid and id = :inboxId::uuid',
)
