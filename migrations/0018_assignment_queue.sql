-- Threads wait in the queue of their team while none of its members can take them; teams remember whose turn it was.

alter table threads add column queued_for text check (queued_for in ('ROUND_ROBIN', 'LEAST_LOADED'));
create index threads_queue on threads (tenant_id, team_id, created_at, id)
  where queued_for is not null and assignee_id is null and status = 'open';

alter table teams add column last_assigned_to uuid;
