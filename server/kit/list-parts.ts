/**
 * Reads a page of a list with single-table statements, for Citus, which replans a statement with a join or a subquery on each execution
 * (decision 98). Each statement scans one range of an index, so a list whose index has a choice before the order needs one statement per
 * value.
 */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import { maxPageBytes, type ListResult, type Page } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import {
  type Choice,
  conditionSql,
  findSortTable,
  getChoice,
  keysetConditions,
  type ListRequest,
  sortKeySql,
  toRequest,
} from './list-conditions.ts'
import type { ListDeclaration } from './list-declaration.ts'
import { parseAlias, tableKeySql } from './list-fragments.ts'
import { countedSql } from './list-sql.ts'

/** How a list is read on a cluster. */
export type PartReads<Row, Part> = {
  /** Columns of the list's table, with its id as `id`. */
  columns: string
  /**
   * For large rows: the same columns, with null for the values of rows larger than `:maxRowBytes`, and `bytes`. Without these columns,
   * PostgreSQL sends whole pages.
   */
  boundedColumns?: string
  /** Filters that compare a column with one value. */
  filters: readonly string[]
  /** Adds the data of other tables to the records. A record keeps all columns of its row. */
  complete(db: Queryable, tenantId: Uuid, rows: Part[]): Promise<Row[]>
}

/** A row with its position in the list. */
type Positioned = { positionAt: string; positionId: Uuid }
type Params = Record<string, unknown>

/** Statements for the first rows of each range. With `byIds`, the ranges come from a sort table, and `byIds` reads the list's rows. */
type Source<Row> = { ranges: Statement<Params, Row & Positioned>[]; byIds: Statement<Params, Row & { id: Uuid }> | null }
type Prepared<Part> = { rows: Source<Part>; bounded: Source<Part & { bytes: number }> | null; total: Statement<Params, { total: number }> }

/**
 * The requested page: active filters, sort and the values of all parameters. `total` is the total if the caller knows it. `isLarge`: the
 * rows of a page may be far over the byte limit.
 */
type Wanted = { page: Page; active: readonly string[]; sort: string; params: Params; total: number | undefined; isLarge: boolean }

/** Maximum number of ranges for a page. Reading more would cost more than planning one statement for all. */
const maxRanges = 8

/** Creates a function that reads a page. It returns null if no index covers the filters and the order. */
export function createPartReader<Row extends object, Part extends object>(declaration: ListDeclaration, reads: PartReads<Row, Part>) {
  const known = new Map<string, Prepared<Part> | null>()
  return async (db: Queryable, tenantId: Uuid, { page, active, sort, params, total, isLarge }: Wanted): Promise<ListResult<Row> | null> => {
    const request = toRequest(declaration, active, sort, page.after !== null)
    const key = `${active.join('+')} ${sort} ${request.after}`
    let prepared = known.get(key)
    if (prepared === undefined) known.set(key, (prepared = prepare(request, reads)))
    if (!prepared) return null
    const { rows, bounded, total: counted } = prepared
    return db.together(tenantId, async (one) => {
      const readPage = async (): Promise<FirstRows<Part>> => {
        if (!isLarge || !bounded) return readFirst(one, rows, request, params, page.limit)
        const maxRowBytes = Math.floor((2 * maxPageBytes) / page.limit)
        const found = await readFirst(one, bounded, request, { ...params, maxRowBytes }, page.limit)
        const fitting = found.rows.slice(0, countFitting(found.rows))
        const end = fitting.at(-1) ?? null
        if (fitting.some(({ bytes }) => bytes > maxRowBytes)) return readFirst(one, rows, request, params, fitting.length)
        return { rows: fitting, end, hasMore: found.hasMore || fitting.length < found.rows.length }
      }
      const [count, { rows: found, end, hasMore }] = await Promise.all([
        total ?? one.first(counted, params).then((row) => row?.total ?? 0),
        readPage(),
      ])
      const records = await reads.complete(one, tenantId, found)
      // Safe because `complete` keeps the columns of the row.
      const positionOf = (record: Row) => toPosition(record as Row & Positioned)
      // The total and the rows are read by different statements. If the first page has all rows, their number is the total.
      return { records, total: page.after || hasMore ? count : records.length, next: hasMore && end ? toPosition(end) : null, positionOf }
    })
  }
}

function toPosition({ positionAt, positionId }: Positioned): { at: string; id: Uuid } {
  return { at: positionAt, id: positionId }
}

/** Returns how many rows fit on a page, at least one. */
function countFitting(sizes: readonly { bytes: number }[]): number {
  let sum = 0
  const place = sizes.findIndex(({ bytes }) => (sum += bytes) > maxPageBytes)
  return Math.max(1, place < 0 ? sizes.length : place)
}

/** The first rows, the position of the next page, and whether there are more rows. */
type FirstRows<Row> = { rows: (Row & Positioned)[]; end: Positioned | null; hasMore: boolean }

