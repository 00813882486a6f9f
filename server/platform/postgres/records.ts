/**
 * Builds records from rows whose values come in arrays (decision 92). The driver would add the columns of each row to an empty object one by
 * one, which is slow for the rows of a page. A function that is generated for the columns creates the whole object at once.
 */

/** The columns of a statement. The driver has one array of them for each prepared statement of a connection. */
export type Columns = readonly { readonly name: string }[]

type Build = (values: readonly unknown[]) => Record<string, unknown>

const builds = new WeakMap<Columns, Build>()
/** The functions by their text, because each connection prepares the same statements. */
const buildsByText = new Map<string, Build>()

export function toRecords(rows: readonly (readonly unknown[])[], columns: Columns): Record<string, unknown>[] {
  if (rows.length === 0) return []
  const build = builds.get(columns) ?? createBuild(columns)
  return rows.map((values) => build(values))
}

function createBuild(columns: Columns): Build {
  // Quoted, because the name of a column may contain any character. Of two columns with one name, the last one counts.
  const text = `return {${columns.map(({ name }, i) => `${JSON.stringify(name)}: values[${i}]`).join()}}`
  // Safe because the text contains only quoted names and reads only its argument.
  const build = buildsByText.get(text) ?? (new Function('values', text) as Build)
  buildsByText.set(text, build)
  builds.set(columns, build)
  return build
}
