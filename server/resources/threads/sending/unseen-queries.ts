/** Statements on replies in website chats that their visitors have not seen. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { hasAddressSql } from '../../customers/index.ts'

type OfThread = { tenantId: Uuid; threadId: Uuid }

export const findThreadOfMessage = statement<{ tenantId: Uuid; messageId: Uuid }, { threadId: Uuid }>(
  'select thread_id as "threadId" from messages where tenant_id = :tenantId::uuid and id = :messageId::uuid and channel is not null',
)

export type UnseenThread = {
  address: string
  subject: string
  continuity: WidgetSettings['continuity'] | null
  /** Whether a person of the team has answered. */
  isAnswered: boolean
  /** Seconds until another mail may be sent; 0 or less if it may be sent now. */
  waitSeconds: number
}

/** Locks a conversation. */
export const lockConversation = statement<OfThread & { pauseSeconds: number }, UnseenThread>(`
  select v.address, t.subject, i.widget -> 'continuity' as continuity,
    exists (select 1 from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = v.thread_id and m.author_type = 'AGENT' and not m.internal) as "isAnswered",
    coalesce(extract(epoch from v.mailed_at - now()) + :pauseSeconds::int, 0)::double precision as "waitSeconds"
  from thread_conversations v join threads t on t.tenant_id = :tenantId::uuid and t.id = v.thread_id
    join inboxes i on i.tenant_id = :tenantId::uuid and i.id = v.inbox_id
  where v.tenant_id = :tenantId::uuid and v.thread_id = :threadId::uuid for update of v`)

/** Returns the address of a visitor: the one that the customer is known to have, or else the one that was typed. Null if none is known. */
export const findVisitorAddress = statement<
  { tenantId: Uuid; visitorId: Uuid },
  { email: string | null; isTyped: boolean; name: string | null }
>(`
  select case when ${hasAddressSql('c.email')} then c.email else v.email end as email, not ${hasAddressSql('c.email')} as "isTyped", v.name
  from visitors v cross join lateral (
    select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.id = v.customer_id limit 1) x
  join customers c on c.tenant_id = :tenantId::uuid and c.id = x.id and c.erased_at is null
  where v.tenant_id = :tenantId::uuid and v.id = :visitorId::uuid`)

/** Lists the replies that the visitor has neither seen nor got by mail, oldest first. */
export const listUnseen = statement<
  OfThread & { address: string; limit: number },
  { authorName: string | null; bodyText: string; createdAt: string }
>(`
  select m.author_name as "authorName", m.body_text as "bodyText", m.created_at as "createdAt"
  from messages m join thread_conversations v on v.tenant_id = :tenantId::uuid and v.thread_id = m.thread_id
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and m.author_type <> 'CUSTOMER' and not m.internal
    and m.created_at > coalesce(greatest(v.read_through, v.mailed_through), '-infinity') and exists (
      select 1 from jsonb_array_elements(m.delivery -> 'recipients') as r(recipient)
      where r.recipient ->> 'address' = :address and r.recipient ->> 'seenAt' is null)
  order by m.created_at, m.id limit :limit::int`)

export const noteMailed = statement<OfThread & { through: string }, object>(`
  update thread_conversations set mailed_at = now(), mailed_through = :through::timestamptz
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid`)
