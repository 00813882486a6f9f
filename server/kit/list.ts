/** Builds lists: keyset pages with an exact total, in one round trip. */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import { maxPageBytes, type ListResult, type Page } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ListDeclaration } from './list-declaration.ts'
import { createPartReader, type PartReads } from './list-parts.ts'
import { listSql, matchingSql, totalSql, valuesSql, type SizeLimit } from './list-sql.ts'

/** Returns a page of rows that are already in memory. */
export function getPage<Row>(all: readonly Row[], { limit, after }: Page): ListResult<Row> {
  const from = after ? Number(after.at) : 0
  const to = Math.min(from + limit, all.length)
  return { records: all.slice(from, to), total: all.length, next: to < all.length ? { at: String(to), id: noId } : null }
}
const noId = '00000000-0000-0000-0000-000000000000'

type ListRow<Row> = Row & { total: number; positionAt: string; positionId: Uuid; isFollowed?: true | null; isTooLarge?: boolean }

/**
 * Creates a list of one table. The list has one prepared statement for each combination of filters, sort, and first or later page, built on
 * first use. `onCluster` declares the smaller statements with which a cluster reads it.
 */
export function keysetList<Row extends object, Part extends object = Row>(declaration: ListDeclaration, onCluster?: PartReads<Row, Part>) {
  const readParts = onCluster && createPartReader(declaration, onCluster)
  const statements = new Map<string, Statement<Record<string, unknown>, ListRow<Row>>>()
  const valueStatements = new Map<string, Statement<Record<string, unknown>, { values: Buffer }>>()

  const counts = new Map<string, Statement<Record<string, unknown>, { total: number }>>()

  /** Returns the exact total for these filters, the same as on a page. */
  const count = async (db: Queryable, tenantId: Uuid, filters: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    const active = findActive(filters)
    const key = active.join('+')
    let prepared = counts.get(key)
    if (!prepared) counts.set(key, (prepared = statement(totalSql(declaration, active))))
    return (await db.first(prepared, { ...filters, tenantId }))?.total ?? 0
  }

  return {
    count,

    /**
     * Creates a function that runs a statement over all rows that match the filters. `sql` returns the statement for a query of their ids,
     * and can use additional parameters.
     */
    createMatchStatement<Params extends object, Result>(sql: (ids: string) => string) {
      const prepared = new Map<string, Statement<Record<string, unknown>, Result>>()
      return (db: Queryable, tenantId: Uuid, filters: Readonly<Record<string, unknown>>, params: Params): Promise<Result[]> => {
        const active = findActive(filters)
        const key = active.join('+')
        let known = prepared.get(key)
        if (!known) prepared.set(key, (known = statement(sql(matchingSql(declaration, active)))))
        return db.rows(known, { ...pickValues(filters, active), ...params, tenantId })
      }
    },

    /**
     * Returns a page of rows, the exact total and the position of the next page. `filters` has the parameters of the filters; null and undefined
     * ones do not apply. `sort` is `createdAt` or another order of the list's indexes, with `-` for descending. `total` is the total if the
     * caller knows it. `isWhole`: the page is not limited in bytes.
     */
    async fetch(
      db: Queryable,
      tenantId: Uuid,
      page: Page,
      filters: Readonly<Record<string, unknown>> = {},
      sort = '-createdAt',
      { total: knownTotal, isWhole = false }: { total?: number | undefined; isWhole?: boolean } = {},
    ): Promise<ListResult<Row>> {
      const active = findActive(filters)
      const params: Record<string, unknown> = { ...pickValues(filters, active), tenantId, limit: page.limit + 1, total: knownTotal }
      if (page.after) {
        params.afterAt = page.after.at
        params.afterId = page.after.id
      }
      const { max: maxRowBytes } = declaration.rowBytes ?? { max: 0 }
      const isLarge = !isWhole && page.limit * maxRowBytes > 2 * maxPageBytes
      const wanted = { page, active, sort, params, total: knownTotal, isLarge }
      const inParts = db.isCluster && readParts ? await readParts(db, tenantId, wanted) : null
      if (inParts) return inParts
      const read = (sizeLimit: SizeLimit): Promise<ListRow<Row>[]> => {
        const form = { after: page.after !== null, totalIsKnown: knownTotal !== undefined, sizeLimit }
        const key = `${active.join('+')} ${sort} ${JSON.stringify(form)}`
        let prepared = statements.get(key)
        if (!prepared) statements.set(key, (prepared = statement(listSql(declaration, active, sort, form))))
        return db.rows(prepared, params)
      }
      const found = await read(isLarge ? 'check' : 'none')
      const rows = found[0]?.isTooLarge ? await read('cut') : found
      const records = rows.slice(0, page.limit)
      // Every row has the total. If the first page has no row, the total is 0.
      const total = rows[0]?.total ?? knownTotal ?? (page.after ? await count(db, tenantId, filters) : 0)
      const last = records.at(-1)
      const hasMore = last?.isFollowed ?? rows.length > records.length
      // Safe because the statement selects the position with each row.
      const positionOf = (row: Row) => ({ at: (row as ListRow<Row>).positionAt, id: (row as ListRow<Row>).positionId })
      return { records, total, next: hasMore && last ? positionOf(last) : null, positionOf }
    },

    /** Returns one column (an SQL expression for small integers) of all rows that match the filters, unordered. */
    async values(db: Queryable, tenantId: Uuid, filters: Readonly<Record<string, unknown>>, column: string): Promise<number[]> {
      const active = findActive(filters)
      const key = `${active.join('+')} ${column}`
      let prepared = valueStatements.get(key)
      if (!prepared) valueStatements.set(key, (prepared = statement(valuesSql(declaration, active, column))))
      const values = (await db.first(prepared, { ...pickValues(filters, active), tenantId }))?.values ?? Buffer.alloc(0)
      return Array.from({ length: values.length / 4 }, (_, i) => values.readInt32BE(i * 4))
    },
  }
}

/** Returns the names of the filters that have a value, in a fixed order. */
function findActive(filters: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(filters)
    .filter((name) => filters[name] !== undefined && filters[name] !== null)
    .toSorted()
}

function pickValues(filters: Readonly<Record<string, unknown>>, active: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(active.map((name) => [name, filters[name]]))
}
