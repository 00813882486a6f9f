/** Extracts the statements of procedure bodies as texts, which the audits parse. */
import { parseFunction, walk } from './syntax-tree.ts'

/** Returns the statements of a body, with its expressions as `select …`. Adds a fault to `found` for a statement that it cannot extract. */
export function bodyStatements(definition: string, found = new Set<string>()): string[] {
  const statements: string[] = []
  walk(parseFunction(definition), (kind, node) => {
    if (kind.startsWith('PLpgSQL_stmt_dyn')) found.add('EXECUTE runs a text that cannot be checked')
    if (kind !== 'PLpgSQL_expr') return true
    const text = onlyTenant(String(node.query))
    statements.push(node.parseMode === statementMode ? text : `select (${text.replace(/^[^:=]*:=/, '')})`)
    return false
  })
  return statements
}

/** The parser's mode for complete statements. All other modes are for expressions. */
const statementMode = 0

/** Replaces all parameters except the first, the tenant, so that no other parameter counts as a tenant's id. */
function onlyTenant(sql: string): string {
  return sql.replaceAll(/\$(?!1\b)\d+/g, "'another parameter'")
}
