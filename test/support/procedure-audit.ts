/**
 * Checks the bodies of procedures, which the statement audit does not see. Each statement in a body must run on the tenant's shard without
 * being planned again: one table, tied to the tenant by the procedure's own parameter.
 */
import type { AnyProcedure } from '#platform/postgres/procedure.ts'
import { findUndistributable, findUnknownFunctions, findVolatile } from './distributable.ts'
import type { StatementRules } from './statement-audit.ts'
import { bodyStatements } from './procedure-body.ts'
import { list, type Node, parseStatements, path, walk } from './syntax-tree.ts'
import { findUntied } from './tenant-predicates.ts'

/** Describes where the body of a procedure breaks a rule. Call `loadParser` first. */
export function findProcedureFaults({ definition }: Pick<AnyProcedure, 'definition'>, rules: StatementRules): string[] {
  const found = new Set<string>()
  for (const sql of bodyStatements(definition, found)) {
    const faults = [
      ...findUntied(sql, rules.tenantTables),
      ...findUndistributable(sql, rules.volatility),
      ...findUnknownFunctions(sql, rules.volatility, rules.ownFunctions),
      // Expressions without a table run once, in the function.
      ...(listTables(sql).length > 0 ? findVolatile(sql, rules.volatility) : []),
      ...findVolatileDefaults(sql, rules),
      ...findLarge(sql),
    ]
    for (const fault of faults) found.add(`${fault}\n  in: ${sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  }
  return [...found]
}

/** Describes the columns that an insert leaves to a volatile default. Citus plans such an insert again at each execution. */
function findVolatileDefaults(sql: string, { volatileDefaults }: StatementRules): string[] {
  const found: string[] = []
  walk(parseStatements(sql), (kind, node) => {
    if (kind !== 'InsertStmt') return true
    const table = String(path(node, 'relation', 'relname'))
    const given = new Set(list(node.cols).map((column) => path(column, 'ResTarget', 'name')))
    const left = (volatileDefaults.get(table) ?? []).filter((column) => !given.has(column))
    found.push(...left.map((column) => `leaves ${table}.${column} to its volatile default: give it the value of a variable`))
    return true
  })
  return found
}

/** Describes why a statement is more than one access to one table. */
export function findLarge(sql: string): string[] {
  const tables = listTables(sql)
  if (tables.length === 0) return []
  const found: string[] = []
  const visit = (part: unknown, depth: number): void =>
    walk(part, (kind, node) => {
      if (node.withClause !== undefined) found.push('has a CTE')
      if (kind === 'InsertStmt' && list(path(node, 'selectStmt', 'SelectStmt', 'valuesLists')).length === 0)
        found.push('is INSERT … SELECT')
      const table = findTable(kind, node)
      if (table !== null && depth > 1) found.push(`reads ${table} in a subquery: select it into a variable first`)
      if (!kind.endsWith('Stmt')) return true
      for (const value of Object.values(node)) visit(value, depth + 1)
      return false
    })
  visit(parseStatements(sql), 0)
  if (tables.length > 1) found.push(`uses ${tables.length} tables: ${tables.join(', ')}`)
  return found
}

/** Returns the tables of a statement, with repetitions. */
function listTables(sql: string): string[] {
  const tables: string[] = []
  walk(parseStatements(sql), (kind, node) => {
    const table = findTable(kind, node)
    if (table !== null) tables.push(table)
    return true
  })
  return tables
}

/** Returns the table that a node itself names: the target of a write, or an entry of FROM. */
function findTable(kind: string, node: Node): string | null {
  const name = kind === 'RangeVar' ? node.relname : path(node, 'relation', 'relname')
  return typeof name === 'string' ? name : null
}
