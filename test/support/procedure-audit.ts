/**
 * Checks the bodies of procedures, which the statement audit does not see. Each statement in a body must be one that a distributed database
 * runs on the shard of the tenant without planning it anew: one table, tied to the tenant by the procedure's own parameter.
 */
import type { AnyProcedure } from '../../server/platform/postgres/procedure.ts'
import { findUndistributable, findUnknownFunctions, findVolatile } from './distributable.ts'
import type { StatementRules } from './statement-audit.ts'
import { bodyStatements } from './procedure-body.ts'
import { list, parseStatements, path, walk } from './syntax-tree.ts'
import { findUntied } from './tenant-predicates.ts'

/** Describes where the body of a procedure breaks a rule. Call `loadParser` first. */
export function findProcedureFaults({ definition }: Pick<AnyProcedure, 'definition'>, rules: StatementRules): string[] {
  const found = new Set<string>()
  for (const sql of bodyStatements(definition, found)) {
    const faults = [
      ...findUntied(sql, rules.tenantTables),
      ...findUndistributable(sql, rules.volatility),
      ...findUnknownFunctions(sql, rules.volatility, rules.ownFunctions),
      ...findVolatile(sql, rules.volatility),
      ...findLarge(sql),
    ]
    for (const fault of faults) found.add(`${fault}\n  in: ${sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  }
  return [...found]
}

/** Describes what makes a statement more than one access to one table. */
function findLarge(sql: string): string[] {
  const found: string[] = []
  const tables: string[] = []
  const visit = (part: unknown, depth: number): void =>
    walk(part, (kind, node) => {
      if (node.withClause !== undefined) found.push('has a CTE')
      if (kind === 'InsertStmt' && list(path(node, 'selectStmt', 'SelectStmt', 'valuesLists')).length === 0)
        found.push('is INSERT … SELECT')
      for (const table of [path(node, 'relation', 'relname'), kind === 'RangeVar' && node.relname]) {
        if (typeof table !== 'string') continue
        tables.push(table)
        if (depth > 1) found.push(`reads ${table} in a subquery: select it into a variable first`)
      }
      if (!kind.endsWith('Stmt')) return true
      for (const value of Object.values(node)) visit(value, depth + 1)
      return false
    })
  visit(parseStatements(sql), 0)
  if (tables.length > 1) found.push(`uses ${tables.length} tables: ${tables.join(', ')}`)
  return found
}
