-- An erasure must also find copies of former addresses of a customer, and of attendees who were removed from a meeting.
alter table customers add column former_emails text[] not null default '{}';
alter table meetings add column former_attendees text[] not null default '{}';

update customers c set former_emails = f.emails from (
  select l.tenant_id, l.target_id, array_agg(distinct l.before ->> 'email') as emails from audit_logs l
  where l.target_type = 'customer' and l.before ->> 'email' is not null group by 1, 2) f
where c.tenant_id = f.tenant_id and c.id = f.target_id and c.erased_at is null;

update meetings m set former_attendees = f.emails from (
  select l.tenant_id, l.target_id, array_agg(distinct a.attendee ->> 'email') as emails from audit_logs l
  cross join lateral json_array_elements(case when json_typeof(l.before -> 'attendees') = 'array' then l.before -> 'attendees' else '[]' end) a(attendee)
  where l.target_type = 'meeting' group by 1, 2) f
where m.tenant_id = f.tenant_id and m.id = f.target_id;

-- ANALYZE copies the most common values of a column, and others at regular distances, into pg_statistic, where nothing erases them.
-- Keeps no such statistics of these columns and deletes those that exist. It can be repeated; `distribute` calls it for the shards.
create function keep_no_values(relation regclass, columns text[]) returns void language plpgsql as $$
declare
  fresh text[] := array(
    select attname from pg_attribute where attrelid = relation and attname = any(columns) and attnum > 0 and attstattarget is distinct from 0
    order by attnum);
begin
  if fresh = '{}' then return; end if;
  -- Citus does not pass SET STATISTICS on to shards, and refuses it unless it may stay on this node.
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  execute format('alter table %s %s', relation,
    (select string_agg(format('alter column %I set statistics 0', name), ', ') from unnest(fresh) as each(name)));
  if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
    perform pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where (c.oid = relation and a.attname = any(fresh))
        or c.oid in (select indexrelid from pg_index where indrelid = relation and indexprs is not null);
  else
    -- Before PostgreSQL 18 this is how an owner deletes statistics. It rewrites no rows.
    execute format('alter table %s %s', relation, (select string_agg(format('alter column %I type %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ')
      from pg_attribute a where a.attrelid = relation and a.attname = any(fresh)));
  end if;
  perform set_config('citus.enable_ddl_propagation', 'on', true);
end $$;

select keep_no_values('ai_runs', '{citations,failure,feedback,output}');
select keep_no_values('customers', '{email,name,external_id,custom_fields,name_words,address_words,alias_words,former_emails}');
select keep_no_values('jobs', '{error}');
select keep_no_values('meetings', '{title,location,recording,attendees,former_attendees}');
select keep_no_values('messages', '{author_name,body,body_text,external_id,attachments}');
select keep_no_values('scheduled_messages', '{author_name,body,body_text,attachments,changes,error}');
select keep_no_values('search_texts', '{words}');
select keep_no_values('search_words', '{word}');
select keep_no_values('thread_drafts', '{body,attachments}');
select keep_no_values('threads', '{subject,external_ref,custom_fields}');
select keep_no_values('uploads', '{filename}');
select keep_no_values('webhook_deliveries', '{error,failed_attempts,response_body}');

-- The same for the entries of an index, which are computed from these columns.
alter index customers_grams alter column 1 set statistics 0;
