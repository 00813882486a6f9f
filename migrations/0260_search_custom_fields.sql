-- The search index contains values of custom fields. It reads the heads of the threads numbered up to heads_upto again; those up to
-- heads_built have been read. Both are 0 if there is nothing to read.
alter table search_cursors add column heads_built bigint not null default 0, add column heads_upto bigint not null default 0;
update search_cursors c set heads_upto = k.last_public_number from tenant_counters k where k.tenant_id = c.tenant_id;
