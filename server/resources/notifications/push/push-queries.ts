import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ChosenNotifications, NotificationType } from '../../users/index.ts'
import { liveUntil } from '../../auth/index.ts'
import { webhookNameSql, type Owner } from '../queries.ts'

export type SubscriptionRecord = {
  id: Uuid
  sessionId: Uuid
  endpoint: string
  device: string | null
  createdAt: string
  sentAt: string | null
}

const columnsSql = `s.id, s.session_id as "sessionId", s.endpoint, s.device, s.created_at as "createdAt", s.sent_at as "sentAt"`

/** SQL: whether the session that made the subscription has neither ended nor expired. */
const isLiveSql = `exists (select 1 from sessions e where e.tenant_id = :tenantId::uuid and e.id = s.session_id and ${liveUntil('e')} > now())`

export const subscriptionList = keysetList<SubscriptionRecord>({
  from: 'push_subscriptions s',
  alias: 's',
  columns: columnsSql,
  filters: { userId: `s.user_id = :userId::uuid and ${isLiveSql}` },
})

/** Maximum number of subscriptions of a user. A new one replaces the oldest. */
export const maxSubscriptions = 20

/**
 * Stores a subscription. A browser has one, so the endpoint's earlier subscription is replaced, also when another user of the tenant made it in
 * this browser. Deletes the user's oldest ones above the limit, and those whose session has ended.
 */
export const deleteReplaced = statement<Owner & { endpoint: string }, object>(`with
kept as materialized (
  select s.id from push_subscriptions s where s.tenant_id = :tenantId::uuid and s.user_id = :userId::uuid and ${isLiveSql}
  order by s.created_at desc, s.id desc limit ${maxSubscriptions - 1})
delete from push_subscriptions s where s.tenant_id = :tenantId::uuid
  and (s.endpoint = :endpoint::text and s.user_id <> :userId::uuid
    or s.user_id = :userId::uuid and s.endpoint <> :endpoint::text and s.id not in (select id from kept))`)

export const saveSubscription = statement<
  Owner & { id: Uuid; sessionId: Uuid; endpoint: string; p256dh: string; auth: string; device: string | null },
  SubscriptionRecord
>(`insert into push_subscriptions as s (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, device)
  values (:tenantId::uuid, :id::uuid, :userId::uuid, :sessionId::uuid, :endpoint::text, :p256dh::text, :auth::text, :device::text)
  on conflict (tenant_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    device = coalesce(excluded.device, s.device)
  returning ${columnsSql}`)

export const deleteSubscription = statement<Owner & { id: Uuid }, SubscriptionRecord>(
  `delete from push_subscriptions s where s.tenant_id = :tenantId::uuid and s.user_id = :userId::uuid and s.id = :id::uuid returning ${columnsSql}`,
)

// --- Sending ------------------------------------------------------------------------------------------------------------

export const findSubscriptionsOf = statement<{ tenantId: Uuid; userIds: Uuid[] }, { id: Uuid; userId: Uuid }>(
  `select s.id, s.user_id as "userId" from push_subscriptions s
  where s.tenant_id = :tenantId::uuid and s.user_id = any(:userIds::uuid[]) and ${isLiveSql} order by s.id`,
)

export type PushTarget = {
  userId: Uuid
  endpoint: string
  p256dh: string
  auth: string
  language: 'en' | 'de' | null
  notifications: ChosenNotifications | null
  showsText: boolean
}

/** Finds a subscription, if notifications may be pushed to it. */
export const findTarget = statement<{ tenantId: Uuid; id: Uuid }, PushTarget>(`
  select s.user_id as "userId", s.endpoint, s.p256dh, s.auth, t.push_shows_text as "showsText",
    (select p.language from user_preferences p where p.tenant_id = :tenantId::uuid and p.user_id = s.user_id limit 1) as language,
    (select p.notifications from user_preferences p where p.tenant_id = :tenantId::uuid and p.user_id = s.user_id limit 1) as notifications
  from push_subscriptions s
  join users u on u.tenant_id = :tenantId::uuid and u.id = s.user_id and u.status = 'ACTIVE'
  join tenants t on t.tenant_id = :tenantId::uuid and t.status <> 'SUSPENDED'
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid and ${isLiveSql}`)

export type PushedNotification = {
  id: Uuid
  type: NotificationType
  count: number
  threadId: Uuid | null
  ticketNumber: string | null
  subject: string | null
  inboxId: Uuid | null
  teamId: Uuid | null
  actorName: string | null
  excerpt: string | null
  unread: number
}

/** Finds the user's unread notification of a type and thread, if the browser is to alert the user. */
export const findPushed = statement<Owner & { type: string; threadId: Uuid | null }, PushedNotification>(`
  select n.id, n.type, n.count, n.thread_id as "threadId", t.ticket_number as "ticketNumber", t.subject, t.inbox_id as "inboxId", t.team_id as "teamId",
    case n.actor_type
      when 'CUSTOMER' then (select coalesce(x.name, x.email) from customers x where x.tenant_id = :tenantId::uuid and x.id = n.actor_id limit 1)
      when 'RULE' then (select x.name from automation_rules x where x.tenant_id = :tenantId::uuid and x.id = n.actor_id limit 1)
      when 'WEBHOOK' then (select ${webhookNameSql('x')} from webhooks x where x.tenant_id = :tenantId::uuid and x.id = n.actor_id limit 1)
      else (select x.name from users x where x.tenant_id = :tenantId::uuid and x.id = n.actor_id limit 1) end as "actorName",
    coalesce(n.text, (select left(btrim(regexp_replace(left(m.body_text, 1000), '\\s+', ' ', 'g')), 200) from messages m
      where m.tenant_id = :tenantId::uuid and m.id = n.message_id limit 1)) as excerpt,
    (select coalesce(sum(k.unread), 0)::int from notification_counts k where k.tenant_id = :tenantId::uuid and k.user_id = :userId::uuid) as unread
  from notifications n left join lateral (
    select ticket_number, subject, inbox_id, team_id from threads where tenant_id = :tenantId::uuid and id = n.thread_id limit 1) t on true
  where n.tenant_id = :tenantId::uuid and n.user_id = :userId::uuid and n.type = :type::text and n.thread_id is not distinct from :threadId::uuid
    and n.read_at is null and n.snoozed_until is null and n.desktop and (n.thread_id is null or t.ticket_number is not null)
  order by n.created_at desc, n.id desc limit 1`)

export const noteSent = statement<{ tenantId: Uuid; id: Uuid }, object>(`with clock as materialized (select now() as now)
  update push_subscriptions s set sent_at = clock.now from clock where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`)

export const deleteDead = statement<{ tenantId: Uuid; id: Uuid; endpoint: string }, object>(
  'delete from push_subscriptions where tenant_id = :tenantId::uuid and id = :id::uuid and endpoint = :endpoint::text',
)
