-- Customers who were merged keep their rows: addresses and external ids lead on from there.

-- Who has everything now: always a customer who is not merged.
alter table customers add column merged_into uuid;
create index customers_merged on customers (tenant_id, merged_into) where merged_into is not null;

-- Lists leave them out.
drop index customers_list;
create index customers_list on customers (tenant_id, created_at, id) where merged_into is null;
