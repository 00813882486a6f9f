/** Locking a thread and reading it, the first step of every change of one thread. */
import { procedure, type Uuid } from '../../kit/index.ts'
import { clocksSql, threadColumnsSql, type ThreadRecord } from './queries.ts'

/** A locked thread. `reachedFrom` is the id of the merged thread that the request named; null when it named this one. */
export type LockedThread = ThreadRecord & { reachedFrom?: Uuid | null }

/**
 * Locks a thread, or the thread that it was merged into, until the commit, and reads it. Null when it does not exist. Each statement sees
 * what the previous holder of the lock committed.
 *
 * A merged thread is not locked, because merges lock their threads in the order of their ids. Times are PostgreSQL's text, like those of
 * rows, because callers compare them.
 */
export const lockThread = procedure<{ tenantId: Uuid; id: Uuid }, LockedThread | null>(
  'lock_thread',
  { tenantId: 'uuid', id: 'uuid' },
  `declare
  t threads; c record; target uuid; labels json := '[]'; assignee_name text; clocks_now json; result json;
begin
  select * into t from threads where tenant_id = :tenantId and id = :id and merged_into is null for update;
  if not found then
    -- While a statement waits for a lock, the thread may be merged, or the merge undone.
    loop
      select root_id into target from thread_merges where tenant_id = :tenantId and source_id = :id;
      target := coalesce(target, :id);
      exit when t.id = target;
      select * into t from threads where tenant_id = :tenantId and id = target for update;
      if not found then return null; end if;
    end loop;
  end if;
  select id, email, name, merged_into into c from customers where tenant_id = :tenantId and id = t.customer_id;
  if c.merged_into is not null then
    select id, email, name, merged_into into c from customers where tenant_id = :tenantId and id = c.merged_into;
  end if;
  if cardinality(t.label_ids) > 0 then
    select coalesce(json_agg(json_build_object('id', id, 'name', name) order by array_position(t.label_ids, id)), '[]') into labels
      from labels where tenant_id = :tenantId and id = any(t.label_ids);
  end if;
  if t.assignee_id is not null then
    select name into assignee_name from users where tenant_id = :tenantId and id = t.assignee_id;
  end if;
  if t.timed then
    select ${clocksSql('clocks', 'terms_id')} into clocks_now from sla_threads where tenant_id = :tenantId and thread_id = t.id;
  end if;
  select row_to_json(r) into result
    from (select ${threadColumnsSql('labels', 't.merged_into', 'clocks_now', 'assignee_name', (column) => `${column}::text`)}, nullif(:id, t.id) as "reachedFrom") r;
  return result;
end`,
)
