-- A visitor's chat shows how far the team has read a thread. The mark itself is in no index, so that PostgreSQL updates it in place.
create index thread_reads_by_thread on thread_reads (tenant_id, thread_id);
