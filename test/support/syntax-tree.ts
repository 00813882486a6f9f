/** Parses statements and functions with PostgreSQL's own parser (libpg-query), and walks the trees. */
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

export type Node = { readonly [field: string]: unknown }

/** Loads the parser. Await it once before anything is parsed. */
export const loadParser: () => Promise<void> = loadModule

/** Returns the trees of the statements in a text. Throws when PostgreSQL could not parse it. */
export function parseStatements(sql: string): readonly unknown[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt)
}

/** Returns the tree of a PL/pgSQL function. Its statements and expressions are texts in nodes of the kind PLpgSQL_expr. */
export function parseFunction(definition: string): unknown {
  return parsePlPgSQLSync(definition)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the value at the end of a path of fields; undefined when a field is missing. */
export function path(value: unknown, ...fields: string[]): unknown {
  let here: unknown = value
  for (const field of fields) here = isNode(here) ? here[field] : undefined
  return here
}

/** Visits every node in a part of a tree, parents first. `enter` returns whether to visit its children. */
export function walk(part: unknown, enter: (kind: string, node: Node) => boolean): void {
  if (Array.isArray(part)) return part.forEach((each) => walk(each, enter))
  if (!isNode(part)) return
  for (const [kind, value] of Object.entries(part)) if (!isNode(value) || enter(kind, value)) walk(value, enter)
}
