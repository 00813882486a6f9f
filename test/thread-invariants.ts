/** Invariants of a tenant's threads after any operations, as statements that return each violation as a row. */
import { statement } from '#platform/db.ts'

/** Finds gaps in numbers, and rows that contradict the rows that they are derived from. */
export const gaps = statement<{ tenantId: string }, { what: string; n: number }>(`
  select 'event' as what, n from generate_series(1, (select max(sequence) from events where tenant_id = :tenantId::uuid)) n
    where not exists (select from events where tenant_id = :tenantId::uuid and sequence = n)
  union all select 'thread', n from generate_series(1, (select max(public_number) from threads where tenant_id = :tenantId::uuid)) n
    where not exists (select from threads where tenant_id = :tenantId::uuid and public_number = n)
  union all select 'message_count', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and t.message_count <> (select count(*) from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id)
  union all select 'customer ' || c.email, 0 from customers c where c.tenant_id = :tenantId::uuid and c.merged_into is not null
    and not exists (select from customers t where t.tenant_id = :tenantId::uuid and t.id = c.merged_into and t.merged_into is null)
  union all select 'label_ids', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and (select array_agg(x order by x) from unnest(t.label_ids) x) is distinct from
        (select array_agg(l.label_id order by l.label_id) from thread_labels l where l.tenant_id = :tenantId::uuid and l.thread_id = t.id)
  union all select 'last message', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and t.merged_into is null and (t.last_message_id, t.last_message_at, t.last_message_author_type) is distinct from
        (select (m.id, m.created_at, m.author_type) from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id
          order by m.silent, m.created_at desc, m.id desc limit 1)
  union all select 'silent message', t.public_number from threads t where t.tenant_id = :tenantId::uuid and t.merged_into is null
    and t.silent_message_at is distinct from (select max(m.created_at) from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id
      and m.silent and m.created_at > t.last_message_at)
  union all select 'sleep', t.public_number from threads t where t.tenant_id = :tenantId::uuid and t.snoozed_until is not null and (t.status <> 'pending'
    or isfinite(t.snoozed_until) and not exists (select from jobs j where j.tenant_id = :tenantId::uuid and j.name = 'wake-thread'
      and j.key = t.id::text and (j.due_at = t.snoozed_until or j.leased_until is not null)))
  union all select 'scheduled: ' || r.state, 0 from scheduled_messages r where r.tenant_id = :tenantId::uuid and case r.state
    when 'QUEUED' then not exists (select from jobs j where j.tenant_id = :tenantId::uuid and j.name = 'send-scheduled-message' and j.key = r.id::text)
      or exists (select from messages m where m.tenant_id = :tenantId::uuid and m.id = r.id)
    when 'SENT' then (select count(*) from messages m where m.tenant_id = :tenantId::uuid and m.id = r.id) <> 1
    else exists (select from messages m where m.tenant_id = :tenantId::uuid and m.id = r.id) end
  union all select 'messages', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and (t.merged_into is null) <> exists (select from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id)
  union all select 'waiting_since', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and t.waiting_since is distinct from (
      select min(c.created_at) from messages c where c.tenant_id = :tenantId::uuid and c.thread_id = t.id and c.author_type = 'CUSTOMER' and not c.internal
        and not exists (select from messages a where a.tenant_id = :tenantId::uuid and a.thread_id = t.id and a.author_type = 'AGENT' and not a.automatic
          and not a.internal and a.created_at >= c.created_at))
  union all select 'activity', t.public_number from threads t where t.tenant_id = :tenantId::uuid
    and (select array_agg((k.status, k.updated_at, k.last_message_at, k.waiting_since)::text) from thread_activity k
      where k.tenant_id = :tenantId::uuid and k.thread_id = t.id) is distinct from
      array[(t.status, t.updated_at, t.last_message_at,
        case when t.status in ('open', 'pending') then coalesce(t.waiting_since, 'infinity') else 'infinity' end)::text]
  union all select 'activity without a thread', 0 from thread_activity k where k.tenant_id = :tenantId::uuid
    and not exists (select from threads t where t.tenant_id = :tenantId::uuid and t.id = k.thread_id)`)

