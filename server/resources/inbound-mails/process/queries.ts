/** Statements for processing a mail: its sender, its inbox and its candidate threads. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import type { MailEnvelope } from '../accept/envelope.ts'
import type { FloodCounts } from '../guards/floods.ts'

type Key = { tenantId: Uuid; id: Uuid }

export type MailRow = {
  id: Uuid
  inboxId: Uuid | null
  transport: 'SMTP' | 'IMAP' | 'API' | 'PROVIDER'
  outcome: string
  envelope: MailEnvelope
  receivedAt: string
  attempts: number
  size: number
  /** Identity in hexadecimal; null for a mail accepted by an earlier version. */
  identity: string | null
  origin: string
}
const channelColumnsSql = `m.id, m.inbox_id as "inboxId", m.transport, m.outcome, m.envelope, m.received_at as "receivedAt", m.attempts, m.size,
  encode(m.identity, 'hex') as identity, m.origin`

/** A mail before parsing, with the servers whose results its inbox trusts; those of all inboxes until the inbox is chosen. */
export type MailToRead = MailRow & { trustedAuthserv: string[] }

export const findMail = statement<Key, MailToRead>(`
  select ${channelColumnsSql}, array(
      select s.server from inboxes i cross join jsonb_array_elements_text(i.email #> '{rules,trustedAuthserv}') s(server)
      where i.tenant_id = :tenantId::uuid and i.email is not null and (m.inbox_id is null or i.id = m.inbox_id)) as "trustedAuthserv"
  from inbound_mails m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid`)
export const lockMail = statement<Key, MailRow>(
  `select ${channelColumnsSql} from inbound_mails m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid for update`,
)

export type StoredMailOutcome = Key & {
  outcome: 'MESSAGE' | 'BOUNCE' | 'SUSPENDED' | 'OWN'
  cause: string | null
  inboxId: Uuid | null
  threadId: Uuid | null
  resultId: Uuid | null
  /** Null keeps the address that acceptance has found. */
  sender: string | null
  senderName: string | null
  startsThread: boolean
  error: string | null
  daysKept: number | null
  /** New origin; null keeps the current one. */
  origin: string | null
}

/** Records the outcome of a mail. */
export const settleMail = statement<StoredMailOutcome, { id: Uuid }>(`
  update inbound_mails m set outcome = :outcome, cause = :cause::text, inbox_id = coalesce(:inboxId::uuid, m.inbox_id), thread_id = :threadId::uuid,
    result_id = :resultId::uuid, sender = coalesce(:sender::text, m.sender), sender_name = :senderName::text,
    starts_thread = :startsThread::boolean, origin = coalesce(:origin::text, m.origin), last_error = :error::text, processed_at = now(), attempts = m.attempts + 1,
    expires_at = now() + make_interval(days => :daysKept::int)
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid returning m.id`)

type Identities = Key & { identity: string; originIdentity: string }

/** Finds other mails with one of the mail's identities. */
export const findEarlierMails = statement<Identities, { id: Uuid; isVerified: boolean; differs: boolean }>(`
  select i.mail_id as id, i.identity = decode(:identity, 'hex') as "isVerified", i.body_digest <> m.body_digest as differs
  from inbound_identities i join inbound_mails m on m.tenant_id = :tenantId::uuid and m.id = :id::uuid
  where i.tenant_id = :tenantId::uuid and i.identity in (decode(:identity, 'hex'), decode(:originIdentity, 'hex')) and i.mail_id <> m.id
  order by "isVerified" desc`)

/** Takes the identity of a verified mail, replacing that of its origin. Returns the mail that holds it, which may be an earlier one. */
export const takeIdentity = statement<Identities, { id: Uuid }>(`with
  taken as (
    insert into inbound_identities (tenant_id, identity, mail_id, body_digest)
    select :tenantId::uuid, decode(:identity, 'hex'), m.id, m.body_digest from inbound_mails m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid
    on conflict (tenant_id, identity) do update set mail_id = inbound_identities.mail_id returning mail_id),
  released as (
    delete from inbound_identities i using taken t
    where i.tenant_id = :tenantId::uuid and i.identity = decode(:originIdentity, 'hex') and i.mail_id = :id::uuid and t.mail_id = :id::uuid)
  select mail_id as id from taken`)

