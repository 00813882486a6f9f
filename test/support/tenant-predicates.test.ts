import { beforeAll, describe, expect, it } from 'vitest'
import { loadParser } from './syntax-tree.ts'
import { findUntied } from './tenant-predicates.ts'

const tables = new Set(['threads', 'messages', 'labels', 'tenant_counters'])
beforeAll(loadParser)

describe('a statement that names its tenant everywhere is accepted', () => {
  it.each([
    ['a parameter', 'select 1 from threads where tenant_id = $1'],
    ['a cast parameter, the other way round', 'select 1 from threads t where $1::uuid = t.tenant_id'],
    ['an inner join on the tenant', 'select 1 from threads t join messages m on m.tenant_id = t.tenant_id where t.tenant_id = $1'],
    [
      'a chain of equal tenants',
      'select 1 from threads t, messages m, labels l where l.tenant_id = m.tenant_id and m.tenant_id = t.tenant_id and t.tenant_id = $1',
    ],
    ['a join using the tenant', 'select 1 from threads t join messages m using (tenant_id) where t.tenant_id = $1'],
    [
      'a left join that names it in ON',
      'select 1 from threads t left join messages m on m.tenant_id = $1 and m.thread_id = t.id where t.tenant_id = $1',
    ],
    [
      'a correlated subquery',
      'select (select count(*) from messages m where m.tenant_id = t.tenant_id) from threads t where t.tenant_id = $1',
    ],
    ['an OR whose branches each name it', 'select 1 from threads where (tenant_id = $1 and id = $2) or (tenant_id = $1 and id = $3)'],
    ['a union', 'select 1 from threads where tenant_id = $1 union all select 1 from messages where tenant_id = $1'],
    ['a CTE of the same name as a table', 'with labels as (select 1 as id) select id from labels'],
    ['reading from a CTE', 'with x as (select id from threads where tenant_id = $1) select id from x'],
    ['an update', 'update threads set subject = $2 where tenant_id = $1 and id = $3'],
    ['an update from a CTE', 'with x as (select 1) update tenant_counters k set event_sequence = 1 from x where k.tenant_id = $1'],
    ['a delete', 'delete from threads where tenant_id = $1'],
    ['an insert of values', 'insert into threads (id, tenant_id) values ($2, $1::uuid)'],
    ['an insert from a select', 'insert into threads (tenant_id, id) select $1::uuid, w.id from json_to_recordset($2) as w(id uuid)'],
    ['an insert from a tenant’s row', 'insert into messages (tenant_id, id) select t.tenant_id, $2 from threads t where t.tenant_id = $1'],
    ['an upsert', 'insert into labels (tenant_id, name) values ($1, $2) on conflict (tenant_id, name) do update set name = excluded.name'],
    ['other tables', 'select 1 from tenant_slugs where slug = $1'],
    ['locking', 'select 1 from threads t where t.tenant_id = $1 for update of t'],
    ['no statement on rows', 'begin'],
  ])('%s', (_, sql) => {
    expect(findUntied(sql, tables)).toEqual([])
  })
})

