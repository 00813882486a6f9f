/**
 * Builds the statement of a list: a page, its total and the position of the next page. If an index covers the filters and the order, the
 * page is read from it. Otherwise the statement contains two plans: walk the index of the order and test each row, or collect all matches
 * and sort them. The total, which the statement counts anyway, decides between the plans (decision 72). A walk finds a page of `limit` out
 * of `total` matches among `every` rows after about `every × limit / total` entries. It may be many more, because filter and order can
 * depend on each other, so a walk stops at `maxWalkedRows`.
 */
import { maxPageSize } from '#platform/http/declared-endpoint.ts'
import {
  type Choice,
  conditionSql,
  findFilterTable,
  findSeveral,
  findSortTable,
  firstPage,
  getChoice,
  hasIndexedCondition,
  hasOwnIndex,
  indexedConditions,
  isInTable,
  isTested,
  joinsSql,
  keysetConditions,
  type ListRequest,
  rangedOrder,
  sortKeySql,
  sourceSql,
  tableConditions,
  toRequest,
} from './list-conditions.ts'
import { type ListDeclaration, type SortTable } from './list-declaration.ts'
import { cutToSizeSql, limitSql, lookUpSql, pageSizeSql, parseAlias, tableKeySql } from './list-fragments.ts'

/** Number of matches up to which the list collects and sorts them, which takes milliseconds. */
const maxFewMatches = 2000

/** Maximum number of rows that a walk tests. If they do not fill the page, the list collects all matches instead. */
const maxWalkedRows = 5000

/** Maximum number of rows to read for a page, including the one that shows whether there is a next page. */
const maxRows = maxPageSize + 1

/** Byte limit of a page: `none`; `check` returns one row with `isTooLarge` instead of too many bytes; `cut` ends the page earlier. */
export type SizeLimit = 'none' | 'check' | 'cut'

/** Returns the SQL of the total alone. */
export function totalSql(declaration: ListDeclaration, active: readonly string[]): string {
  return `select (${countedSql(firstPage(declaration, active))}) as total`
}

/** Returns the SQL of a page. `after`: any page but the first. `totalIsKnown`: the parameter `total` has the total. */
export function listSql(
  declaration: ListDeclaration,
  active: readonly string[],
  sort: string,
  { after, totalIsKnown, sizeLimit }: { after: boolean; totalIsKnown: boolean; sizeLimit: SizeLimit },
): string {
  const request = toRequest(declaration, active, sort, after)
  const { direction } = request
  const { alias, columns, joins = '', onPage, rowBytes } = declaration
  const measured = sizeLimit === 'check' ? rowBytes?.sql : undefined
  const cut = sizeLimit === 'cut' ? rowBytes?.sql : undefined
  const sortKey = sortKeySql(request)
  const order = `${sortKey} ${direction}, ${alias}.id ${direction}`
  const total = totalIsKnown ? 'select :total::bigint' : countedSql(request)
  const plans = hasTwoPlans(request) ? twoPlansSql(request, total) : null
  const rows = plans?.rows ?? (cut === undefined ? limitSql(walkSql(request), ':limit::int') : walkSql(request))
  return `with ${plans ? `${plans.tables},\n` : ''}page as materialized (
  ${cut === undefined ? rows : cutToSizeSql(rows, alias, cut, order, ':limit::int')})${onPage ? `,\n${onPage}` : ''}
select (${plans ? 'select total from counted' : total}) as total, ${cut === undefined ? '' : `${alias}."isFollowed", `}${measured === undefined ? '' : 'size."isTooLarge", '}${sortKey} as "positionAt", ${alias}.id as "positionId", ${columns}
from page ${alias} ${joins}${measured === undefined ? '' : ` cross join ${pageSizeSql(alias, measured)} where not size."isTooLarge" or ${alias}.id = (select id from page limit 1)`} order by ${order}`
}

/** Returns SQL for the ids of all rows that match the filters. */
export function matchingSql(declaration: ListDeclaration, active: readonly string[]): string {
  const { source, conditions } = findMatches(firstPage(declaration, active))
  return `select ${declaration.alias}.id from ${source} where ${conditions.join(' and ')}`
}

