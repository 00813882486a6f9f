-- Lists order by created_at.
alter table thread_participants rename column added_at to created_at;
create index thread_participants_list on thread_participants (tenant_id, thread_id, created_at, id) where removed_at is null;
create index thread_participants_of_customer on thread_participants (tenant_id, customer_id) where customer_id is not null;

-- Erasures cannot reach the statistics of PostgreSQL.
select keep_no_values('thread_participants', '{address,name}');
