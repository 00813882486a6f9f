-- Counts changes that reads show but no event announces. With event_sequence it is the revision of the tenant.
alter table tenant_counters add column silent_changes bigint not null default 0;
