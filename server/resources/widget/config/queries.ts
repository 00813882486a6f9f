import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { type WorkingHours, workingHoursSql } from '../../business-hours/index.ts'

type InboxKey = { tenantId: Uuid; inboxId: Uuid }

/** `now` is in Unix milliseconds, `targetMinutes` the first-response target of the inbox's SLA policy. */
export type InboxHours = { now: number; hours: WorkingHours | null; targetMinutes: number | null }

/** Reads the business hours of an inbox's new threads: those of its SLA policy, otherwise of its team, otherwise of the tenant. */
export const findInboxHours = statement<InboxKey, InboxHours>(`
  select (extract(epoch from now()) * 1000)::double precision as now, (p.targets -> 'firstResponse' ->> t.default_priority)::int as "targetMinutes", (
    select ${workingHoursSql('h')}::jsonb from business_hours h where h.tenant_id = :tenantId::uuid
      and h.id = coalesce(p.business_hours_id, g.business_hours_id, (t.reporting ->> 'businessHoursId')::uuid)) as hours
  from inboxes i join tenants t on t.tenant_id = :tenantId::uuid
    left join sla_policies p on p.tenant_id = :tenantId::uuid and p.id = i.sla_policy_id
    left join teams g on g.tenant_id = :tenantId::uuid and g.id = i.team_id
  where i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid`)

/**
 * Lists the people who can be assigned threads of a team, or of the tenant without one: those who are online first. A request updates the
 * time at which its user was last seen every five minutes.
 */
export const listTeam = statement<{ tenantId: Uuid; teamId: Uuid | null; limit: number }, { name: string; online: boolean }>(`
  select u.name, u.availability = 'AVAILABLE' and coalesce(u.last_seen_at > now() - interval '10 minutes', false) as online from users u
  where u.tenant_id = :tenantId::uuid and u.status = 'ACTIVE' and u.role <> 'VIEWER' and u.kind = 'PERSON'
    and (:teamId::uuid is null or exists (
      select 1 from team_members m where m.tenant_id = :tenantId::uuid and m.team_id = :teamId::uuid and m.user_id = u.id))
  order by online desc, u.last_seen_at desc nulls last, u.id limit :limit::int`)

/** Returns the median time of the inbox's latest first answers, at most 500 of the last 28 days; no number for fewer than five. */
export const findMedianAnswer = statement<InboxKey, { ms: number | null }>(`
  select case when count(*) >= 5 then percentile_disc(0.5) within group (order by a.ms) end as ms from (
    select coalesce(f.business_ms, f.value_ms) as ms from facts f
    where f.tenant_id = :tenantId::uuid and f.inbox_id = :inboxId::uuid and f.kind = 'ANSWERED' and f.is_first and f.step is not null
      and f.at > now() - interval '28 days' order by f.at desc limit 500) a`)

export type AskedField = {
  key: string
  name: string
  type: string
  options: readonly { value: string; label: string; archived: boolean }[]
}

export const listAskedFields = statement<{ tenantId: Uuid; keys: string[] }, AskedField>(`
  select c.key, c.name, c.type, c.options from custom_fields c
  where c.tenant_id = :tenantId::uuid and c.applies_to = 'THREAD' and c.key = any(:keys::text[]) and c.archived_at is null`)

export const hasOpenArticle = statement<{ tenantId: Uuid }, { found: boolean }>(`
  select exists (select 1 from kb_articles a where a.tenant_id = :tenantId::uuid and a.status = 'PUBLISHED' and a.visibility = 'PUBLIC') as found`)
