import { beforeAll, describe, expect, it } from 'vitest'
import { procedure } from '#platform/postgres/procedure.ts'
import { findProcedureFaults } from './procedure-audit.ts'
import { readStatementRules, type StatementRules } from './statement-audit.ts'
import { cloneDatabase } from './test-database.ts'

let rules: StatementRules
beforeAll(async () => {
  const database = await cloneDatabase()
  rules = await readStatementRules(database.connection)
  await database.drop()
})

/** Returns the problems of a body with this statement, without the statement's own text. */
function faultsIn(step: string, declarations = ''): string[] {
  const parameters = { tenantId: 'uuid', id: 'uuid' } as const
  const body = `declare found_name text; ${declarations} begin ${step} return json_build_object('id', :id, 'tenantId', :tenantId); end`
  const faults = findProcedureFaults(procedure<{ tenantId: string; id: string }, unknown>('example', parameters, body), rules)
  return faults.map((fault) => fault.replace(/\n[^]*/, ''))
}

describe('a body of small statements is accepted', () => {
  it.each([
    ['a select', 'select name into found_name from labels where tenant_id = :tenantId and id = :id;'],
    ['a lock', 'perform 1 from threads where tenant_id = :tenantId and id = :id for update;'],
    [
      'an update',
      `update threads set updated_at = greatest(now(), updated_at) where tenant_id = :tenantId returning subject into found_name;`,
    ],
    ['an insert of rows', `insert into labels (tenant_id, id, name) values (:tenantId, :id, 'a'), (:tenantId, :id, found_name);`],
    ['an upsert', `insert into labels (tenant_id, id) values (:tenantId, :id) on conflict (tenant_id, id) do update set id = excluded.id;`],
    ['a delete', 'delete from labels where tenant_id = :tenantId;'],
    ['a loop', 'for found_name in select name from labels where tenant_id = :tenantId loop found_name := upper(found_name); end loop;'],
    ['an expression', `if found_name is null then found_name := coalesce(found_name, 'a') || now(); end if;`],
    ['the time, in a variable', 'found_name := clock_timestamp();'],
    ['JSON of variables', `select row_to_json(r) into found_name from (select :id as id, found_name as name) r;`],
  ])('%s', (_, step) => {
    expect(faultsIn(step)).toEqual([])
  })
})

describe('a statement that breaks a rule is found', () => {
  it.each([
    ['no tenant', 'select name into found_name from labels where id = :id;', ['SELECT on labels without tenant_id = $n']],
    ['another parameter', 'delete from labels where tenant_id = :id;', ['DELETE on labels without tenant_id = $n']],
    [
      'a variable as the tenant',
      'update labels set name = found_name where tenant_id = found_name::uuid;',
      ['UPDATE on labels without tenant_id = $n'],
    ],
    [
      'a row of another tenant',
      'insert into labels (tenant_id, id) values (:id, :id);',
      [`INSERT into labels takes tenant_id from something that is neither a parameter nor a tenant's row`],
    ],
    [
      'a CTE',
      'with a as (select name from labels where tenant_id = :tenantId) select name into found_name from a;',
      ['has a CTE', 'reads labels in a subquery: select it into a variable first', 'uses 2 tables: a, labels'],
    ],
    [
      'a join',
      'perform 1 from threads t join labels l on l.tenant_id = t.tenant_id where t.tenant_id = :tenantId;',
      ['uses 2 tables: threads, labels'],
    ],
    [
      'a subquery',
      'update threads set subject = (select name from labels where tenant_id = :tenantId limit 1) where tenant_id = :tenantId;',
      ['reads labels in a subquery: select it into a variable first', 'uses 2 tables: threads, labels'],
    ],
    [
      'a table in an expression',
      'if exists (select 1 from labels where tenant_id = :tenantId) then null; end if;',
      ['reads labels in a subquery: select it into a variable first'],
    ],
    [
      'a table in an assignment',
      'found_name := (select name from labels where tenant_id = :tenantId);',
      ['reads labels in a subquery: select it into a variable first'],
    ],
    ['INSERT … SELECT', 'insert into labels (tenant_id, id) select :tenantId, :id;', ['is INSERT … SELECT']],
    [
      'a volatile function',
      'insert into labels (tenant_id, id) values (:tenantId, gen_random_uuid());',
      ['calls gen_random_uuid(), which is volatile'],
    ],
    [
      'a volatile default',
      'insert into audit_logs (tenant_id, id) values (:tenantId, :id);',
      ['leaves audit_logs.created_at to its volatile default: give it the value of a variable'],
    ],
    [
      'a time under CASE',
      'update threads set closed_at = case when subject is null then now() end where tenant_id = :tenantId;',
      ['UPDATE threads calls now(), which is not immutable, under CASE or COALESCE'],
    ],
    [
      'an unknown function',
      'perform own_helper(:id);',
      ['calls own_helper(), which the nodes do not have: `distribute` does not create it there'],
    ],
    ['a text as a statement', `execute 'delete from labels';`, ['EXECUTE runs a text that cannot be checked']],
  ])('%s', (_, step, sentences) => {
    expect(faultsIn(step)).toEqual(sentences)
  })

  it('in the default of a variable', () => {
    expect(faultsIn('', 'total bigint := (select count(*) from labels where tenant_id = :tenantId);')).toEqual([
      'reads labels in a subquery: select it into a variable first',
    ])
  })
})
