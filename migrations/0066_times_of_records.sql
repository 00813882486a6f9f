-- now() is the start of the transaction. A transaction that waits for another one commits after it, but its records could have earlier
-- times: a thread was assigned before it was created. Each write locks the tenant's row in tenant_counters before it inserts these records,
-- so the time of the insert is in the order of commits.
alter table events alter column created_at set default clock_timestamp();
alter table audit_logs alter column created_at set default clock_timestamp();