/** Records that a mail is a duplicate. Keeps its raw mail for `daysKept` if its body differs; null for no raw mail. */
export const settleDuplicate = statement<Key & { duplicateOf: Uuid; differs: boolean; daysKept: number | null }, { id: Uuid }>(`
  update inbound_mails m set outcome = 'DUPLICATE', duplicate_of = :duplicateOf::uuid, differs = :differs::boolean, has_raw = :differs::boolean,
    processed_at = now(), attempts = m.attempts + 1, expires_at = now() + make_interval(days => :daysKept::int)
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid returning m.id`)

/** Counts a failed attempt to parse a mail. */
export const countFailure = statement<Key & { error: string }, { attempts: number }>(`
  update inbound_mails set attempts = attempts + 1, last_error = :error where tenant_id = :tenantId::uuid and id = :id::uuid returning attempts`)

export type InboxFacts = {
  id: Uuid
  name: string
  address: string | null
  active: boolean
  email: EmailSettings
  autoReply: string | null
  autoReplyOutsideHours: string | null
  createdAt: string
}

/** Lists the EMAIL inboxes of a tenant, oldest first. */
export const listEmailInboxes = statement<{ tenantId: Uuid }, InboxFacts>(`
  select i.id, i.name, i.address, i.active, i.email, i.auto_reply as "autoReply", i.auto_reply_outside_hours as "autoReplyOutsideHours",
    i.created_at as "createdAt" from inboxes i
  where i.tenant_id = :tenantId::uuid and i.email is not null order by i.created_at, i.id`)

export const listInboxAddresses = statement<{ tenantId: Uuid }, { inboxId: Uuid; address: string; active: boolean }>(`
  select a.inbox_id as "inboxId", a.address, i.active from inbox_addresses a join inboxes i on i.tenant_id = :tenantId::uuid and i.id = a.inbox_id
  where a.tenant_id = :tenantId::uuid order by i.created_at, i.id`)

export const listSenderRules = statement<
  { tenantId: Uuid; patterns: string[] },
  { pattern: string; action: 'BLOCK' | 'ALLOW'; inboxId: Uuid | null }
>(`
  select pattern, action, inbox_id as "inboxId" from sender_rules where tenant_id = :tenantId::uuid and pattern = any(:patterns::text[])`)

/** Finds the active user of an address. `hasFailed` is true when mail to the address bounces. */
export const findAgent = statement<{ tenantId: Uuid; address: string }, { id: Uuid; name: string; hasFailed: boolean }>(`
  select id, name, email_failed_at is not null as "hasFailed" from users where tenant_id = :tenantId::uuid and lower(email) = :address and status = 'ACTIVE' limit 1`)

export type FoundCandidate = {
  threadId: Uuid
  evidence: 'TOKEN' | 'SIGNED_ID' | 'KNOWN_ID' | 'ANCESTOR' | 'NUMBER'
  messageId: Uuid | null
}

/**
 * Finds the candidate threads of a mail, strongest evidence first. Every look-up uses an index key, so the cost does not grow with the
 * number of stored references. Replaces merged threads by their target.
 */
export const findCandidates = statement<
  {
    tenantId: Uuid
    tokens: string[]
    signed: Uuid[]
    signedThreads: Uuid[]
    /** Hexadecimal hashes of the ids in In-Reply-To, then in References from last to first. */
    hashes: string[]
    publicNumbers: number[]
    ticketNumbers: string[]
  },
  FoundCandidate
