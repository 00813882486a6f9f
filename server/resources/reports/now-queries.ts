/** Reads the current state of a tenant's threads, from counters and indexes. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { UserAvailability } from '../users/index.ts'

/** Upper bounds of the ages of unresolved threads, in hours. */
export const ageHours = [1, 4, 8, 24, 72, 168] as const

export const maxPeople = 500

export type NowRow = {
  open: number
  pending: number
  snoozed: number
  unassigned: number
  waiting: number
  longestWaitingSince: string | null
  overdue: number
  ages: number[]
}

const unresolvedSql = `t.tenant_id = :tenantId::uuid and t.status in ('open', 'pending')`

export const readNow = statement<{ tenantId: Uuid; hours: readonly number[] }, NowRow>(`
  select k.threads_open as open, k.threads_pending as pending,
    (select count(*) from threads t where t.tenant_id = :tenantId::uuid and t.snoozed_until is not null) as snoozed,
    (select count(*) from threads t where ${unresolvedSql} and t.assignee_id is null) as unassigned,
    w.waiting, w.since as "longestWaitingSince",
    (select count(*) from sla_threads s where s.tenant_id = :tenantId::uuid and s.state = 'BREACHED') as overdue,
    array(select coalesce(a.threads, 0)::int from generate_series(0, cardinality(:hours::int[])) as n(n) left join (
      select width_bucket(extract(epoch from now() - t.created_at)::double precision / 3600, :hours::int[]::double precision[]) as n, count(*) as threads
      from threads t where ${unresolvedSql} group by 1) a on a.n = n.n order by n.n) as ages
  from tenant_counters k cross join (
    select count(*) as waiting, min(a.waiting_since) as since from thread_activity a
    where a.tenant_id = :tenantId::uuid and a.status in ('open', 'pending') and a.waiting_since < 'infinity'::timestamptz) w
  where k.tenant_id = :tenantId::uuid`)

export type PersonNow = { id: Uuid; name: string; availability: Static<typeof UserAvailability>; open: number; waiting: number }

/** Lists the active users who can be assigned threads, and all other users who have threads, most threads first. */
export const readPeopleNow = statement<{ tenantId: Uuid; limit: number }, PersonNow>(`
  with assigned as materialized (
    select t.assignee_id as id, count(*) as open, count(t.waiting_since) as waiting from threads t
    where ${unresolvedSql} and t.assignee_id is not null group by t.assignee_id)
  select u.id, u.name, u.availability, coalesce(a.open, 0) as open, coalesce(a.waiting, 0) as waiting
  from users u left join assigned a on a.id = u.id
  where u.tenant_id = :tenantId::uuid and (a.id is not null or (u.status = 'ACTIVE' and u.role <> 'VIEWER' and u.kind = 'PERSON'))
  order by coalesce(a.open, 0) desc, u.name, u.id limit :limit::int`)
