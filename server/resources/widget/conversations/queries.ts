/** Statements on visitors and their conversations. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { StoredPart } from '../../threads/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'

type VisitorKey = { tenantId: Uuid; visitorId: Uuid }

/** A visitor who has written. `customerId` follows merges. */
export type Visitor = {
  customerId: Uuid
  verified: boolean
  email: string | null
  name: string | null
  /** The customer, and all that were merged into them. */
  customerIds: Uuid[]
  /** The addresses of these customers. An address that the visitor has only typed is not among them: others may have mail there. */
  addresses: string[]
}

export const findVisitor = statement<VisitorKey, Visitor>(`
  select x.id as "customerId", v.verified, v.email, v.name, array_agg(c.id) as "customerIds", array_agg(lower(c.email)) as addresses
  from visitors v cross join lateral (
    select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.id = v.customer_id and s.erased_at is null limit 1) x
  join customers c on c.tenant_id = :tenantId::uuid and (c.id = x.id or c.merged_into = x.id)
  where v.tenant_id = :tenantId::uuid and v.id = :visitorId::uuid
  group by x.id, v.verified, v.email, v.name`)

/**
 * Finds the customer of a proved identity: the one with the website's id, or else the one with the address, unless that customer has another
 * id of the website, or is not `customerId`, who had the address when it was proved. Follows merges.
 */
export const findCustomerOfIdentity = statement<
  { tenantId: Uuid; sub: string | null; email: string | null; customerId: Uuid | null },
  Pick<Visitor, 'customerId' | 'customerIds' | 'addresses'>
>(`
  select x.id as "customerId", array_agg(c.id) as "customerIds", array_agg(lower(c.email)) as addresses
  from (
    select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.external_id = :sub::text
    union all
    select r.id from customers s join customers r on r.tenant_id = :tenantId::uuid and r.id = coalesce(s.merged_into, s.id)
    where s.tenant_id = :tenantId::uuid and s.email = :email::text and (:sub::text is null or r.external_id is null)
      and (:customerId::uuid is null or r.id = (
        select coalesce(b.merged_into, b.id) from customers b where b.tenant_id = :tenantId::uuid and b.id = :customerId::uuid))
    limit 1) x
  join customers c on c.tenant_id = :tenantId::uuid and (c.id = x.id or c.merged_into = x.id) and c.erased_at is null
  group by x.id`)

/** Who reads: every statement below shows only what this visitor may see. */
export type Reader = {
  tenantId: Uuid
  inboxId: Uuid
  address: string
  /** Null for a visitor who has not written and whom nobody knows. */
  customerId: Uuid | null
  customerIds: readonly Uuid[]
  addresses: readonly string[]
  /** The customers whose threads of every channel the reader sees: in the portal those of the proved identity, otherwise none. */
  portalCustomerIds: readonly Uuid[]
}

/**
 * SQL: whether a message `m` is for the reader. Notes and deleted messages are not, nor are messages of other customers, mails to others, and
 * messages that came from threads of others by a merge. An automatic reply from a stranger's address has the thread's customer as its author,
 * and is not for them. Splitting forgets which thread a message came from, and it may have been one of others. So of what is older than a split,
 * only mails and the reader's own messages are shown.
 */
const isVisibleSql = `not m.internal and m.deleted_at is null
    and (m.author_type <> 'CUSTOMER' or m.author_id = any(:customerIds::uuid[]))
    and not (m.author_type = 'CUSTOMER' and m.automatic and m.email is not null and lower(m.email -> 'from' ->> 'address') <> all(:addresses::text[]))
    and (m.email is null or m.author_type = 'CUSTOMER' or exists (
      select 1 from jsonb_array_elements(coalesce(m.email -> 'to', '[]') || coalesce(m.email -> 'cc', '[]')) as r(mailbox)
      where lower(r.mailbox ->> 'address') = any(:addresses::text[])))
    and (m.author_type = 'CUSTOMER' or m.email is not null or not exists (
      select 1 from threads o where o.tenant_id = :tenantId::uuid and o.id = coalesce(m.merged_from[1], m.thread_id)
        and o.split_from is not null and o.created_at > m.created_at))
    and not exists (select 1 from unnest(m.merged_from) as f(id) where not exists (
        select 1 from thread_conversations y where y.tenant_id = :tenantId::uuid and y.thread_id = f.id and y.address = :address)
      and not exists (
        select 1 from threads z where z.tenant_id = :tenantId::uuid and z.id = f.id and z.customer_id = any(:portalCustomerIds::uuid[])))`

