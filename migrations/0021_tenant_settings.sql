-- What a tenant decides for itself (GET and PATCH /tenant/settings). Null in a number of days: no limit of the tenant's own.
alter table tenants
  add column timezone text not null default 'UTC',
  add column locale text not null default 'en',
  add column default_priority text not null default 'normal' check (default_priority in ('low', 'normal', 'high', 'urgent')),
  add column reopen_within_days integer check (reopen_within_days between 0 and 3650),
  add column allowed_sign_in_domains text[] not null default '{}',
  add column second_factor_roles text[] not null default '{}',
  add column keep_events_days integer check (keep_events_days between 8 and 3650),
  add column keep_deliveries_days integer check (keep_deliveries_days between 8 and 3650),
  add column keep_audit_rows_days integer check (keep_audit_rows_days between 30 and 3650),
  add column keep_uploads_days integer check (keep_uploads_days between 1 and 3650),
  add column keep_closed_threads_days integer check (keep_closed_threads_days between 1 and 3650),
  add column version integer not null default 1,
  add column updated_at timestamptz(3) not null default now();
