import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findUndistributable, findUnknownFunctions } from './distributable.ts'
import { readStatementRules, type StatementRules } from './statement-audit.ts'

let rules: StatementRules
// The database itself lists which functions are immutable. Every database of the server has the same ones.
beforeAll(async () => {
  rules = await readStatementRules({ ...inject('templateConnection'), database: 'postgres' })
})
const faults = (sql: string): string[] => findUndistributable(sql, rules.volatility)

describe('a statement that can be distributed is accepted', () => {
  it.each([
    ['now() by itself', 'update threads set updated_at = now() where tenant_id = $1'],
    ['now() in GREATEST and LEAST, with columns', 'update threads set a = greatest(now(), a), b = least(b, now()) where tenant_id = $1'],
    ['now() compared with a column', 'delete from threads where tenant_id = $1 and created_at < now() - make_interval(days => $2::int)'],
    ['arithmetic with an interval and no column', `update threads set a = now() + interval '1 day' where tenant_id = $1`],
    [
      'what a subquery handed over',
      'update threads set a = now() + make_interval(secs => (select seconds from wait)) where tenant_id = $1',
    ],
    [
      'a time from a CTE under CASE',
      'with clock as materialized (select now() as now) update threads set a = case when $2 then coalesce(a, clock.now) end from clock where tenant_id = $1',
    ],
    [
      'immutable functions of columns',
      `update threads set a = lower(b) || left(c, 3), d = case when length(e) > 3 then e end where tenant_id = $1`,
    ],
    ['a cast of a parameter', 'update threads set a = case when $2::timestamptz > a then $2::timestamptz end where tenant_id = $1'],
    ['a part of an array within a call', `update threads set a = coalesce(b[1], ''), c[2] = $2 where tenant_id = $1`],
    ['a parameter in ON CONFLICT', 'insert into labels as l (tenant_id) values ($1) on conflict (tenant_id) do update set a = l.a + $2'],
    ['a parameter as the condition of a change', 'delete from threads where $1::boolean and tenant_id = $2'],
    ['a cast of a literal', `update threads set a = coalesce(a, '2026-01-01'::timestamptz) where tenant_id = $1`],
    ['now() under CASE in a SELECT', 'select case when a then now() end from threads where tenant_id = $1'],
    ['now() under COALESCE in an INSERT', 'insert into threads (tenant_id, created_at) select $1, coalesce($2::timestamptz, now())'],
    [
      'what was to be inserted',
      'insert into labels as l (tenant_id) values ($1) on conflict (tenant_id) do update set a = greatest(excluded.a, l.a)',
    ],
    ['columns in RETURNING', 'insert into labels (tenant_id) values ($1) returning id, name, $2::json'],
    [
      'a subquery in RETURNING of an UPDATE',
      'update labels set a = 1 where tenant_id = $1 returning (select count(*) from x where tenant_id = $1)',
    ],
    [
      'FOR UPDATE of one table in a CTE',
      'with x as (select id from threads where tenant_id = $1 and exists (select 1 from y) for update) select from x',
    ],
    ['FOR UPDATE over a join at the top', 'select 1 from threads t join labels l on true where t.tenant_id = $1 for update of t'],
    ['no columns at the top', 'select from threads where tenant_id = $1 for update'],
    ['no locks across tenants', '/* across tenants: the worker serves all of them */ select tenant_id from webhooks where due_at <= now()'],
    ['a lock of a whole table', '/* across tenants: a lock of the table */ lock table totals in share row exclusive mode'],
    ['no statement on rows', 'begin'],
  ])('%s', (_, sql) => {
    expect(faults(sql)).toEqual([])
  })
})

describe('a function that a statement calls', () => {
  const unknown = (sql: string): string[] => findUnknownFunctions(sql, rules.volatility, new Set(['customer_grams']))
  it('is accepted when PostgreSQL has it, or `distribute` creates it on every node', () => {
    expect(unknown('select lower(name), customer_grams($1, name), coalesce(a, now()) from customers where tenant_id = $1')).toEqual([])
  })
  it('is refused when the nodes do not have it, wherever it is called', () => {
    expect(
      unknown('select 1 from customers where tenant_id = $1 and id = any(array(select app.pick(id) from unnest($2) as u(id)))'),
    ).toEqual(['calls pick(), which the nodes do not have: `distribute` does not create it there'])
  })
})