/** SQL: whether a conversation takes place with the visitor, in the visitor's inbox. */
const isWithVisitorSql = (conversation: string) =>
  `${conversation}.tenant_id = :tenantId::uuid and ${conversation}.inbox_id = :inboxId::uuid and ${conversation}.address = :address`

/**
 * SQL: the conversations of the reader: unmerged threads of the inbox that take place with the visitor, and in the portal those of the
 * customer. `read_through` is the mark of what the visitor has seen; mails have none, because the customer has them elsewhere.
 */
const conversationsSql = `(
    select c.thread_id, c.read_through, true as has_mark, false as is_portal from thread_conversations c where ${isWithVisitorSql('c')}
    union all
    select p.id, y.read_through, y.thread_id is not null, true
    from threads p left join thread_conversations y on y.tenant_id = :tenantId::uuid and y.thread_id = p.id
    where p.tenant_id = :tenantId::uuid and p.customer_id = any(:portalCustomerIds::uuid[])
      and not coalesce(${isWithVisitorSql('y')} and p.inbox_id = :inboxId::uuid, false)
  ) v join threads t on t.tenant_id = :tenantId::uuid and t.id = v.thread_id and (v.is_portal or t.inbox_id = :inboxId::uuid) and t.merged_into is null`

/** A message for its visitor. Only the fields that the presenter uses leave the database. */
export type WidgetMessageRecord = {
  id: Uuid
  threadId: Uuid
  authorType: 'AGENT' | 'CUSTOMER' | 'BOT' | 'SYSTEM'
  authorName: string | null
  body: string
  bodyFormat: 'text' | 'html'
  bodyText: string
  /** The part of an incoming mail that was written for it; null for other messages. */
  reply: { from: number; to: number | null } | null
  attachments: StoredAttachment[] | null
  receipt: { state: string; at: string; seenAt: string | null } | null
  clientId: string | null
  parts: StoredPart[] | null
  createdAt: string
}

const messageColumnsSql = `m.id, m.thread_id as "threadId", m.author_type as "authorType",
    case when m.author_type <> 'CUSTOMER' then m.author_name end as "authorName", m.body, m.body_format as "bodyFormat", m.body_text as "bodyText",
    case when m.email ->> 'direction' = 'IN' then json_build_object('from', coalesce((m.email ->> 'replyFrom')::int, 0), 'to', (m.email ->> 'quotedFrom')::int) end as reply,
    m.attachments, (select json_build_object('state', r.recipient ->> 'state', 'at', r.recipient ->> 'at', 'seenAt', r.recipient ->> 'seenAt')
      from jsonb_array_elements(m.delivery -> 'recipients') as r(recipient) where r.recipient ->> 'address' = :address limit 1) as receipt,
    case when m.author_type = 'CUSTOMER' then m.client_id end as "clientId", m.parts, m.created_at as "createdAt"`

export type WidgetThreadRecord = {
  id: Uuid
  subject: string
  status: 'open' | 'pending' | 'resolved' | 'closed'
  createdAt: string
  assignee: { name: string; online: boolean } | null
  unread: number
  /** The time of the latest message of the visitor that an agent has read. Never that of another message, such as a note. */
  seenThrough: string | null
  /** The id is how an erasure finds the comment in stored responses. */
  rating: { threadId: Uuid; score: number; scale: 'STARS' | 'THUMBS'; comment: string | null } | null
  lastMessage: WidgetMessageRecord
}

/** SQL: counts the messages of a thread `t` that the reader has not seen, up to 100. */
const unreadSql = `(select count(*)::int from (select 1 from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and v.has_mark and m.author_type <> 'CUSTOMER'
      and m.created_at > coalesce(v.read_through, '-infinity') and ${isVisibleSql} limit 100) u)`

/** SQL: the time of the latest message of the reader in a thread `t` that an agent has read. */
const seenThroughSql = `(select m.created_at from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.author_type = 'CUSTOMER' and ${isVisibleSql}
      and exists (select 1 from thread_reads r where r.tenant_id = :tenantId::uuid and r.thread_id = t.id and r.read_through >= m.created_at)
      order by m.created_at desc limit 1)`

