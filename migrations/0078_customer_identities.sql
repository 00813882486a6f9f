-- The addresses of customers that were merged are identities of the target.
insert into customer_identities (tenant_id, id, customer_id, type, value, verified, created_at)
  select tenant_id, id, merged_into, 'EMAIL', email, true, created_at from customers where merged_into is not null and erased_at is null
  on conflict (tenant_id, type, value) do nothing;
update customers c set identities = i.identities from (
  select tenant_id, customer_id, jsonb_agg(jsonb_build_object('id', id, 'type', type, 'value', value, 'verified', verified, 'inboxId', inbox_id,
    'lastSeenAt', last_seen_at) order by created_at, id) as identities
  from customer_identities group by 1, 2) i
where c.tenant_id = i.tenant_id and c.id = i.customer_id;

-- Erasures cannot reach the statistics of PostgreSQL.
select keep_no_values('customers', '{identities,opted_out}');
select keep_no_values('customer_identities', '{value}');