/** Returns SQL for one column of all matching rows, in binary with four bytes each. An array of numbers as text takes twice as long. */
export function valuesSql(declaration: ListDeclaration, active: readonly string[], column: string): string {
  const { source, conditions } = findMatches(firstPage(declaration, active))
  return `select coalesce(string_agg(int4send((${column})::int), ''::bytea), ''::bytea) as values from ${source} where ${conditions.join(' and ')}`
}

// --- Two plans ----------------------------------------------------------------------------------------------------------

/** Whether no index covers all filters and the order, so that the statement needs two plans. */
function hasTwoPlans(request: ListRequest): boolean {
  const { indexes, active, order } = request
  const own = findSortTable(indexes, order)
  if (own) return active.some((name) => rangedOrder(request, name) !== order && !isInTable(request, own, name))
  if (hasIndexedCondition(request)) return true
  const isRanged = (name: string) => findSortTable(indexes, rangedOrder(request, name)) !== undefined
  return active.some((name) => isTested(request, name) || isRanged(name)) && !hasOwnIndex(request)
}

/**
 * Returns the rows of the page and the CTEs that choose the plan when the statement runs. `estimate` says whether to skip the walk and how
 * many entries the walk may read. `outcome` says whether to collect: because the walk was skipped, or because it did not fill the page.
 */
function twoPlansSql(request: ListRequest, total: string): { tables: string; rows: string } {
  const every = countedSql({ ...request, active: [] })
  return {
    tables: `counted as materialized (select (${total}) as total),
estimate as materialized (
  select total <= ${maxFewMatches} or total * ${maxWalkedRows} <= every * :limit::int as "skipsWalk", 10 * :limit::int + 2 * every * :limit::int / greatest(total, 1) as entries
  from (select total, (${every}) as every from counted) as sizes),
walked as materialized (${limitSql(walkSql(request), '(select case when "skipsWalk" then 0 else :limit::int end from estimate)')}),
outcome as materialized (select "skipsWalk" or (select count(*) from walked) < :limit::int as collects from estimate)`,
    rows: `select * from walked where not (select collects from outcome)
  union all select * from (${limitSql(collectSql(request), '(select case when collects then :limit::int else 0 end from outcome)')}) as collected`,
  }
}

const entriesSql = '(select entries from estimate)'

// --- Walking the order --------------------------------------------------------------------------------------------------

/** Returns SQL that reads the rows in order, from an index with that order. */
function walkSql(request: ListRequest): string {
  const own = findSortTable(request.indexes, request.order)
  return own ? walkSortTableSql(request, own) : walkCreatedSql(request)
}

/** Walks an index of the list's table in the order `createdAt`. */
function walkCreatedSql(request: ListRequest): string {
  const { declaration, indexes, active, direction } = request
  const { alias } = declaration
  const table = findFilterTable(request)?.table
  const isAsked = (name: string): boolean => active.includes(name) || findSeveral(request, name) !== undefined
  const index = indexes.created.find(({ filters }) => filters.length === 0 || filters.some(isAsked))
  const several = (index?.filters ?? []).filter((name) => findSeveral(request, name) !== undefined)
  const between = [...new Set([...several, ...(index?.between ?? [])])].filter((name) => !active.includes(name))
  const tested = hasTwoPlans(request) ? active.filter((name) => isTested(request, name)) : []
  const rows = mergedRangesSql(
    request,
    between.map((name) => getChoice(request, name)),
    {
      alias,
      source: sourceSql(request),
      conditions: active.filter((name) => !tested.includes(name)).map((name) => conditionSql(request, name)),
      ...(table ? { at: table.createdAt, id: table.id } : { at: `${alias}.created_at`, id: `${alias}.id` }),
      sortKey: `${alias}.created_at`,
      ...limitsOfWalk(tested.length > 0),
    },
  )
  if (tested.length === 0) return rows
  return `select * from (${limitSql(rows, entriesSql)}) as ${alias} where ${tested.map((name) => conditionSql(request, name)).join(' and ')}
  order by ${alias}.created_at ${direction}, ${alias}.id ${direction} limit ${maxRows}`
}

