-- The sort key of threads by priority: urgent ones first, and newer ones first among equals. It is a time because all orders of lists are
-- times: the priority shifts it by about ten thousand years, so that all keys have five-digit years, whose text sorts like the times.
create function thread_priority_order(priority text, created_at timestamptz)
returns timestamptz
language sql
immutable parallel safe
return to_timestamp(
  case priority when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end * 3e11 - extract(epoch from created_at - to_timestamp(0))::double precision);

create index threads_priority_order on threads (tenant_id, status, thread_priority_order(priority, created_at), id);
