-- The column counted changes for responses that the service kept in memory; it keeps none any longer (decision 114).
alter table tenant_counters drop column silent_changes;
