-- Filters of the list of items, and copies that an erasure finds with their first item.
create index inbound_items_by_cause on inbound_items (tenant_id, cause, created_at, id) where cause is not null;
create index inbound_items_with_external_id on inbound_items (tenant_id, external_id, created_at, id) where external_id is not null;
create index inbound_items_duplicates on inbound_items (tenant_id, duplicate_of) where duplicate_of is not null;
-- Items that an erasure has to read, because no thread has them.
create index inbound_items_without_thread on inbound_items (tenant_id, id) where thread_id is null and payload is not null;
select keep_no_values('inbound_items', '{reason,external_id,sender,payload,last_error}');
select keep_no_values('thread_conversations', '{conversation_key,address}');
