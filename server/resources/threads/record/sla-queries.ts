/** Statements on threads' SLA clocks. A thread's row in sla_threads is only written under the thread's lock. */
import { isAnswerSql, isAutomaticSql } from './answer.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { nextDueAt, toStanding, type Clock, type Situation, type Standing, type Terms } from '../../sla-policies/index.ts'

type Key = { tenantId: Uuid; id: Uuid }

/** SQL: a time as whole milliseconds since 1970, rounded like time columns. */
export const msSql = (at: string): string => `(extract(epoch from (${at})::timestamptz(3)) * 1000)::double precision`

/** Clocks of a thread as a write stores them. `nextAt` is when the next announcement is due. */
export type Timing = Standing & { termsId: Uuid; answered: boolean; clocks: Clock[]; nextAt: number | null; former: FormerClocks[] | null }

/** Clocks before a change to the thread, and the time of the change. `key` is the result of `toClocksKey` before the change. */
export type FormerClocks = { key: string; at: number; termsId: Uuid; answered: boolean; clocks: Clock[] }

/**
 * Returns the row for these clocks, including computed columns. Without `former`, undoing an earlier change no longer restores its clocks.
 */
export function toTiming(
  { termsId, answered, clocks, former = null }: { termsId: Uuid; answered: boolean; clocks: Clock[]; former?: FormerClocks[] | null },
  situation: Pick<Situation, 'status' | 'merged'>,
): Timing {
  return { termsId, answered, clocks, former, nextAt: nextDueAt(clocks), ...toStanding(clocks, situation) }
}

/** SQL: the columns of a thread's clocks, and their values from the JSON value `:sla` and the thread `t`. */
const timingColumnsSql = 'tenant_id, thread_id, thread_created_at, terms_id, answered, clocks, former, next_at, state, due_at'
const timeInSlaSql = (name: string): string => `to_timestamp((:sla::jsonb ->> '${name}')::double precision / 1000)`
const timingValuesSql = `:tenantId::uuid, t.id, t.created_at, (:sla::jsonb ->> 'termsId')::uuid, (:sla::jsonb ->> 'answered')::boolean, :sla::jsonb -> 'clocks',
    nullif(:sla::jsonb -> 'former', 'null'), ${timeInSlaSql('nextAt')}, :sla::jsonb ->> 'state', ${timeInSlaSql('dueAt')}`
const replaceTimingSql = `on conflict (tenant_id, thread_id) do update set terms_id = excluded.terms_id, answered = excluded.answered, clocks = excluded.clocks,
    former = excluded.former, next_at = excluded.next_at, state = excluded.state, due_at = excluded.due_at`

/** SQL: a procedure step that stores the clocks of the thread in the variable `t`, or does nothing when `:sla` is null. */
export const timingStep = `if :sla is not null then
    insert into sla_threads (${timingColumnsSql}) values (${timingValuesSql}) ${replaceTimingSql};
  end if;`

/** Stores the clocks of a locked thread. */
export const writeTiming = statement<Key & { sla: Timing }, object>(`with
marked as (update threads t set timed = true where t.tenant_id = :tenantId::uuid and t.id = :id::uuid and not t.timed)
insert into sla_threads (${timingColumnsSql}) select ${timingValuesSql} from threads t where t.tenant_id = :tenantId::uuid and t.id = :id::uuid
${replaceTimingSql}`)

/** Reads a thread's clocks and everything needed to compute them: the database's time, the terms, and the thread's fields. */
export const findTiming = statement<
  Key,
  {
    now: number
    createdAt: number
    status: string
    priority: 'low' | 'normal' | 'high' | 'urgent'
    isMerged: boolean
    answered: boolean
    termsId: Uuid
    clocks: Clock[]
    former: FormerClocks[] | null
    terms: Terms
    publicNumber: number
    ticketNumber: string
  }
