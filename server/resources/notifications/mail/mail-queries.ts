import type { Brand } from '#kit/brand.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { JobRecord } from '../../jobs/index.ts'
import type { ChosenNotifications, NotificationType } from '../../users/index.ts'
import { type Owner, webhookNameSql } from '../queries.ts'

export type Reader = { name: string; email: string; notifications: ChosenNotifications | null }

/** Finds the user, if mail may be sent to them. */
export const findReader = statement<Owner, Reader>(`
  select u.name, u.email, (select p.notifications from user_preferences p where p.tenant_id = :tenantId::uuid and p.user_id = u.id limit 1) as notifications
  from users u where u.tenant_id = :tenantId::uuid and u.id = :userId::uuid and u.status = 'ACTIVE' and u.kind = 'PERSON' and u.email_failed_at is null`)

/** Null when the job was deleted. */
export type MailedJob = Pick<JobRecord, 'type' | 'state' | 'total' | 'done' | 'failed'>

export type MailedUser = { tenantName: string; brand: Brand; language: 'en' | 'de' | null }

/** Finds a user who can unsubscribe. */
export const findMailed = statement<Owner, MailedUser>(`
  select t.name as "tenantName", t.brand, (select p.language from user_preferences p where p.tenant_id = :tenantId::uuid and p.user_id = u.id limit 1) as language
  from users u join tenants t on t.tenant_id = :tenantId::uuid where u.tenant_id = :tenantId::uuid and u.id = :userId::uuid`)

export type UnmailedRow = {
  id: Uuid
  type: NotificationType
  /** Number of events not mailed yet. */
  count: number
  /** Null for a job or a paused rule. */
  threadId: Uuid | null
  ticketNumber: string | null
  subject: string | null
  inboxId: Uuid | null
  teamId: Uuid | null
  job: MailedJob | null
  actorName: string | null
  excerpt: string | null
}

/** Maximum number of notifications in a mail. */
export const maxMailed = 500

/**
 * Locks the unread notifications with events that have not been mailed: all, the ones of a thread, or with `threadId` null the ones without
 * a thread.
 */
export const lockUnmailed = statement<Owner & { all: boolean; threadId: Uuid | null }, UnmailedRow>(`with
chosen as materialized (
  select n.id, n.type, n.count - n.mailed as count, n.thread_id, n.job_id, n.message_id, n.text, n.actor_type, n.actor_id, n.last_at from notifications n
  where n.tenant_id = :tenantId::uuid and n.user_id = :userId::uuid and n.read_at is null and n.snoozed_until is null and n.archived_at is null
    and n.count > n.mailed and (:all::boolean or n.thread_id is not distinct from :threadId::uuid)
  order by n.type, n.thread_id, n.id limit ${maxMailed} for update)
select c.id, c.type, c.count, c.thread_id as "threadId", t.ticket_number as "ticketNumber", t.subject, t.inbox_id as "inboxId", t.team_id as "teamId",
  case c.actor_type
    when 'CUSTOMER' then (select coalesce(x.name, x.email) from customers x where x.tenant_id = :tenantId::uuid and x.id = c.actor_id limit 1)
    when 'RULE' then (select x.name from automation_rules x where x.tenant_id = :tenantId::uuid and x.id = c.actor_id limit 1)
    when 'WEBHOOK' then (select ${webhookNameSql('x')} from webhooks x where x.tenant_id = :tenantId::uuid and x.id = c.actor_id limit 1)
    else (select x.name from users x where x.tenant_id = :tenantId::uuid and x.id = c.actor_id limit 1) end as "actorName",
  coalesce(c.text, (select left(btrim(regexp_replace(left(m.body_text, 1000), '\\s+', ' ', 'g')), 200) from messages m
    where m.tenant_id = :tenantId::uuid and m.id = c.message_id limit 1)) as excerpt,
  (select json_build_object('type', j.type, 'state', j.state, 'total', j.total, 'done', j.done, 'failed', j.failed)
    from bulk_jobs j where j.tenant_id = :tenantId::uuid and j.id = c.job_id limit 1) as job
from chosen c left join lateral (
  select ticket_number, subject, inbox_id, team_id from threads where tenant_id = :tenantId::uuid and id = c.thread_id limit 1) t on true
where c.thread_id is null or t.ticket_number is not null
order by c.last_at, c.id`)

export const markMailed = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'update notifications set mailed = count where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)

// --- Mails of the last hour -----------------------------------------------------------------------------------------------

export const insertMailing = statement<Owner, object>(`
  insert into notification_mailings (tenant_id, user_id, since, mails) values (:tenantId::uuid, :userId::uuid, now(), 0) on conflict do nothing`)

/** Locks the user's mail count of the hour. `mails` is 0 and `since` is null when the hour has passed. */
export const lockMailing = statement<Owner, { mails: number; since: string | null; secondsLeft: number }>(`
  select case when since > now() - interval '1 hour' then mails else 0 end as mails, case when since > now() - interval '1 hour' then since end as since,
    extract(epoch from since + interval '1 hour' - now())::double precision as "secondsLeft"
  from notification_mailings where tenant_id = :tenantId::uuid and user_id = :userId::uuid for update`)

export const countMailing = statement<Owner & { mails: number; since: string | null }, object>(`
  with clock as materialized (select now() as now)
  update notification_mailings m set mails = :mails::int, since = coalesce(:since::timestamptz, clock.now) from clock
  where m.tenant_id = :tenantId::uuid and m.user_id = :userId::uuid`)