describe('a statement that cannot be distributed is refused', () => {
  const call = (what: string, name: string, where: string): string => `${what} calls ${name}, which is not immutable, ${where}`
  const [underCase, inConflict, inReturning] = ['under CASE or COALESCE', 'in ON CONFLICT', 'in RETURNING']

  it.each([
    ['now() under CASE', 'update threads set a = case when b then now() end', call('UPDATE threads', 'now()', underCase)],
    [
      'now() as the condition of a CASE',
      'update threads set a = case when b > now() then 1 end',
      call('UPDATE threads', 'now()', underCase),
    ],
    ['now() under COALESCE', 'update threads set a = coalesce(a, now())', call('UPDATE threads', 'now()', underCase)],
    [
      'now() in a subquery under CASE',
      'update threads set a = case when b then (select now()) end',
      call('UPDATE threads', 'now()', underCase),
    ],
    [
      'CASE within another call',
      'update threads set a = greatest(a, case when b then now() end)',
      call('UPDATE threads', 'now()', underCase),
    ],
    [
      'another spelling of the time',
      'update threads set a = coalesce(a, current_timestamp)',
      call('UPDATE threads', 'current_timestamp', underCase),
    ],
    [
      'in an UPDATE that is a CTE',
      'with x as (update threads set a = coalesce(a, now())) select',
      call('UPDATE threads', 'now()', underCase),
    ],
    ['in WHERE', 'update threads set a = 1 where b < coalesce($1, now())', call('UPDATE threads', 'now()', underCase)],
    ['in WHERE of a DELETE', 'delete from threads where b < coalesce($1, now())', call('DELETE from threads', 'now()', underCase)],
    [
      'jsonb_build_object under CASE',
      'update w set a = case when b then jsonb_build_object($1, $2) end',
      call('UPDATE w', 'jsonb_build_object()', underCase),
    ],
    ['a stable function of a column', `update threads set a = to_char(b, 'YYYY')`, call('UPDATE threads', 'to_char()', 'with a column')],
    ['a stable function of a CTE’s column', 'update t set a = to_json(x.b) from x', call('UPDATE t', 'to_json()', 'with a column')],
    ['a stable cast of a column', 'update threads set a = 1 where b::date = $1', call('UPDATE threads', 'a cast to date', 'with a column')],
    [
      'a stable cast of an expression',
      `update w set a = (b->>'x')::timestamptz`,
      call('UPDATE w', 'a cast to timestamptz', 'with a column'),
    ],
    [
      'arithmetic of a column with an interval',
      `update threads set a = b + interval '1 day'`,
      call('UPDATE threads', '+ with an interval', 'with a column'),
    ],
    [
      'arithmetic with several intervals',
      'update t set a = b - 2 * make_interval(days => $1)',
      call('UPDATE t', '- with an interval', 'with a column'),
    ],
    ['a volatile function', 'update threads set a = random()', 'UPDATE threads calls random(), which is volatile'],
    [
      'now() in ON CONFLICT',
      'insert into c (a) values ($1) on conflict (a) do update set b = now()',
      call('INSERT into c', 'now()', inConflict),
    ],
    [
      'in GREATEST there',
      'insert into c (a) values ($1) on conflict (a) do update set b = greatest(now(), c.b)',
      call('INSERT into c', 'now()', inConflict),
    ],
    [
      'in WHERE there',
      'insert into c (a) values ($1) on conflict (a) do update set b = 1 where c.d < now()',
      call('INSERT into c', 'now()', inConflict),
    ],
    ['now() in RETURNING', 'update c set a = 1 returning now()', call('UPDATE of c', 'now()', inReturning)],
    [
      'a slice of an array in SET',
      'update c set a = (b || $1)[2:] where tenant_id = $2',
      'SET of an element or a slice of an array, which crashes the server: wrap it in COALESCE',
    ],
    [
      'an element of an array in ON CONFLICT',
      'insert into c (a) values ($1) on conflict (a) do update set b = (array[c.b, excluded.b])[1]',
      'SET of an element or a slice of an array, which crashes the server: wrap it in COALESCE',
    ],
    [
      'a parameter in ON CONFLICT of INSERT … SELECT',
      'insert into c (a) select $1 from d on conflict (a) do update set b = case when $2 then null else c.b end',
      'INSERT of c has a parameter in ON CONFLICT of INSERT … SELECT: write VALUES',
    ],
    [
      'a parameter as the condition of a change in a CTE',
      'with x as (delete from c where not $1::boolean and tenant_id = $2) select 1',
      'DELETE of c with a parameter as its condition: put it into a subquery over a CTE',
    ],
    [
      'a subquery in VALUES',
      'insert into c (a) values ($1), (coalesce((select max(a) from c where tenant_id = $1), 0))',
      'INSERT of c has a subquery in VALUES: write INSERT … SELECT',
    ],
    [
      'a subquery in RETURNING of an INSERT',
      'insert into c (a) values ($1) returning (select count(*) from d)',
      'INSERT of c has a subquery in RETURNING',
    ],
    [
      'FOR UPDATE over a join in a CTE',
      'with x as (select 1 from a join b on true for update of a) select from x',
      'FOR UPDATE over more than one relation in a CTE or subquery: lock the rows of one, then join',
    ],
    [
      'FOR UPDATE over a table and a CTE in a CTE',
      'with y as (select 1), x as (select 1 from a, y for update of a) select from x',
      'FOR UPDATE over more than one relation in a CTE or subquery: lock the rows of one, then join',
    ],
    [
      'EXISTS without columns',
      'insert into threads (tenant_id, sla) select $1, exists (select from sla_policies where tenant_id = $1)',
      'SELECT without columns in a subquery or CTE: write "select 1 from"',
    ],
    [
      'a count of rows without columns',
      'select (select count(*) from (select from threads where tenant_id = $1 limit 9) o)',
      'SELECT without columns in a subquery or CTE: write "select 1 from"',
    ],
    [
      'a CTE without columns',
      'with x as (select from threads where tenant_id = $1) select count(*) from x',
      'SELECT without columns in a subquery or CTE: write "select 1 from"',
    ],
    [
      'locks across tenants',
      '/* across tenants: what is old goes */ with x as (select 1 from a limit 9 for update skip locked) delete from a using x where a.id = x.id',
      'FOR UPDATE in a statement across tenants',
    ],
    [
      'the first of each across tenants',
      '/* across tenants: the oldest of each */ select d.at from w cross join lateral (select at from d where d.id = w.id order by at limit 1) d',
      'LATERAL with LIMIT in a statement across tenants',
    ],
    [
      'an outer join of given values with their rows across tenants',
      '/* across tenants: the sum of each */ select r.a, sum(d.b) from unnest($1::int[]) r(a) left join lateral (select b from d where d.a = r.a) d on true group by 1',
      'outer join of a function with LATERAL in a statement across tenants: aggregate in a CTE, then join',
    ],
  ])('%s', (_, sql, sentence) => {
    expect(faults(sql)).toEqual([sentence])
  })
})