>(`
  with found as (
    select 1 as strength, t.place, 'TOKEN' as evidence, k.thread_id, null::uuid as message_id
    from unnest(:tokens::text[]) with ordinality t(token, place)
    join thread_mail_keys k on k.tenant_id = :tenantId::uuid and k.token = t.token
    union all
    select 2, s.place, 'SIGNED_ID', m.thread_id, m.id from unnest(:signed::uuid[]) with ordinality s(id, place)
    join messages m on m.tenant_id = :tenantId::uuid and m.id = s.id and m.channel is not null and m.email is not null
    union all
    -- After the messages, which may have moved to another thread.
    select 2, 1000 + s.place, 'SIGNED_ID', t.id, null::uuid from unnest(:signedThreads::uuid[]) with ordinality s(id, place)
    join threads t on t.tenant_id = :tenantId::uuid and t.id = s.id
    union all
    select case when r.kind = 'ANCESTOR' then 4 else 3 end, r.place, case when r.kind = 'ANCESTOR' then 'ANCESTOR' else 'KNOWN_ID' end, m.thread_id,
      case when r.kind <> 'ANCESTOR' then m.id end
    from unnest(:hashes::text[]) with ordinality h(hash, place)
    cross join lateral (select message_id, kind, h.place from message_references where tenant_id = :tenantId::uuid and id_hash = decode(h.hash, 'hex') order by message_id desc limit 5) r
    join messages m on m.tenant_id = :tenantId::uuid and m.id = r.message_id and m.channel is not null and m.email is not null
    union all
    select 5, n.place, 'NUMBER', t.id, null::uuid from unnest(:publicNumbers::int[]) with ordinality n(number, place)
    join threads t on t.tenant_id = :tenantId::uuid and t.public_number = n.number
    where cardinality(:ticketNumbers::text[]) = 0 or upper(t.ticket_number) = any(:ticketNumbers::text[]))
  select coalesce((select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = f.thread_id), f.thread_id) as "threadId",
    f.evidence, f.message_id as "messageId"
  from found f order by f.strength, f.place limit 50`)

export type ThreadFacts = {
  id: Uuid
  inboxId: Uuid
  status: 'open' | 'pending' | 'resolved' | 'closed'
  isBeyondReopening: boolean
  customerId: Uuid
  customerAddresses: string[]
  participants: { address: string; role: 'CUSTOMER' | 'CC' | 'AGENT' | 'SIDE'; verified: boolean; removed: boolean }[]
  subjects: string[]
}

/** Reads the facts by which to decide whether a mail belongs to a thread. Leaves out erased threads, which have no customer. */
export const readThreadFacts = statement<{ tenantId: Uuid; ids: Uuid[] }, ThreadFacts>(`
  select t.id, t.inbox_id as "inboxId", t.status, p.reopen_within_days is not null and t.resolved_at is not null
      and (p.reopen_within_days = 0 or t.resolved_at <= now() - make_interval(days => p.reopen_within_days)) as "isBeyondReopening",
    c.id as "customerId",
    array(select s.email from customers s where s.tenant_id = :tenantId::uuid and (s.id = c.id or s.merged_into = c.id)
      union select i.value from customer_identities i where i.tenant_id = :tenantId::uuid and i.customer_id = c.id and i.type = 'EMAIL' and i.verified) as "customerAddresses",
    (select coalesce(json_agg(json_build_object('address', a.address, 'role', a.role, 'verified', a.verified, 'removed', a.removed_at is not null)), '[]')
      from thread_participants a where a.tenant_id = :tenantId::uuid and a.thread_id = any(
        array(select g.source_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.root_id = t.id) || t.id)) as participants,
    array(select t.subject union select l.subject from (
      select m.email ->> 'subject' as subject from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.email is not null
      order by m.created_at desc limit 20) l) as subjects
  from threads t join tenants p on p.tenant_id = :tenantId::uuid cross join lateral (
    select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.id = t.customer_id and s.erased_at is null limit 1) c
  where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[])`)

/** Stores the ids that lead to a message: its own, and those of earlier mails that never arrived here. */
export const insertReferences = statement<{ tenantId: Uuid; messageId: Uuid; own: string[]; ancestors: string[] }, object>(`
  insert into message_references (tenant_id, id_hash, message_id, kind)
  select :tenantId::uuid, decode(hash, 'hex'), :messageId::uuid, 'SELF' from unnest(:own::text[]) as o(hash)
  union all select :tenantId::uuid, decode(hash, 'hex'), :messageId::uuid, 'ANCESTOR' from (
    select distinct hash from unnest(:ancestors::text[]) as a(hash) where hash <> all(:own::text[])) a
  on conflict (tenant_id, id_hash, message_id) do nothing`)

/** Finds messages by reference, for bounces: the message of each hash that was sent by mail. */
export const findMessagesByReference = statement<{ tenantId: Uuid; hashes: string[] }, { id: Uuid }>(`
  select r.message_id as id from unnest(:hashes::text[]) with ordinality h(hash, place)
  join message_references r on r.tenant_id = :tenantId::uuid and r.id_hash = decode(h.hash, 'hex') and r.kind <> 'ANCESTOR'
  join messages m on m.tenant_id = :tenantId::uuid and m.id = r.message_id and m.channel is not null and m.email is not null and m.delivery is not null
  order by h.place limit 10`)