/** Walks an index of a sort table. Tests filters that the index does not cover on the list's rows. */
function walkSortTableSql(request: ListRequest, own: SortTable): string {
  const { declaration, active, order, direction } = request
  const { from, id, choice, choiceColumn, absentValue } = own
  const alias = parseAlias(from)
  const at = tableKeySql(own, order)
  const inIndex = active.filter((name) => rangedOrder(request, name) === order)
  const tested = active.filter((name) => !inIndex.includes(name) && !isInTable(request, own, name))
  const conditions = [
    ...tableConditions(own, active),
    ...inIndex.map((name) => conditionSql(request, name, at)),
    ...(choice !== undefined && active.includes(choice) ? [`${alias}.${choiceColumn} = :${choice}::text`] : []),
    ...(absentValue === undefined ? [] : [`${at} is not null`]),
  ]
  const choices =
    choice === undefined || active.includes(choice) ? [] : [{ ...getChoice(request, choice), column: `${alias}.${choiceColumn}` }]
  const limits = limitsOfWalk(tested.length > 0)
  const present = mergedRangesSql(request, choices, { alias, source: from, conditions, at, id, sortKey: at, ...limits })
  const entries =
    absentValue === undefined || inIndex.length > 0 ? present : withAbsentSql(request, { ...own, absentValue, present, ...limits })
  return `select ${declaration.alias}.* from (${limitSql(entries, limits.limit)}) as ${alias}
  ${lookUpSql(declaration, id)} ${joinsSql(request)}${tested.length > 0 ? ` where ${tested.map((name) => conditionSql(request, name)).join(' and ')}` : ''}
  order by ${at} ${direction}, ${id} ${direction} limit ${maxRows}`
}

/** `longest` is the constant limit for the planner; `limit` is SQL for the number of entries to read. */
type Limits = { longest: number; limit: string }

function limitsOfWalk(isTesting: boolean): Limits {
  return isTesting ? { longest: maxWalkedRows, limit: entriesSql } : { longest: maxRows, limit: ':limit::int' }
}

/**
 * Returns the entries of a sort table, followed by the rows that the table lacks, ordered by id. Reads the latter from the list's table
 * only if the entries do not fill the page.
 */
function withAbsentSql(
  request: ListRequest,
  { absentValue, present, longest, limit, ...own }: SortTable & Limits & { absentValue: string; present: string },
): string {
  const { declaration, order, after } = request
  const [alias, row] = [parseAlias(own.from), declaration.alias]
  const columns = [own.id, tableKeySql(own, order)].map((column) => column.replace(`${alias}.`, '')).join(', ')
  const where = [`${row}.tenant_id = :tenantId::uuid`, `${sortKeySql(request)} = ${absentValue}`]
  if (after) where.push(`${row}.id > case when :afterAt::timestamptz = ${absentValue} then :afterId::uuid else '${lowestId}'::uuid end`)
  const absent = `select ${row}.id from ${declaration.from} where ${where.join(' and ')} order by ${row}.id limit ${longest}`
  return `with present as materialized (select ${columns} from (${limitSql(present, limit)}) as ${alias})
    select * from (select * from present union all
      select o.id, ${absentValue} from (${limitSql(absent, limit)}) as o where (select count(*) from present) < ${limit}) as ${alias}
    order by ${columns.split(', ').toReversed().join(', ')} limit ${longest}`
}

const lowestId = '00000000-0000-0000-0000-000000000000'

type Ranges = Limits & {
  alias: string
  source: string
  conditions: readonly string[]
  /** SQL of the sort key and of the id in the index. */
  at: string
  id: string
  /** SQL of the sort key in the selected rows. */
  sortKey: string
}

/**
 * Scans one range of an index for each combination of the choices before the order, and merges the first rows of all ranges. Each range has
 * its own order and limit; without them PostgreSQL reads and sorts all rows of a tenant of average size.
 */
