/** Statements for actions that need more than the thread's record. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { workingHoursSql, type WorkingHours } from '../../business-hours/index.ts'
import { customerJoin } from '../../customers/index.ts'
import { msSql } from '../record/sla-queries.ts'

type Key = { tenantId: Uuid; id: Uuid }
type VariableRow = {
  inboxName: string | null
  teamName: string | null
  externalId: string | null
  customFields: Readonly<Record<string, unknown>> | null
  /** False when the thread began with a mail that no domain has authenticated. */
  isProved: boolean
}

export const findVariableRow = statement<Key, VariableRow>(`
  select i.name as "inboxName", g.name as "teamName", c.external_id as "externalId", c.custom_fields as "customFields",
    coalesce((
      select m.email is null or m.email ->> 'direction' = 'OUT' or m.email #>> '{authentication,domain}' is not null from messages m
      where m.tenant_id = :tenantId::uuid and m.thread_id = t.id order by m.created_at, m.id limit 1), true) as "isProved"
  from threads t
  left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = t.inbox_id
  left join teams g on g.tenant_id = :tenantId::uuid and g.id = t.team_id
  ${customerJoin('t.customer_id')}
  where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)

/** Lists labels by id, without archived ones, which can no longer be added. */
export const listLabelsById = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, { id: Uuid; name: string }>(
  'select id, name from labels where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and archived_at is null',
)

type Named = { id: Uuid; name: string }

export const listUsersById = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, Named>(
  'select id, name from users where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id',
)

/** Locks users against deletion until the commit, in id order, to prevent deadlocks. */
export const lockUsers = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, object>(
  'select from users where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id for key share',
)

export const listFollowers = statement<{ tenantId: Uuid; threadId: Uuid }, Named>(`
  select u.id, u.name from thread_followers f
  cross join lateral (select id, name from users where tenant_id = :tenantId::uuid and id = f.user_id limit 1) u
  where f.tenant_id = :tenantId::uuid and f.thread_id = :threadId::uuid order by u.id`)

/**
 * Finds the hours of a thread: the hours of its SLA terms, otherwise of its team, otherwise of reports. Null hours mean around the clock.
 */
export const findThreadHours = statement<
  { tenantId: Uuid; termsId: string | null; teamId: Uuid | null },
  { now: number; timezone: string; locale: string; tenantName: string; hours: WorkingHours | null }
>(`
  select ${msSql('now()')} as now, t.timezone, t.locale, t.name as "tenantName", coalesce(
    (select nullif(s.terms -> 'hours', 'null') from sla_terms s where s.tenant_id = :tenantId::uuid and s.id = :termsId::uuid),
    (select ${workingHoursSql('h')}::jsonb from teams g join business_hours h on h.tenant_id = :tenantId::uuid and h.id = g.business_hours_id
      where g.tenant_id = :tenantId::uuid and g.id = :teamId::uuid),
    (select ${workingHoursSql('h')}::jsonb from business_hours h where h.tenant_id = :tenantId::uuid and h.id = (t.reporting ->> 'businessHoursId')::uuid)) as hours
  from tenants t where t.tenant_id = :tenantId::uuid`)

export const findReplySettings = statement<{ tenantId: Uuid }, { assignOnFirstReply: boolean }>(
  'select assign_on_first_reply as "assignOnFirstReply" from tenants where tenant_id = :tenantId::uuid',
)
