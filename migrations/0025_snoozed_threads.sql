-- Lists of snoozed threads: few of all, so that the index is written by snoozing and waking alone.
create index threads_snoozed on threads (tenant_id, created_at, id) where snoozed_until is not null;
