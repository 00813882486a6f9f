/**
 * Builds records from rows whose values arrive as arrays (decision 92). The driver would add each column to an empty object, which is slow
 * for a page of rows. A function generated for the columns creates the whole object at once.
 */

/** Columns of a statement. The driver has one array of them per prepared statement and connection. */
export type Columns = readonly { readonly name: string }[]

type Build = (values: readonly unknown[]) => Record<string, unknown>

const builds = new WeakMap<Columns, Build>()
/** Generated functions by their source, because all connections prepare the same statements. */
const buildsByText = new Map<string, Build>()

export function toRecords(rows: readonly (readonly unknown[])[], columns: Columns): Record<string, unknown>[] {
  if (rows.length === 0) return []
  const build = builds.get(columns) ?? createBuild(columns)
  return rows.map((values) => build(values))
}

function createBuild(columns: Columns): Build {
  // Quoted, because a column name may contain any character. If two columns have the same name, the last one wins.
  const text = `return {${columns.map(({ name }, i) => `${JSON.stringify(name)}: values[${i}]`).join()}}`
  // Safe because the text contains only quoted names and reads only its argument.
  const build = buildsByText.get(text) ?? (new Function('values', text) as Build)
  buildsByText.set(text, build)
  builds.set(columns, build)
  return build
}
