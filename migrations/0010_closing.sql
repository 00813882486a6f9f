-- Resolved threads are closed after a tenant's number of days; 0 is never.
alter table tenants add column auto_close_days integer not null default 7 check (auto_close_days between 0 and 3650);
-- One entry for a thread while it is resolved. Replies do not change resolved_at but by opening the thread.
create index threads_resolved on threads (tenant_id, resolved_at, id) where status = 'resolved';
