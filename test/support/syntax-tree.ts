/** Statements as PostgreSQL's own parser reads them (libpg-query), and the few functions that walk such a tree. */
import { loadModule, parseSync } from 'libpg-query'

export type Node = { readonly [field: string]: unknown }

/** Call once, and await, before anything is parsed. */
export const loadParser: () => Promise<void> = loadModule

/** The trees of the statements of a text. Throws on what PostgreSQL would not parse. */
export function parseStatements(sql: string): readonly unknown[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What stands at the end of a path of fields; undefined when one of them is missing. */
export function path(value: unknown, ...fields: string[]): unknown {
  let here: unknown = value
  for (const field of fields) here = isNode(here) ? here[field] : undefined
  return here
}

/** Every node in a part of a tree with its kind, parents first. `enter` says whether to look inside of it. */
export function walk(part: unknown, enter: (kind: string, node: Node) => boolean): void {
  if (Array.isArray(part)) return part.forEach((each) => walk(each, enter))
  if (!isNode(part)) return
  for (const [kind, value] of Object.entries(part)) if (!isNode(value) || enter(kind, value)) walk(value, enter)
}