async function readFirst<Row extends object>(
  db: Queryable,
  { ranges, byIds }: Source<Row>,
  { direction }: ListRequest,
  params: Params,
  limit: number,
): Promise<FirstRows<Row>> {
  const found = await Promise.all(ranges.map((range) => db.rows(range, { ...params, limit: limit + 1 })))
  const merged = mergeRanges(found, direction)
  const [rows, hasMore] = [merged.slice(0, limit), merged.length > limit]
  const end = rows.at(-1) ?? null
  if (!byIds || rows.length === 0) return { rows, end, hasMore }
  const own = new Map((await db.rows(byIds, { ...params, ids: rows.map(({ positionId }) => positionId) })).map((row) => [row.id, row]))
  // Skip rows that were deleted in the meantime or no longer match the filter.
  return { rows: rows.flatMap(({ positionAt, positionId }) => toPositioned(own.get(positionId), positionAt, positionId)), end, hasMore }
}

function toPositioned<Row extends object>(row: Row | undefined, positionAt: string, positionId: Uuid): (Row & Positioned)[] {
  return row ? [{ ...row, positionAt, positionId }] : []
}

/** Merges ranges that are sorted in the list's order. Compares times as text, because PostgreSQL's text for UTC times sorts by time. */
function mergeRanges<Row extends Positioned>(ranges: readonly Row[][], direction: 'asc' | 'desc'): Row[] {
  if (ranges.length === 1) return ranges[0] ?? []
  const sign = direction === 'desc' ? -1 : 1
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return ranges.flat().toSorted((a, b) => sign * (compare(a.positionAt, b.positionAt) || compare(a.positionId, b.positionId)))
}

/** Returns the statements of a page, or null if no index covers the filters and the order. */
function prepare<Part>(
  request: ListRequest,
  { columns, boundedColumns, filters }: Omit<PartReads<never, never>, 'complete'>,
): Prepared<Part> | null {
  const { from, alias } = request.declaration
  const { active, direction } = request
  const index = active.every((name) => filters.includes(name)) ? findIndex(request) : null
  if (!index) return null
  const { at, id } = index
  const combinations = index.choices.reduce<string[][]>(
    (chosen, { column, values }) => chosen.flatMap((conditions) => values.map((value) => [...conditions, `${column} = '${value}'`])),
    [[]],
  )
  if (combinations.length > maxRanges) return null
  const tenant = (table: string): string => `${table}.tenant_id = :tenantId::uuid`
  const conditions = [tenant(parseAlias(index.from)), ...index.conditions, ...keysetConditions(request, at, id)]
  const byId = [tenant(alias), `${alias}.id = any(:ids::uuid[])`, ...active.map((name) => conditionSql(request, name))]
  const select = <Row>(own: string): Source<Row> => ({
    ranges: combinations.map((more) =>
      statement(`select ${index.isSortTable ? '' : `${own}, `}${at} as "positionAt", ${id} as "positionId" from ${index.from}
  where ${[...conditions, ...more].join(' and ')} order by ${at} ${direction}, ${id} ${direction} limit :limit::int`),
    ),
    byIds: index.isSortTable ? statement(`select ${own} from ${from} where ${byId.join(' and ')}`) : null,
  })
  const bounded = boundedColumns === undefined ? null : select<Part & { bytes: number }>(boundedColumns)
  return { rows: select(columns), bounded, total: statement(countedSql(request)) }
}

/**
 * An index that covers the filters and the order of a request: its table, its sort key and id, its filters, and the choices before the
 * order.
 */
type Index = { from: string; at: string; id: string; conditions: string[]; choices: Choice[]; isSortTable: boolean }

function findIndex(request: ListRequest): Index | null {
  const { declaration, indexes, active, order } = request
  const { from, alias } = declaration
  const own = findSortTable(indexes, order)
  if (own) {
    const { choice, choiceColumn } = own
    if (own.absentValue !== undefined || active.some((name) => name !== choice)) return null
    const table = parseAlias(own.from)
    const column = `${table}.${choiceColumn}`
    const isChosen = choice !== undefined && active.includes(choice)
    return {
      from: own.from,
      at: tableKeySql(own, order),
      id: own.id,
      conditions: isChosen ? [`${column} = :${choice}::text`] : [],
      choices: choice === undefined || isChosen ? [] : [{ ...getChoice(request, choice), column }],
      isSortTable: true,
    }
  }
  const index = indexes.created.find(({ filters }) => filters.length === 0 || filters.some((name) => active.includes(name)))
  if (!index || active.filter((name) => !index.between.includes(name)).length > 1) return null
  return {
    from,
    at: sortKeySql(request),
    id: `${alias}.id`,
    conditions: active.map((name) => conditionSql(request, name)),
    choices: index.between.filter((name) => !active.includes(name)).map((name) => getChoice(request, name)),
    isSortTable: false,
  }
}