function mergedRangesSql(
  request: ListRequest,
  choices: readonly Choice[],
  { alias, source, conditions, at, id, sortKey, longest, limit }: Ranges,
): string {
  const { direction } = request
  const rangeSql = (more: string[]): string => {
    const where = [`${alias}.tenant_id = :tenantId::uuid`, ...conditions, ...more, ...keysetConditions(request, at, id)]
    return `select ${alias}.* from ${source} where ${where.join(' and ')} order by ${at} ${direction}, ${id} ${direction} limit ${longest}`
  }
  if (choices.length === 0) return rangeSql([])
  const valuesOf = ({ values, given }: Choice): string =>
    given === undefined ? `array[${values.map((value) => `'${value}'`).join(', ')}]` : `:${given}::text[]`
  const values = choices.map((choice, i) => `unnest(${valuesOf(choice)}) as v${i}(value)`)
  return `select ${alias}.* from ${values.join(' cross join ')}
    cross join lateral (${limitSql(rangeSql(choices.map((choice, i) => `${choice.column} = v${i}.value`)), limit)}) as ${alias}
    order by ${sortKey} ${direction}, ${id} ${direction} limit ${longest}`
}

// --- Collecting all matches ---------------------------------------------------------------------------------------------

/** Returns SQL for all matches, sorted. */
function collectSql(request: ListRequest): string {
  const { alias } = request.declaration
  const { source, conditions } = findMatches(request)
  const sortKey = sortKeySql(request)
  const where = [...conditions, ...keysetConditions(request, sortKey, `${alias}.id`)].join(' and ')
  // `offset 0` is an optimisation fence. Without it PostgreSQL, which cannot estimate the number of matches, walks the order and tests each
  // row.
  const from = hasIndexedCondition(request)
    ? `(select ${alias}.* from ${source} where ${where} offset 0) as ${alias}`
    : `${source} where ${where}`
  return `select ${alias}.* from ${from} order by ${sortKey} ${request.direction}, ${alias}.id ${request.direction} limit ${maxRows}`
}

/** The tables and conditions that find all matching rows. `countedFrom` is set when a sort table alone can count them. */
type MatchSource = { source: string; conditions: string[]; countedFrom?: string }

function findMatches(request: ListRequest): MatchSource {
  const { declaration, indexes, active } = request
  const own = indexes.sortTables.find((table) => active.some((name) => findSortTable(indexes, rangedOrder(request, name)) === table))
  if (!own || hasOwnIndex(request) || hasIndexedCondition(request))
    return {
      source: sourceSql(request),
      conditions: [
        `${declaration.alias}.tenant_id = :tenantId::uuid`,
        ...active.flatMap((name) => [...indexedConditions(request, name), conditionSql(request, name)]),
      ],
    }
  const { from, id, choice, choiceColumn, orders } = own
  const alias = parseAlias(from)
  const ranged = active.filter((name) => (rangedOrder(request, name) ?? '') in orders)
  const values = choice === undefined ? [] : (indexes.choices[choice]?.values.map((value) => `'${value}'`) ?? [])
  const several = choice === undefined ? undefined : findSeveral(request, choice)
  const all = several === undefined ? `in (${values.join(', ')})` : `= any(:${several}::text[])`
  const chosen = choice !== undefined && active.includes(choice) ? `= :${choice}::text` : all
  const others = active.filter((name) => !ranged.includes(name) && !isInTable(request, own, name))
  return {
    source: `${from} ${lookUpSql(declaration, id)} ${joinsSql(request)}`,
    conditions: [
      `${alias}.tenant_id = :tenantId::uuid`,
      ...tableConditions(own, active),
      ...(choice === undefined ? [] : [`${alias}.${choiceColumn} ${chosen}`]),
      ...ranged.map((name) => conditionSql(request, name, tableKeySql(own, rangedOrder(request, name) ?? ''))),
      ...others.map((name) => conditionSql(request, name)),
    ],
    ...(others.length === 0 ? { countedFrom: from } : {}),
  }
}

/** Returns SQL for the total as `total`: its counter, if the list has one for these filters, else a count. */
export function countedSql(request: ListRequest): string {
  const counter = request.declaration.counted?.[request.active.join('+')]
  if (counter !== undefined) return counter
  const { source, conditions, countedFrom } = findMatches(request)
  return `select count(*) as total from ${countedFrom ?? source} where ${conditions.join(' and ')}`
}
