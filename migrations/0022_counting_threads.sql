-- The number of a thread in the indexes of filters that many threads have: a search that is combined with one counts them without reading their rows.
drop index threads_status_created;
create index threads_status_created on threads (tenant_id, status, created_at, id) include (public_number);
drop index threads_unassigned;
create index threads_unassigned on threads (tenant_id, status, created_at, id) include (public_number) where assignee_id is null;
drop index threads_inbox;
create index threads_inbox on threads (tenant_id, inbox_id, status, created_at, id) include (public_number);
drop index threads_team;
create index threads_team on threads (tenant_id, team_id, status, created_at, id) include (public_number) where team_id is not null;
drop index threads_priority_channel;
create index threads_priority_channel on threads (tenant_id, priority, channel, created_at, id) include (public_number);
