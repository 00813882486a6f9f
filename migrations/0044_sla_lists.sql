-- Lists of threads by their SLA: what stands beside the clocks follows from them.

alter table sla_threads
  add column thread_created_at timestamptz(3),
  add column state text check (state in ('BREACHED', 'WARNING', 'PENDING', 'PAUSED', 'MET', 'MISSED')),
  -- The nearest deadline of what is still to be done.
  add column due_at timestamptz(3);

with open as (
  select s.tenant_id, s.thread_id, t.created_at, c.clock,
    c.clock ->> 'state' = 'PENDING' or (c.clock ->> 'state' = 'BREACHED' and t.status in ('open', 'pending') and t.merged_into is null
      and (c.clock ->> 'stoppedAt' is null or c.clock ->> 'metric' = 'RESOLUTION')) as is_open
  from sla_threads s join threads t on t.tenant_id = s.tenant_id and t.id = s.thread_id
  left join lateral jsonb_array_elements(s.clocks) as c(clock) on true),
standing as (
  select tenant_id, thread_id, created_at, min(to_timestamp((clock ->> 'dueAt')::double precision / 1000)) filter (where is_open) as due_at,
    case when count(clock) = 0 then null
      when bool_or(is_open and clock ->> 'state' = 'BREACHED') then 'BREACHED'
      when not bool_or(is_open) then case when bool_or(clock ->> 'state' = 'BREACHED') then 'MISSED' else 'MET' end
      when bool_or(is_open and clock ->> 'dueAt' is not null and (clock ->> 'warned')::boolean) then 'WARNING'
      when bool_or(is_open and clock ->> 'dueAt' is not null) then 'PENDING' else 'PAUSED' end as state
  from open group by tenant_id, thread_id, created_at)
update sla_threads s set thread_created_at = o.created_at, state = o.state, due_at = o.due_at
from standing o where o.tenant_id = s.tenant_id and o.thread_id = s.thread_id;

alter table sla_threads alter column thread_created_at set not null;

create index sla_threads_state on sla_threads (tenant_id, state, thread_created_at, thread_id) where state is not null;
create index sla_threads_due on sla_threads (tenant_id, due_at, thread_id) where due_at is not null;

-- The part of a target whose rest brings a warning.
alter table sla_policies add column warning_percent integer not null default 20 check (warning_percent between 1 and 99);
