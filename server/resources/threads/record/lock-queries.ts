/** Locks a thread and reads it, the first step of every change to a single thread. */
import type { Uuid } from '#platform/ids.ts'
import { procedure } from '#platform/postgres/procedure.ts'
import type { ThreadRecord } from './queries.ts'
import { lookedUpColumnsSql, lookUpsStep, lookUpsVariables } from './read-queries.ts'

/** A locked thread. `reachedFrom` is the id of the merged thread in the request; null when the request named this thread. */
export type LockedThread = ThreadRecord & { reachedFrom?: Uuid | null }

/**
 * Locks a thread or its merge root until the commit, and reads it. Null for an unknown thread. Each statement sees what the previous lock
 * holder committed. Does not lock a merged thread itself, because merges lock their threads in id order. Times are PostgreSQL's text, as in
 * rows, because callers compare them.
 */
export const lockThread = procedure<{ tenantId: Uuid; id: Uuid }, LockedThread | null>(
  'lock_thread',
  { tenantId: 'uuid', id: 'uuid' },
  `declare
  t threads; target uuid; result json; ${lookUpsVariables}
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
  ${lookUpsStep}
  select row_to_json(r) into result
    from (select ${lookedUpColumnsSql('t.merged_into')}, nullif(:id, t.id) as "reachedFrom") r;
  return result;
end`,
)