/** Compares the stored roots of merges with the result of following them one by one: `root` is null in a cycle. */
export const merged = statement<{ tenantId: string }, { wrong: string; source: string }>(`with recursive
  steps as (
    select source_id, target_id, 1 as n from thread_merges where tenant_id = :tenantId::uuid
    union all select s.source_id, m.target_id, s.n + 1 from steps s
      join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = s.target_id where s.n < 100),
  ends as (
    select s.source_id, s.target_id from steps s
    where not exists (select from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = s.target_id))
  select 'root' as wrong, m.source_id as source from thread_merges m left join ends e on e.source_id = m.source_id
    where m.tenant_id = :tenantId::uuid and e.target_id is distinct from m.root_id
  union all select 'thread', coalesce(m.source_id, t.id) from (select * from thread_merges where tenant_id = :tenantId::uuid) m
    full join (select * from threads where tenant_id = :tenantId::uuid and merged_into is not null) t on t.id = m.source_id
    where t.merged_into is distinct from m.target_id or t.status <> 'closed'
  union all select 'origin of a message', x.id from messages m cross join lateral unnest(m.merged_from) with ordinality as x(id, n)
    left join thread_merges g on g.tenant_id = :tenantId::uuid and g.source_id = x.id
    where m.tenant_id = :tenantId::uuid and (g.target_id is distinct from coalesce(m.merged_from[x.n + 1], m.thread_id) or g.root_id is distinct from m.thread_id)
  union all select 'label that was brought', m.source_id from thread_merges m cross join lateral unnest(m.label_ids) as l(id)
    join threads s on s.tenant_id = :tenantId::uuid and s.id = m.source_id
    where m.tenant_id = :tenantId::uuid and l.id <> all(s.label_ids)`)

/**
 * Compares the events of warnings, breaches and successes with the SLA clocks. Each is emitted once. A thread that was reopened, or whose
 * messages were moved by a merge, an unmerge or a split, may restart its clocks, and another priority may set other targets, so each of
 * these allows one more event.
 */
export const clocks = statement<{ tenantId: string }, { wrong: string; thread: string }>(`
  with clock as (
    select s.thread_id, c ->> 'metric' as metric, floor((c ->> 'startedAt')::double precision) as started, c ->> 'state' as state,
      (c ->> 'warned')::boolean as warned
    from sla_threads s cross join lateral jsonb_array_elements(s.clocks) c where s.tenant_id = :tenantId::uuid),
  told as (
    select object_id as thread_id, object ->> 'metric' as metric, floor(extract(epoch from (object ->> 'startedAt')::timestamptz) * 1000) as started,
      count(*) filter (where type = 'sla.warning') as warnings, count(*) filter (where type = 'sla.breached') as breaches,
      count(*) filter (where type = 'sla.met') as successes
    from events where tenant_id = :tenantId::uuid and type in ('sla.warning', 'sla.breached', 'sla.met') group by 1, 2, 3),
  promoted as (
    select object_id as thread_id, count(*) as n from events where tenant_id = :tenantId::uuid and type = 'thread.priority_changed' group by 1),
  reopened as (
    select object_id as thread_id, count(*) as n from events where tenant_id = :tenantId::uuid
      and type in ('thread.status_changed', 'thread.updated', 'thread.merged', 'thread.unmerged') group by 1)
  select x.wrong, x.thread_id as thread from (
    select coalesce(c.thread_id, t.thread_id) as thread_id, case
      when case when c.state is null and t.metric = 'NEXT_RESPONSE' then t.breaches + t.successes > 1 + coalesce(r.n, 0)
        else coalesce(t.breaches, 0) + coalesce(t.successes, 0) - (coalesce(c.state, 'GONE') <> 'PENDING')::int not between 0 and coalesce(r.n, 0) end
        then coalesce(t.breaches, 0) || ' breaches and ' || coalesce(t.successes, 0) || ' successes of a clock that is ' || coalesce(c.state, 'gone')
      when c.state = 'BREACHED' and t.breaches = 0 or c.state = 'MET' and t.successes = 0 then 'the wrong end of a clock that is ' || c.state
      when t.warnings > 1 + coalesce(p.n, 0) + coalesce(r.n, 0) then t.warnings || ' warnings'
      when c.warned and coalesce(t.warnings, 0) = 0 then 'no warning of a clock that was warned of' end as wrong
    from clock c full join told t on t.thread_id = c.thread_id and t.metric = c.metric and t.started = c.started
    left join promoted p on p.thread_id = t.thread_id left join reopened r on r.thread_id = t.thread_id) x
  where x.wrong is not null`)
