-- Fewer index entries for each write.
--
-- What changes with every message (updated_at, the latest message, since when the customer waits) leaves the indexes of threads, so that a
-- message updates its thread in place (HOT). These orders live in thread_activity: one narrow row a thread, found by its own sort keys,
-- which the thread holds too.

alter table threads
  add column last_message_at timestamptz(3),
  add column last_message_author_type text check (last_message_author_type in ('AGENT', 'CUSTOMER', 'BOT', 'SYSTEM')),
  -- Since when the customer has waited for an answer, by the messages alone, whatever the status is.
  add column waiting_since timestamptz(3);

update threads t set last_message_at = m.created_at, last_message_author_type = m.author_type
from messages m where m.tenant_id = t.tenant_id and m.id = t.last_message_id;

update threads t set waiting_since = w.since
from (
  select c.tenant_id, c.thread_id, min(c.created_at) as since from messages c
  left join (
    select tenant_id, thread_id, max(created_at) as at from messages where author_type in ('AGENT', 'BOT') and not internal group by 1, 2) a
    on a.tenant_id = c.tenant_id and a.thread_id = c.thread_id
  where c.author_type = 'CUSTOMER' and not c.internal and (a.at is null or c.created_at > a.at) group by 1, 2) w
where w.tenant_id = t.tenant_id and w.thread_id = t.id;

alter table threads alter column last_message_at set not null, alter column last_message_author_type set not null;

-- Each index of threads has a filter, the status where the filter matches many, and the order of the list. A list without a filter on the
-- columns between reads one range for each of their values.
drop index threads_created, threads_updated, threads_status_updated, threads_assignee, threads_inbox, threads_team, threads_priority, threads_channel;
create index threads_assignee on threads (tenant_id, assignee_id, status, created_at, id) where assignee_id is not null;
create index threads_unassigned on threads (tenant_id, status, created_at, id) where assignee_id is null;
create index threads_inbox on threads (tenant_id, inbox_id, status, created_at, id);
create index threads_team on threads (tenant_id, team_id, status, created_at, id) where team_id is not null;
create index threads_priority_channel on threads (tenant_id, priority, channel, created_at, id);
-- Room on each page for the next versions of its rows.
alter table threads set (fillfactor = 85);

-- waiting_since is 'infinity' for who does not wait: they sort after those who do.
create table thread_activity (
  tenant_id uuid not null,
  thread_id uuid not null,
  status text not null,
  updated_at timestamptz(3) not null,
  last_message_at timestamptz(3) not null,
  waiting_since timestamptz(3) not null,
  primary key (tenant_id, status, updated_at, thread_id)
);
insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
select tenant_id, id, status, updated_at, last_message_at,
  case when status in ('open', 'pending') then coalesce(waiting_since, 'infinity') else 'infinity' end
from threads;
create index thread_activity_last_message on thread_activity (tenant_id, status, last_message_at, thread_id);
create index thread_activity_waiting on thread_activity (tenant_id, status, waiting_since, thread_id);

-- Messages and audit rows are read in their order alone, never by id: one index each does for the key and the list.
alter table messages drop constraint messages_pkey;
drop index messages_thread;
alter table messages add primary key (tenant_id, thread_id, created_at, id);
alter table audit_logs drop constraint audit_logs_pkey;
drop index audit_logs_list;
alter table audit_logs add primary key (tenant_id, created_at, id);
