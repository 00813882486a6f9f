-- Threads are found by the values of their custom fields.

-- One hash for each value, the tenant included, so that the entries of different tenants are apart in the index; a list has one for each of
-- its entries. Different values may have the same hash: a statement also compares the values themselves.
create function thread_field_hashes(tenant uuid, fields jsonb) returns bigint[] language sql immutable strict parallel safe cost 1000
return (
  select array_agg(hashtextextended(f.key || ' ' || v.text collate "C", uuid_hash_extended(tenant, 0)))
  from jsonb_each(fields) f
  cross join lateral (
    select f.value #>> '{}' as text where jsonb_typeof(f.value) in ('string', 'number', 'boolean')
    union all
    select e.text from jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else '[]' end) e(text)) v);

-- Most threads have no custom fields and no entries here.
create index threads_fields on threads using gin (thread_field_hashes(tenant_id, custom_fields)) where custom_fields <> '{}';
-- Statistics would copy hashes of personal values, and the planner needs none.
alter index threads_fields alter column 1 set statistics 0;
