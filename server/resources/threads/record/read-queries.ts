/** Reads a thread in a procedure. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { procedure } from '#platform/postgres/procedure.ts'
import { clocksSql, labelJsonSql, threadColumnsSql, type ThreadRecord } from './queries.ts'

/** Variables of `lookUpsStep`. */
export const lookUpsVariables = `c record; labels json := '[]'; assignee_name text; clocks_now json;`

/** SQL: a procedure step that looks up the data of other tables for the record of the thread `t`. */
export const lookUpsStep = `select id, email, name, merged_into into c from customers where tenant_id = :tenantId and id = t.customer_id;
  if c.merged_into is not null then
    select id, email, name, merged_into into c from customers where tenant_id = :tenantId and id = c.merged_into;
  end if;
  if cardinality(t.label_ids) > 0 then
    select coalesce(json_agg(${labelJsonSql()} order by array_position(t.label_ids, id)), '[]') into labels
      from labels where tenant_id = :tenantId and id = any(t.label_ids);
  end if;
  if t.assignee_id is not null then
    select name into assignee_name from users where tenant_id = :tenantId and id = t.assignee_id;
  end if;
  if t.timed then
    select ${clocksSql('clocks', 'terms_id')} into clocks_now from sla_threads where tenant_id = :tenantId and thread_id = t.id;
  end if;`

/** SQL: columns of a ThreadRecord after `lookUpsStep`. Times are PostgreSQL's text, as in rows, because callers compare them. */
export const lookedUpColumnsSql = (mergedInto: string): string =>
  threadColumnsSql('labels', mergedInto, 'clocks_now', 'assignee_name', (column) => `${column}::text`)

/** Returns a thread like `findThread`, or null, in single-table statements, for clusters (decision 98). All of them read one snapshot. */
export const findThreadRecord = procedure<{ tenantId: Uuid; id: Uuid }, ThreadRecord | null>(
  'read_thread',
  { tenantId: 'uuid', id: 'uuid' },
  `declare
  t threads; root uuid; result json; ${lookUpsVariables}
begin
  select * into t from threads where tenant_id = :tenantId and id = :id;
  if not found then return null; end if;
  ${lookUpsStep}
  if t.merged_into is not null then
    -- The target may have been merged later.
    select root_id into root from thread_merges where tenant_id = :tenantId and source_id = t.id;
  end if;
  select row_to_json(r) into result from (select ${lookedUpColumnsSql('coalesce(root, t.merged_into)')}) r;
  return result;
end`,
  { isReadOnly: true },
)

/** Finds the merge root of a thread; null when the thread is not merged. No row for an unknown thread. */
export const findMergedInto = statement<{ tenantId: Uuid; id: Uuid }, { mergedInto: Uuid | null }>(`
  select (select m.root_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = t.id) as "mergedInto"
  from threads t where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)
