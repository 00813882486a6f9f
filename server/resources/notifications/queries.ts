/**
 * Statements of notifications. All writers lock a user's notifications first, ordered by user, type, thread and id, and then the counts, ordered
 * by user and type.
 */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { JobRecord } from '../jobs/index.ts'
import type { NotificationType } from '../users/index.ts'

export type Owner = { tenantId: Uuid; userId: Uuid }
type Key = Owner & { id: Uuid }

export type NotificationRecord = {
  id: Uuid
  type: NotificationType
  thread: { id: Uuid; ticketNumber: string; subject: string } | null
  job:
    | (Pick<JobRecord, 'id' | 'type' | 'state' | 'total' | 'done' | 'failed'> & {
        inbox: { id: Uuid; name: string } | null
        problem: string | null
      })
    | null
  actor: { type: string; id: Uuid | null; name: string | null } | null
  excerpt: string | null
  count: number
  eventIds: Uuid[]
  firstAt: string
  lastAt: string
  readAt: string | null
  archivedAt: string | null
  snoozedUntil: string | null
  desktop: boolean
}

/** SQL: a webhook's display name: its description, or else its host. The rest of its URL may contain a secret. */
export const webhookNameSql = (alias: string): string => `coalesce(${alias}.description, substring(${alias}.url from '://([^/?#]+)'))`

/** SQL: lookups by key with `limit 1`, so that PostgreSQL reads no other rows of these tables. */
const threadSql = `(select json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'subject', t.subject)
  from threads t where t.tenant_id = :tenantId::uuid and t.id = n.thread_id limit 1)`
const jobSql = `(select json_build_object('id', j.id, 'type', j.type, 'state', j.state, 'total', j.total, 'done', j.done, 'failed', j.failed,
    'inbox', case when j.type = 'MAIL_ROUND_TRIP' then (select json_build_object('id', i.id, 'name', i.name)
      from inboxes i where i.tenant_id = :tenantId::uuid and i.id = (j.input->>'inboxId')::uuid limit 1) end,
    'problem', case when j.type = 'MAIL_ROUND_TRIP' and j.state = 'FAILED' then (
      select s.step->>'detail' from json_array_elements(j.result->'steps') with ordinality s(step, place)
      where s.step->>'ok' = 'false' order by s.place limit 1) end)
  from bulk_jobs j where j.tenant_id = :tenantId::uuid and j.id = n.job_id limit 1)`
const actorNameSql = `case n.actor_type
  when 'CUSTOMER' then (select coalesce(c.name, c.email) from customers c where c.tenant_id = :tenantId::uuid and c.id = n.actor_id limit 1)
  when 'RULE' then (select r.name from automation_rules r where r.tenant_id = :tenantId::uuid and r.id = n.actor_id limit 1)
  when 'WEBHOOK' then (select ${webhookNameSql('w')} from webhooks w where w.tenant_id = :tenantId::uuid and w.id = n.actor_id limit 1)
  else (select u.name from users u where u.tenant_id = :tenantId::uuid and u.id = n.actor_id limit 1) end`
const excerptSql = `coalesce(n.text, (select left(btrim(regexp_replace(left(m.body_text, 1000), '\\s+', ' ', 'g')), 200)
  from messages m where m.tenant_id = :tenantId::uuid and m.id = n.message_id limit 1))`

const columnsSql = `n.id, n.type, ${threadSql} as thread, ${jobSql} as job,
  case when n.actor_type is not null then json_build_object('type', n.actor_type, 'id', n.actor_id, 'name', ${actorNameSql}) end as actor,
  ${excerptSql} as excerpt, n.count, n.event_ids as "eventIds", n.first_at as "firstAt", n.last_at as "lastAt", n.read_at as "readAt",
  n.archived_at as "archivedAt", n.snoozed_until as "snoozedUntil", n.desktop`

/** SQL: whether a row counts as unread. */
const isCountedSql = (alias: string): string => `${alias}.read_at is null and ${alias}.snoozed_until is null and ${alias}.in_app`

