-- The order `updatedAt` of the list of customers, and its filters by that time. Merged customers are not listed.
create index customers_updated on customers (tenant_id, updated_at, id) where merged_into is null;
