-- Lists a user's drafts, latest first.
create index thread_drafts_by_time on thread_drafts (tenant_id, user_id, updated_at, thread_id, kind);