describe('a missing tenant is found', () => {
  it.each([
    ['nowhere', 'select 1 from threads where id = $1', ['SELECT on threads without tenant_id = $n']],
    [
      'a constant',
      `select 1 from threads where tenant_id = '0192a1b2-0000-7000-8000-000000000000'`,
      ['SELECT on threads without tenant_id = $n'],
    ],
    ['only one branch of an OR', 'select 1 from threads where tenant_id = $1 or id = $2', ['SELECT on threads without tenant_id = $n']],
    ['a negation', 'select 1 from threads where not (tenant_id = $1)', ['SELECT on threads without tenant_id = $n']],
    ['another comparison', 'select 1 from threads where tenant_id <> $1', ['SELECT on threads without tenant_id = $n']],
    [
      'in a CTE',
      'with x as (select id from threads where id = $2) select 1 from messages where tenant_id = $1',
      ['SELECT on threads without tenant_id = $n'],
    ],
    [
      'in a CTE that changes rows',
      'with x as (update threads set subject = $2 where id = $3 returning id) select 1 from x',
      ['UPDATE on threads without tenant_id = $n'],
    ],
    [
      'one side of a join',
      'select 1 from threads t join messages m on m.thread_id = t.id where t.tenant_id = $1',
      ['SELECT on messages m without tenant_id = $n'],
    ],
    [
      'the kept side of a left join',
      'select 1 from threads t left join messages m on m.tenant_id = $1 and t.tenant_id = $1',
      ['SELECT on threads t without tenant_id = $n'],
    ],
    [
      'both sides equal but to nothing',
      'select 1 from threads t join messages m on m.tenant_id = t.tenant_id',
      ['SELECT on threads t without tenant_id = $n', 'SELECT on messages m without tenant_id = $n'],
    ],
    ['a subquery in FROM', 'select 1 from (select id from threads) s', ['SELECT on threads without tenant_id = $n']],
    [
      'a scalar subquery',
      'select (select count(*) from messages m where m.thread_id = t.id) from threads t where t.tenant_id = $1',
      ['SELECT on messages m without tenant_id = $n'],
    ],
    [
      'EXISTS',
      'select 1 from threads t where t.tenant_id = $1 and exists (select from labels l where l.id = t.id)',
      ['SELECT on labels l without tenant_id = $n'],
    ],
    [
      'an outer table named only inside',
      'select 1 from threads t where exists (select from labels l where l.tenant_id = $1 and t.tenant_id = $1)',
      ['SELECT on threads t without tenant_id = $n'],
    ],
    [
      'one part of a union',
      'select 1 from threads where tenant_id = $1 union all select 1 from messages',
      ['SELECT on messages without tenant_id = $n'],
    ],
    [
      'equal to a CTE only',
      'with x as (select tenant_id from tenant_slugs) select 1 from threads t join x on x.tenant_id = t.tenant_id',
      ['SELECT on threads t without tenant_id = $n'],
    ],
    ['an update', 'update threads set subject = $1 where id = $2', ['UPDATE on threads without tenant_id = $n']],
    [
      'the source of an update',
      'update threads t set subject = m.body from messages m where t.tenant_id = $1 and m.thread_id = t.id',
      ['UPDATE on messages m without tenant_id = $n'],
    ],
    [
      'a subquery in SET',
      'update threads set subject = (select body from messages limit 1) where tenant_id = $1',
      ['SELECT on messages without tenant_id = $n'],
    ],
    ['moving a row to another tenant', 'update threads set tenant_id = $2 where tenant_id = $1', ['UPDATE sets tenant_id']],
    ['a delete', 'delete from threads', ['DELETE on threads without tenant_id = $n']],
    [
      'the source of a delete',
      'delete from threads t using messages m where t.tenant_id = $1 and m.thread_id = t.id',
      ['DELETE on messages m without tenant_id = $n'],
    ],
    ['an insert without columns', 'insert into threads values ($1, $2)', ['INSERT into threads does not name tenant_id']],
    ['an insert of another column', 'insert into threads (id) values ($1)', ['INSERT into threads does not name tenant_id']],
    [
      'an insert from a foreign value',
      'insert into threads (tenant_id, id) select s.tenant_id, $1 from tenant_slugs s',
      [`INSERT into threads takes tenant_id from something that is neither a parameter nor a tenant's row`],
    ],
    [
      'the source of an insert',
      'insert into messages (tenant_id, id) select $1, t.id from threads t',
      ['SELECT on threads t without tenant_id = $n'],
    ],
    [
      'an upsert across tenants',
      'insert into labels (tenant_id, name) values ($1, $2) on conflict (name) do update set name = excluded.name',
      ['ON CONFLICT on labels does not name tenant_id'],
    ],
    [
      'what returns from a write',
      'insert into labels (tenant_id, name) values ($1, $2) returning (select count(*) from threads)',
      ['SELECT on threads without tenant_id = $n'],
    ],
    ['a truncation', 'truncate threads', ['TruncateStmt is not understood by this audit: write INSERT, UPDATE or DELETE']],
  ])('%s', (_, sql, sentences) => {
    expect(findUntied(sql, tables)).toEqual(sentences)
  })
})
