/**
 * Runs a statement as Citus runs one that inserts in a CTE: its CTEs one after another in textual order, each with its own snapshot, then
 * the main statement. PostgreSQL runs the main statement first and CTEs on demand, so the two lock rows in a different order.
 */
import { statement, type Queryable, type Statement } from '#platform/db.ts'

type Part = { name: string; text: string }

/**
 * `tx` must be a transaction, whose temporary tables hold the results of the CTEs. The columns that a CTE returns after a write must be
 * columns of its table. `afterPart` is called with the CTE's name after each CTE.
 */
export async function runPartByPart<Params extends object, Row>(
  tx: Queryable,
  { text, names }: Statement<Params, Row>,
  params: Params,
  afterPart: (name: string) => Promise<void> = () => Promise.resolve(),
): Promise<Row[]> {
  const named = text.replaceAll(/\$(\d+)/g, (_, n: string) => `:${names[Number(n) - 1]}`)
  const { ctes, main } = splitStatement(named)
  for (const { name, text: cte } of ctes) {
    const table = /^\s*(?:insert\s+into|update|delete\s+from)\s+(\w+)/i.exec(cte)?.[1]
    if (table === undefined) await tx.rows(statement<Params, object>(`create temporary table ${name} on commit drop as ${cte}`), params)
    else if (!/\breturning\b/i.test(cte)) await tx.rows(statement<Params, object>(cte), params)
    else {
      const written = statement<Params, { rows: object }>(`with r as (${cte}) select coalesce(json_agg(r), '[]') as rows from r`)
      const rows = (await tx.first(written, params))?.rows
      const keep = `create temporary table ${name} on commit drop as select * from json_populate_recordset(null::${table}, :rows::json)`
      await tx.rows(statement<{ rows: unknown }, object>(keep), { rows })
    }
    await afterPart(name)
  }
  return tx.rows(statement<Params, Row>(main), params)
}

/** Splits a statement into its CTEs and the main statement. */
function splitStatement(text: string): { ctes: Part[]; main: string } {
  const sql = text.replaceAll(/--.*$/gm, '').trim()
  const head = /\s*(?:with\b|,)\s*(\w+)\s+as\s+(?:materialized\s+)?\(/iy
  const ctes: Part[] = []
  for (let at = 0; ; ) {
    head.lastIndex = at
    const name = head.exec(sql)?.[1]
    if (name === undefined) return { ctes, main: sql.slice(at) }
    const start = head.lastIndex
    at = findClosing(sql, start) + 1
    ctes.push({ name, text: sql.slice(start, at - 1) })
  }
}

/** Returns the index of the parenthesis that closes the one before `start`. */
function findClosing(sql: string, start: number): number {
  for (let at = start, depth = 1, isQuoted = false; at < sql.length; at++) {
    if (sql[at] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (sql[at] === '(') depth++
    if (sql[at] === ')' && --depth === 0) return at
  }
  throw new Error(`A parenthesis is not closed: ${sql.slice(start, start + 80)}`)
}