const threadSql = `select t.id, t.subject, t.status, t.created_at as "createdAt", ${unreadSql} as unread, ${seenThroughSql} as "seenThrough", row_to_json(l) as "lastMessage",
    (select json_build_object('name', u.name, 'online', u.status = 'ACTIVE' and u.availability = 'AVAILABLE' and coalesce(u.last_seen_at > now() - interval '10 minutes', false))
      from users u where u.tenant_id = :tenantId::uuid and u.id = t.assignee_id limit 1) as assignee,
    (select json_build_object('threadId', r.thread_id, 'score', r.score, 'scale', r.scale, 'comment', r.comment) from satisfaction_requests r
      where r.tenant_id = :tenantId::uuid and r.thread_id = t.id and r.answered_at is not null and r.customer_id = any(:customerIds::uuid[])
      order by r.answered_at desc limit 1) as rating
  from ${conversationsSql} cross join lateral (
    select ${messageColumnsSql} from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and ${isVisibleSql}
    order by m.created_at desc, m.id desc limit 1) l`

/** Lists the latest conversations of the reader, those with the latest message first. */
export const listConversations = statement<Reader & { limit: number }, WidgetThreadRecord>(`
  ${threadSql} order by l."createdAt" desc, t.id desc limit :limit::int`)

export const findConversation = statement<Reader & { threadId: Uuid }, WidgetThreadRecord>(`${threadSql} where t.id = :threadId::uuid`)

/**
 * Finds the conversation of an id, following merges within the reader's own conversations. `readThrough` is the time of the latest message
 * that the reader has seen.
 */
export const findOwnThread = statement<
  Pick<Reader, 'tenantId' | 'inboxId' | 'address' | 'portalCustomerIds'> & { threadId: Uuid },
  { id: Uuid; readThrough: string | null }
>(`
  select t.id, v.read_through as "readThrough" from ${conversationsSql}
  where t.id = coalesce(
    (select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = :threadId::uuid and (
      exists (select 1 from thread_conversations s where s.tenant_id = :tenantId::uuid and s.thread_id = g.source_id and s.address = :address)
      or exists (select 1 from threads s where s.tenant_id = :tenantId::uuid and s.id = g.source_id and s.customer_id = any(:portalCustomerIds::uuid[])))),
    :threadId::uuid)`)

/** Lists the threads of a reader of the portal, the latest first. */
export const listPortalThreadIds = statement<Pick<Reader, 'tenantId' | 'portalCustomerIds'> & { limit: number }, { id: Uuid }>(`
  select p.id from threads p where p.tenant_id = :tenantId::uuid and p.customer_id = any(:portalCustomerIds::uuid[])
  order by p.created_at desc, p.id desc limit :limit::int`)

/** Counts what the reader has not seen in all conversations, up to 100 in each. */
export const countUnread = statement<Reader, { unread: number }>(`
  select coalesce(sum(${unreadSql}), 0)::int as unread from ${conversationsSql}`)

// --- Messages -------------------------------------------------------------------------------------------------------

type MessagesOf = Reader & { threadId: Uuid; limit: number; at: string | null; id: Uuid | null }
type Counted = WidgetMessageRecord & { total: number }

/** SQL: a page of messages. The total is counted apart, so that only the messages of the page are read whole. */
const pageSql = (condition: string, order: 'asc' | 'desc') => {
  const fromSql = `from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and ${isVisibleSql} and ${condition}`
  return `select ${messageColumnsSql}, (select count(*) ${fromSql})::int as total ${fromSql}
    and (:at::timestamptz is null or (m.created_at, m.id) ${order === 'asc' ? '>' : '<'} (:at::timestamptz, :id::uuid))
  order by m.created_at ${order}, m.id ${order} limit :limit::int`
}

export const listNewest = statement<MessagesOf, Counted>(pageSql('true', 'desc'))
export const listSince = statement<MessagesOf & { since: number }, Counted>(
  pageSql(`m.created_at > to_timestamp(:since::double precision / 1000)::timestamptz(3)`, 'asc'),
)

/** Finds a message for the reader. */
export const findOwnMessage = statement<Reader & { threadId: Uuid; messageId: Uuid }, WidgetMessageRecord>(`
  select ${messageColumnsSql} from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.id = :messageId::uuid and ${isVisibleSql}`)

/**
 * Finds the message that the visitor's program has sent with this id, wherever it is now. Not one of another visitor: agents merge customers,
 * and the first thread of a message tells whose it is, unless it was split off.
 */
