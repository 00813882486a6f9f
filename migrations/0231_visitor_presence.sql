-- Visitors of websites whose chat is open. `address` is the visitor's id as in thread_conversations.
create table visitor_presence (
  tenant_id uuid not null,
  visitor_id uuid not null,
  address text not null,
  -- The thread in which the visitor types, and since when.
  typing_in uuid,
  typing_at timestamptz(3),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, visitor_id)
) with (fillfactor = 50);
select keep_no_values('visitor_presence', '{address}');
