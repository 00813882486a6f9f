/** Statements on the presence of websites' visitors. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Key = { tenantId: Uuid; visitorId: Uuid }

/** Visitors whose chat is open in this process, all of one tenant. */
export const reportOnline = statement<{ tenantId: Uuid; visitorIds: readonly Uuid[]; addresses: readonly string[] }, object>(`
  insert into visitor_presence as p (tenant_id, visitor_id, address)
  select :tenantId::uuid, w.id, w.address from unnest(:visitorIds::uuid[], :addresses::text[]) as w(id, address) order by w.id
  on conflict (tenant_id, visitor_id) do update set seen_at = excluded.seen_at`)

/** Reports that the visitor types in a thread; null that they do not. */
export const reportTyping = statement<Key & { address: string; threadId: Uuid | null }, object>(`
  insert into visitor_presence as p (tenant_id, visitor_id, address, typing_in, typing_at)
  values (:tenantId::uuid, :visitorId::uuid, :address, :threadId::uuid, case when :threadId::uuid is not null then now() end)
  on conflict (tenant_id, visitor_id) do update set typing_in = excluded.typing_in, typing_at = excluded.typing_at, seen_at = excluded.seen_at`)

/** Removes a visitor who has closed the chat, unless another process has seen them since. */
export const reportGone = statement<Key, object>(`
  delete from visitor_presence where tenant_id = :tenantId::uuid and visitor_id = :visitorId::uuid`)

export const deleteVisitorPresence = statement<{ tenantId: Uuid; visitorIds: readonly Uuid[] }, object>(
  'delete from visitor_presence where tenant_id = :tenantId::uuid and visitor_id = any(:visitorIds::uuid[])',
)

/** Deletes visitors whose process was killed before it could report that they are gone. */
export const deleteStalePresence = statement<{ tenantId: Uuid }, object>(
  `delete from visitor_presence where tenant_id = :tenantId::uuid and seen_at < now() - interval '1 hour'`,
)

export type PresentVisitorRow = {
  tenantId: Uuid
  visitorId: Uuid
  threadId: Uuid
  name: string | null
  typing: boolean
  pagePath: string | null
  pageTitle: string | null
  locale: string | null
  seenAt: string
}

/** Seconds for which a visitor counts as present after the last report, and as typing. */
const isOnlineSql = `p.seen_at > now() - interval '45 seconds'`
const isTypingSql = (thread: string): string => `p.typing_in = ${thread} and p.typing_at > now() - interval '10 seconds'`

/** Lists the visitors who are present, in each of their conversations of the last month, for the streams of this process. */
export const visitorsPresent = statement<
  { tenantIds: Uuid[] },
  PresentVisitorRow
>(`/* across tenants: one question a moment for all streams of a process */
  select p.tenant_id as "tenantId", p.visitor_id as "visitorId", c.thread_id as "threadId", v.name, coalesce(${isTypingSql('c.thread_id')}, false) as typing,
    v.page_path as "pagePath", v.page_title as "pageTitle", v.locale, p.seen_at as "seenAt"
  from visitor_presence p join visitors v on v.tenant_id = p.tenant_id and v.id = p.visitor_id
  join thread_conversations c on c.tenant_id = p.tenant_id and c.inbox_id = v.inbox_id and c.address = p.address
    and c.created_at > now() - interval '30 days'
  where p.tenant_id = any(:tenantIds::uuid[]) and ${isOnlineSql}`)

export type ThreadVisitorRow = {
  id: Uuid
  verified: boolean
  online: boolean
  typing: boolean
  pagePath: string | null
  pageTitle: string | null
  locale: string | null
  lastSeenAt: string
}

/** Finds the visitor of a thread by the id at which the thread takes place. */
export const findThreadVisitor = statement<{ tenantId: Uuid; threadId: Uuid; visitorId: Uuid }, ThreadVisitorRow>(`
  select v.id, v.verified, coalesce(${isOnlineSql}, false) as online, coalesce(${isOnlineSql} and ${isTypingSql(':threadId::uuid')}, false) as typing,
    v.page_path as "pagePath", v.page_title as "pageTitle", v.locale, greatest(v.last_seen_at, p.seen_at) as "lastSeenAt"
  from visitors v left join visitor_presence p on p.tenant_id = :tenantId::uuid and p.visitor_id = v.id
  where v.tenant_id = :tenantId::uuid and v.id = :visitorId::uuid`)

/** Returns the address of a thread's conversation. */
export const findThreadAddress = statement<{ tenantId: Uuid; threadId: Uuid }, { address: string }>(
  'select address from thread_conversations where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid',
)