export const notificationList = keysetList<NotificationRecord>({
  from: 'notifications n',
  alias: 'n',
  columns: columnsSql,
  filters: {
    userId: 'n.user_id = :userId::uuid and n.in_app',
    unread: `${isCountedSql('n')} and :unread::boolean`,
    notUnread: `not (${isCountedSql('n')}) and :notUnread::boolean`,
    archived: 'n.archived_at is not null and :archived::boolean',
    notArchived: 'n.archived_at is null and :notArchived::boolean',
    type: 'n.type = :type::text',
    threadId: 'n.thread_id = :threadId::uuid',
  },
  counted: {
    'unread+userId': `select coalesce(sum(k.unread), 0)::bigint from notification_counts k where k.tenant_id = :tenantId::uuid and k.user_id = :userId::uuid`,
  },
})

export const findNotification = statement<Key, NotificationRecord>(
  `select ${columnsSql} from notifications n where n.tenant_id = :tenantId::uuid and n.user_id = :userId::uuid and n.id = :id::uuid and n.in_app`,
)

// --- Counts -----------------------------------------------------------------------------------------------------------

export type UnreadCount = { type: NotificationType; unread: number }

export const findCounts = statement<Owner, UnreadCount>(
  'select type, unread from notification_counts where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

/** Reads the versions of the counts of users with open streams in this process. A version shows whether the counts have changed. */
export const findVersions = statement<
  { tenantIds: Uuid[]; userIds: Uuid[] },
  { tenantId: Uuid; userId: Uuid; version: number; counts: UnreadCount[] }
>(`/* across tenants: one question a moment for all streams of a process */
  select tenant_id as "tenantId", user_id as "userId", sum(version)::bigint as version, json_agg(json_build_object('type', type, 'unread', unread)) as counts
  from notification_counts where tenant_id = any(:tenantIds::uuid[]) and user_id = any(:userIds::uuid[]) group by 1, 2`)

/**
 * SQL: CTEs that change counts after the rows of `changed` (user_id, type, delta) were written. They lock the counts in order, and only
 * after the notifications.
 */
const changeCountsCtes = (changed: string): string => `changes as materialized (${changed}),
sums as materialized (select user_id, type, sum(delta)::int as delta from changes group by 1, 2),
locked_counts as materialized (
  select user_id, type from notification_counts where tenant_id = :tenantId::uuid and (user_id, type) in (select user_id, type from sums)
  order by user_id, type for update),
changed_counts as (
  update notification_counts k set unread = k.unread + s.delta, version = k.version + 1 from sums s
  where k.tenant_id = :tenantId::uuid and k.user_id = s.user_id and k.type = s.type and (select count(*) from locked_counts) >= 0)`

// --- Making notifications -------------------------------------------------------------------------------------------------

export type NewNotification = {
  id: Uuid
  userId: Uuid
  type: NotificationType
  threadId: Uuid | null
  messageId: Uuid | null
  jobId: Uuid | null
  /** Text of a rule; null for other types. */
  text: string | null
  actorType: string | null
  actorId: Uuid | null
  count: number
  eventIds: Uuid[]
  sequence: number
  firstAt: string
  lastAt: string
  inApp: boolean
  desktop: boolean
}

/**
 * Inserts notifications. An unread one of the same kind gets the new events instead, and stays snoozed if it is. Inserts missing counts.
 */
export const upsertNotifications = statement<{ tenantId: Uuid; given: NewNotification[] }, object>(`with
given as materialized (
  select g.*, array(select json_array_elements_text(g."eventIds")::uuid) as event_ids from json_to_recordset(:given::json) as g(id uuid, "userId" uuid, type text,
    "threadId" uuid, "messageId" uuid, "jobId" uuid, text text, "actorType" text, "actorId" uuid, count int, "eventIds" json, sequence bigint, "firstAt" timestamptz,
    "lastAt" timestamptz, "inApp" boolean, desktop boolean)),
upserted as (
  insert into notifications as n (tenant_id, id, user_id, type, thread_id, message_id, job_id, text, actor_type, actor_id, count, event_ids, sequence,
    first_at, last_at, created_at, in_app, desktop)
  select :tenantId::uuid, g.id, g."userId", g.type, g."threadId", g."messageId", g."jobId", g.text, g."actorType", g."actorId", g.count, g.event_ids, g.sequence, g."firstAt",
    g."lastAt", g."lastAt", g."inApp", g.desktop
  from given g order by g."userId", g.type, g."threadId"
  on conflict (tenant_id, user_id, type, thread_id) where read_at is null do update set count = n.count + excluded.count,
    -- Never null. Without coalesce, Citus crashes.
    event_ids = coalesce((n.event_ids || excluded.event_ids)[greatest(1, cardinality(n.event_ids || excluded.event_ids) - 19):], '{}'),
    message_id = coalesce(excluded.message_id, n.message_id), text = excluded.text, actor_type = excluded.actor_type, actor_id = excluded.actor_id, sequence = excluded.sequence,
    last_at = excluded.last_at, created_at = greatest(n.created_at, excluded.created_at), desktop = excluded.desktop
  returning n.id, n.user_id, n.type, n.in_app),
sums as materialized (
  select u.user_id, u.type, count(*) filter (where u.in_app and u.id in (select id from given))::int as delta from upserted u group by 1, 2)
insert into notification_counts as k (tenant_id, user_id, type, unread)
select :tenantId::uuid, user_id, type, delta from sums order by user_id, type
on conflict (tenant_id, user_id, type) do update set unread = k.unread + excluded.unread, version = k.version + 1`)

// --- Reading them ---------------------------------------------------------------------------------------------------------

const chosenSql = (condition: string): string => `chosen as materialized (
  select id from notifications where tenant_id = :tenantId::uuid and read_at is null and snoozed_until is null and ${condition}
  order by user_id, type, thread_id, id for update),
clock as materialized (select now() as now),
updated as (
  update notifications n set read_at = clock.now from chosen c, clock where n.tenant_id = :tenantId::uuid and n.id = c.id
  returning n.user_id, n.type, n.in_app)`
const readSql = (condition: string): string => `with ${chosenSql(condition)},
${changeCountsCtes('select user_id, type, case when in_app then -1 else 0 end as delta from updated')}
select count(*) as count from updated`

/** Marks notifications of a user as read. Snoozed ones stay snoozed, and reappear when due. */
export const readByIds = statement<Owner & { ids: Uuid[] }, { count: number }>(
  readSql('user_id = :userId::uuid and id = any(:ids::uuid[])'),
)
export const readBefore = statement<Owner & { before: string; type: string | null }, { count: number }>(
  readSql('user_id = :userId::uuid and last_at <= :before::timestamptz and (:type::text is null or type = :type::text)'),
)
/** Marks a user's notifications of a thread as read, including notifications of threads merged into it. */
export const readOfThread = statement<Owner & { threadId: Uuid }, { count: number }>(
  readSql(`user_id = :userId::uuid and (thread_id = :threadId::uuid
    or thread_id = any(array(select source_id from thread_merges where tenant_id = :tenantId::uuid and root_id = :threadId::uuid)))`),
)
/** Marks notifications as read for users who have written in the thread after them. */
export const readAnswered = statement<{ tenantId: Uuid; given: { userId: Uuid; threadId: Uuid; sequence: number }[] }, { count: number }>(
  readSql(`id = any(array(
    select a.id from json_to_recordset(:given::json) as g("userId" uuid, "threadId" uuid, sequence bigint)
    join notifications a on a.tenant_id = :tenantId::uuid and a.thread_id = g."threadId" and a.user_id = g."userId" and a.sequence < g.sequence and a.read_at is null))`),
)

export type NotificationState = Pick<NotificationRecord, 'id' | 'type' | 'readAt' | 'archivedAt' | 'snoozedUntil'> & { userId: Uuid }

export const lockNotification = statement<Key, NotificationState>(
  `select n.id, n.user_id as "userId", n.type, n.read_at as "readAt", n.archived_at as "archivedAt", n.snoozed_until as "snoozedUntil"
  from notifications n where n.tenant_id = :tenantId::uuid and n.user_id = :userId::uuid and n.id = :id::uuid and n.in_app for update`,
)

/** Sets the state of a locked notification. `read` and `archived` keep their earlier times, and clear them when false. */
export const changeNotification = statement<
  Owner & { id: Uuid; read: boolean; archived: boolean; snoozedUntil: string | null; delta: number },
  object
>(`with
clock as materialized (select now() as now),
updated as (
  update notifications n set read_at = case when :read::boolean then coalesce(n.read_at, clock.now) end,
    archived_at = case when :archived::boolean then coalesce(n.archived_at, clock.now) end, snoozed_until = :snoozedUntil::timestamptz
  from clock where n.tenant_id = :tenantId::uuid and n.user_id = :userId::uuid and n.id = :id::uuid
  returning n.user_id, n.type),
${changeCountsCtes('select user_id, type, :delta::int as delta from updated')}
select count(*) as count from updated`)

/**
 * Ends expired snoozes. The notification reappears as unread at the top, unless the user has another unread one of the same type and
 * thread. Returns the remaining snoozes with their remaining seconds.
 */
export const wakeNotifications = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; secondsLeft: number }>(`with
clock as materialized (select now() as now),
snoozed as materialized (
  select n.id, n.user_id, n.type, n.thread_id, n.read_at, n.in_app, n.snoozed_until from notifications n
  where n.tenant_id = :tenantId::uuid and n.id = any(:ids::uuid[]) and n.snoozed_until is not null order by n.user_id, n.type, n.thread_id, n.id for update),
due as materialized (
  select s.*, s.read_at is null or (row_number() over (partition by s.user_id, s.type, coalesce(s.thread_id, s.id) order by s.id desc) = 1 and not exists (
    select 1 from notifications o where o.tenant_id = :tenantId::uuid and o.user_id = s.user_id and o.type = s.type and o.thread_id = s.thread_id and o.read_at is null)) as returns
  from snoozed s, clock where s.snoozed_until <= clock.now),
updated as (
  update notifications n set snoozed_until = null, archived_at = null, created_at = greatest(n.created_at, clock.now), read_at = case when not d.returns then n.read_at end
  from due d, clock where n.tenant_id = :tenantId::uuid and n.id = d.id
  returning n.user_id, n.type, n.read_at, n.in_app),
${changeCountsCtes('select user_id, type, case when read_at is null and in_app then 1 else 0 end as delta from updated')}
select id, extract(epoch from snoozed_until - clock.now)::double precision as "secondsLeft" from snoozed, clock where snoozed_until > clock.now`)