>(`select ${msSql('now()')} as now, ${msSql('t.created_at')} as "createdAt", t.status, t.priority, t.merged_into is not null as "isMerged",
    s.answered, s.terms_id as "termsId", s.clocks, s.former, p.terms, t.public_number as "publicNumber", t.ticket_number as "ticketNumber"
  from threads t cross join lateral (select * from sla_threads where tenant_id = :tenantId::uuid and thread_id = t.id limit 1) s
  cross join lateral (select terms from sla_terms where tenant_id = :tenantId::uuid and id = s.terms_id limit 1) p
  where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)

export const findTerms = statement<Key, { terms: Terms }>(
  'select terms from sla_terms where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/**
 * Reads the values outside a thread's own fields that determine its policy and clocks. `answeredAt` is the time of the last reply,
 * `askedAt` the time of the customer's first message after it.
 */
export const findSubject = statement<
  Key & { inboxId: Uuid; customerId: Uuid },
  { now: number; inboxPolicyId: Uuid | null; customerFields: Record<string, unknown>; answeredAt: number | null; askedAt: number | null }
>(`with
answers as materialized (
  select max(created_at) as at from messages where tenant_id = :tenantId::uuid and thread_id = :id::uuid and ${isAnswerSql('messages')})
select ${msSql('now()')} as now,
  (select sla_policy_id from inboxes where tenant_id = :tenantId::uuid and id = :inboxId::uuid) as "inboxPolicyId",
  coalesce((select custom_fields from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid), '{}'::jsonb) as "customerFields",
  (select ${msSql('at')} from answers) as "answeredAt",
  (select ${msSql('min(m.created_at)')} from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = :id::uuid and m.author_type = 'CUSTOMER' and not m.internal and not ${isAutomaticSql('m')}
    and m.created_at > coalesce((select at from answers), '-infinity')) as "askedAt"`)

/** Reads the same for a thread about to be created. Chooses the inbox by the same rule as `insertThread`. */
export const findNewSubject = statement<
  { tenantId: Uuid; inboxId: Uuid | null; customerId: Uuid | null; email: string | null; keys: string[] },
  {
    now: number
    inboxId: Uuid | null
    teamId: Uuid | null
    inboxPolicyId: Uuid | null
    customerFields: Record<string, unknown>
    labelIds: Uuid[]
  }
>(`with
routed as materialized (
  select id, team_id, sla_policy_id from inboxes where tenant_id = :tenantId::uuid and active
    and (id = :inboxId::uuid or (:inboxId::uuid is null and (is_default or takes_threads)))
  order by is_default desc, created_at, id limit 1),
named as materialized (
  select id, custom_fields, merged_into from customers where tenant_id = :tenantId::uuid and (email = :email::text or id = :customerId::uuid) limit 1)
select ${msSql('now()')} as now, (select id from routed) as "inboxId", (select team_id from routed) as "teamId", (select sla_policy_id from routed) as "inboxPolicyId",
  coalesce((select c.custom_fields from customers c where c.tenant_id = :tenantId::uuid and c.id = (select merged_into from named)), (select custom_fields from named), '{}'::jsonb) as "customerFields",
  array(select l.id from labels l where l.tenant_id = :tenantId::uuid and l.name_key = any(:keys::text[])) as "labelIds"`)

/** Returns a customer's next threads, oldest first. `isOpen` is true when the thread's clocks can be running. */
export const findThreadsOfCustomer = statement<
  { tenantId: Uuid; customerId: Uuid; afterAt: string | null; afterId: Uuid | null; limit: number },
  { id: Uuid; createdAt: string; isOpen: boolean }
>(`select id, created_at as "createdAt", status in ('open', 'pending') and merged_into is null as "isOpen"
  from threads where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid
    and (created_at, id) > (coalesce(:afterAt::timestamptz, '-infinity'::timestamptz), coalesce(:afterId::uuid, '00000000-0000-0000-0000-000000000000'::uuid))
  order by created_at, id limit :limit::int`)

// --- Lists ----------------------------------------------------------------------------------------------------------

/** Sort key of threads without a deadline, which sort last. */
export const neverDueSql = `'infinity'::timestamptz`

/** SQL: the nearest deadline of a thread `t`, looked up by primary key and only for threads with clocks. */
export const slaDueOrderSql = `case when t.timed then coalesce((
  select due_at from sla_threads where tenant_id = :tenantId::uuid and thread_id = t.id limit 1), ${neverDueSql}) else ${neverDueSql} end`

// --- What is due ----------------------------------------------------------------------------------------------------

/** Finds tenants with a due announcement and no job waiting to make it. */
export const findTenantsDue = statement<{ name: string }, { tenantId: Uuid }>(`/* across tenants: one query for all of them */
  select distinct s.tenant_id as "tenantId" from sla_threads s join tenants p on p.tenant_id = s.tenant_id
  where s.next_at <= now() and p.status <> 'SUSPENDED'
    and not exists (select 1 from jobs j where j.tenant_id = s.tenant_id and j.name = :name::text and j.key = '' and j.state = 'WAITING')`)

export const findThreadsDue = statement<{ tenantId: Uuid; limit: number }, { id: Uuid }>(
  'select thread_id as id from sla_threads where tenant_id = :tenantId::uuid and next_at <= now() order by next_at, thread_id limit :limit::int',
)