export const findByClientId = statement<Pick<Reader, 'tenantId' | 'address' | 'customerIds'> & { clientId: string }, WidgetMessageRecord>(`
  select ${messageColumnsSql} from messages m where m.tenant_id = :tenantId::uuid and m.client_id = :clientId::text and m.author_type = 'CUSTOMER'
    and m.author_id = any(:customerIds::uuid[]) and not exists (
      select 1 from thread_conversations o where o.tenant_id = :tenantId::uuid and o.thread_id = coalesce(m.merged_from[1], m.thread_id) and o.address <> :address)
  order by m.created_at limit 1`)

/** Finds the label of an option in the latest message of a conversation that offers it. */
export const findChoice = statement<Reader & { threadId: Uuid; choiceId: string }, { label: string }>(`
  select o.option ->> 'label' as label from messages m cross join lateral jsonb_array_elements(m.parts) as p(part)
    cross join lateral jsonb_array_elements(case when p.part ->> 'kind' = 'CHOICES' then p.part -> 'options' else '[]' end) as o(option)
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.parts is not null and ${isVisibleSql} and o.option ->> 'id' = :choiceId
  order by m.created_at desc limit 1`)

// --- Writing --------------------------------------------------------------------------------------------------------

export type NewVisitor = VisitorKey & {
  inboxId: Uuid
  customerId: Uuid
  verified: boolean
  email: string | null
  name: string | null
  locale: string | null
}

/** Inserts a visitor who writes for the first time. Returns no row if another transaction was faster, for whose commit it waits. */
export const insertVisitor = statement<NewVisitor, { id: Uuid }>(`
  insert into visitors (tenant_id, id, inbox_id, customer_id, verified, email, name, locale)
  values (:tenantId::uuid, :visitorId::uuid, :inboxId::uuid, :customerId::uuid, :verified::boolean, :email, :name, :locale)
  on conflict (tenant_id, id) do nothing returning id`)

/** Locks a visitor, so that their messages are written one after another. */
export const lockVisitor = statement<VisitorKey, { id: Uuid }>(
  'select id from visitors where tenant_id = :tenantId::uuid and id = :visitorId::uuid for update',
)

export const updateVisitor = statement<
  VisitorKey & { customerId: Uuid; email: string | null; name: string | null; pagePath: string | null; pageTitle: string | null },
  object
>(`
  update visitors set customer_id = :customerId::uuid, email = coalesce(:email, email), name = coalesce(:name, name), last_seen_at = now(),
    page_path = coalesce(:pagePath, page_path), page_title = case when :pagePath::text is null then page_title else :pageTitle end
  where tenant_id = :tenantId::uuid and id = :visitorId::uuid`)

/** Returns the seconds until the visitor may begin another conversation, if they have begun as many as allowed; no row otherwise. */
export const findThreadLimit = statement<
  Pick<Reader, 'tenantId' | 'inboxId' | 'address'> & { limit: number; minutes: number },
  { seconds: number }
>(`
  select ceil(extract(epoch from v.created_at + make_interval(mins => :minutes::int) - now()))::int as seconds from thread_conversations v
  where ${isWithVisitorSql('v')} and v.created_at > now() - make_interval(mins => :minutes::int)
  order by v.created_at desc offset :limit::int - 1 limit 1`)

/** Returns the time of a sequence, but not later than the conversation's latest message. */
export const readThrough = statement<{ tenantId: Uuid; threadId: Uuid; sequence: number }, { through: string }>(`
  select least(to_timestamp(:sequence::double precision / 1000)::timestamptz(3), greatest(t.last_message_at, t.silent_message_at)) as through from threads t
  where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid`)

/** Moves the visitor's mark of a conversation forward, never back. */
export const moveReadMark = statement<{ tenantId: Uuid; threadId: Uuid; through: string }, object>(`
  update thread_conversations set read_through = :through::timestamptz
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and (read_through is null or read_through < :through::timestamptz)`)

/** Counts a transcript of the last hour. Returns no row if there were as many as allowed. */
export const takeTranscript = statement<VisitorKey & { limit: number }, { id: Uuid }>(`
  update visitors v set transcripts_at = array_append(array(select t.at from unnest(v.transcripts_at) as t(at) where t.at > now() - interval '1 hour'), now()::timestamptz(3))
  where v.tenant_id = :tenantId::uuid and v.id = :visitorId::uuid
    and (select count(*) from unnest(v.transcripts_at) as t(at) where t.at > now() - interval '1 hour') < :limit::int
  returning v.id`)