// --- Deleting them --------------------------------------------------------------------------------------------------------

const deleteSql = (condition: string): string => `with
chosen as materialized (
  select id from notifications where tenant_id = :tenantId::uuid and ${condition} order by user_id, type, thread_id, id for update),
deleted as (
  delete from notifications n using chosen c where n.tenant_id = :tenantId::uuid and n.id = c.id
  returning n.user_id, n.type, n.read_at, n.snoozed_until, n.in_app),
${changeCountsCtes(`select user_id, type, case when ${isCountedSql('d')} then -1 else 0 end as delta from deleted d`)}
select count(*) as count from deleted`

export const deleteOfThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { count: number }>(
  deleteSql('thread_id = any(:threadIds::uuid[])'),
)
export const deleteOld = statement<{ tenantId: Uuid; days: number; limit: number }, { count: number }>(
  deleteSql(`id = any(array(
    select id from notifications where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int) order by created_at limit :limit::int))`),
)

/**
 * Recounts the unread notifications. Returns how many counts were wrong. Resets only counts that existed before: Citus runs the CTEs one
 * after another, each with its own snapshot, so a later one can see a count whose notifications were not counted.
 */
export const recountUnread = statement<{ tenantId: Uuid }, { corrected: number }>(`with
kept as materialized (
  select user_id, type from notification_counts where tenant_id = :tenantId::uuid and unread <> 0),
counted as materialized (
  select n.user_id, n.type, count(*)::int as unread from notifications n where n.tenant_id = :tenantId::uuid and ${isCountedSql('n')} group by 1, 2),
corrected as (
  insert into notification_counts as k (tenant_id, user_id, type, unread) select :tenantId::uuid, user_id, type, unread from counted order by 2, 3
  on conflict (tenant_id, user_id, type) do update set unread = excluded.unread, version = k.version + 1 where k.unread <> excluded.unread
  returning 1),
emptied as (
  update notification_counts k set unread = 0, version = k.version + 1 from kept
  where k.tenant_id = :tenantId::uuid and k.user_id = kept.user_id and k.type = kept.type and k.unread <> 0
    and not exists (select 1 from counted c where c.user_id = k.user_id and c.type = k.type)
  returning 1)
select (select count(*) from corrected) + (select count(*) from emptied) as corrected`)

/** Locks all counts until the commit. */
export const lockNotifications = statement<{ tenantId: Uuid }, object>(
  'select from notification_counts where tenant_id = :tenantId::uuid order by user_id, type for update',
)

export const findSecondsUntil = statement<{ at: string }, { seconds: number }>(
  'select extract(epoch from :at::timestamptz - now())::double precision as seconds',
)