/**
 * Counts the sender's recent mails of one origin, for the flood guards, so that forged mails do not block the genuine sender. In a thread,
 * counts the mails of all senders, but for a verified mail only verified ones. Counts at most a thousand of each.
 */
export const countRecent = statement<
  {
    tenantId: Uuid
    id: Uuid
    inboxId: Uuid
    sender: string
    origin: string
    threadId: Uuid | null
    windowSeconds: number
    blockSeconds: number
  },
  FloodCounts
>(`
  with mail as (select subject, body_digest from inbound_mails where tenant_id = :tenantId::uuid and id = :id::uuid)
  select
    exists (select 1 from inbound_mails m where m.tenant_id = :tenantId::uuid and m.sender = :sender and m.inbox_id = :inboxId::uuid
      and m.created_at > now() - make_interval(secs => :blockSeconds::int) and m.origin = :origin::text and m.cause = 'FLOOD') as "isBlocked",
    (select count(*) from (select 1 from inbound_mails m where m.tenant_id = :tenantId::uuid and m.sender = :sender and m.inbox_id = :inboxId::uuid
      and m.created_at > now() - make_interval(secs => :windowSeconds::int) and m.origin = :origin::text and m.starts_thread limit 1000) a)::int as "newThreads",
    (select count(*) from (select 1 from inbound_mails m, mail where m.tenant_id = :tenantId::uuid and m.sender = :sender and m.inbox_id = :inboxId::uuid
      and m.created_at > now() - make_interval(secs => :windowSeconds::int) and m.origin = :origin::text and m.outcome = 'MESSAGE' and m.subject = mail.subject
      and m.body_digest = mail.body_digest limit 1000) b)::int as "sameMails",
    (select count(*) from (select 1 from inbound_mails m where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.outcome = 'MESSAGE'
      and (m.origin = 'VERIFIED' or :origin::text <> 'VERIFIED')
      and m.created_at > now() - make_interval(secs => :windowSeconds::int) limit 1000) c)::int as "mailsInThread"`)

/** Counts automatic replies to an address across inboxes, and all automatic mails of an inbox. */
export const countAutomaticReplies = statement<
  { tenantId: Uuid; inboxId: Uuid; address: string },
  { addressHour: number; addressDay: number; inboxHour: number }
>(`
  select
    (select count(*) from automatic_replies r where r.tenant_id = :tenantId::uuid and r.address = :address and r.source = 'INBOX' and r.sent_at > now() - interval '1 hour')::int as "addressHour",
    (select count(*) from automatic_replies r where r.tenant_id = :tenantId::uuid and r.address = :address and r.source = 'INBOX' and r.sent_at > now() - interval '1 day')::int as "addressDay",
    (select count(*) from automatic_replies r where r.tenant_id = :tenantId::uuid and r.inbox_id = :inboxId::uuid and r.sent_at > now() - interval '1 hour')::int as "inboxHour"`)

/**
 * Reads the recipients of a message sent by mail, and whether its thread has mails to or from other people, who may know its Message-ID.
 */
export const findSentMessage = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; recipients: string[]; isKnownToOthers: boolean }>(`
  select m.id, array(select r ->> 'address' from jsonb_array_elements(m.delivery -> 'recipients') r) as recipients,
    exists (select 1 from thread_participants a where a.tenant_id = :tenantId::uuid and a.thread_id = m.thread_id
      and a.address <> all(array(select r ->> 'address' from jsonb_array_elements(m.delivery -> 'recipients') r))) as "isKnownToOthers"
  from unnest(:ids::uuid[]) with ordinality w(id, place) join messages m on m.tenant_id = :tenantId::uuid and m.id = w.id
  where m.channel is not null and m.email is not null and m.delivery is not null order by w.place limit 1`)

/** Resumes automatic mail to an address that has sent a mail. */
export const clearEmailFailed = statement<{ tenantId: Uuid; address: string }, object>(`
  update customers set email_failed_at = null where tenant_id = :tenantId::uuid and email = :address and email_failed_at is not null`)

/** Returns a row if a message was mailed to an address. */
export const wentTo = statement<{ tenantId: Uuid; messageId: Uuid; address: string }, { id: Uuid }>(`
  select m.id from messages m where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid and m.channel is not null and exists (
    select 1 from jsonb_array_elements(m.delivery -> 'recipients') as r(recipient) where lower(r.recipient ->> 'address') = lower(:address))`)
