/**
 * The statement of a list: its page, the total and the position of the next page.
 *
 * A page is read from an index in the list's order wherever one has the filters in front of it. `Indexes` describes what a list has beyond
 * its filters' own indexes: columns that stand between a filter and the order, and orders kept in a table beside. Where no index has both
 * filter and order there are two ways: to walk the order and test each row, or to collect all matches and sort them. The total, which is
 * counted anyway, decides: a page of `limit` out of `total` matches among `every` rows is found by walking some `every × limit / total` rows,
 * unless filter and order go together in a bad way, for which the walk has an end.
 */
import {
  besideOf,
  choiceOf,
  conditionOf,
  isTested,
  joinsOf,
  keysetOf,
  orderOf,
  rangedOrder,
  sourceOf,
  tableOf,
  type Asked,
  type Choice,
} from './list-conditions.ts'
import { maxPageSize } from '../platform/http/declared-endpoint.ts'
import { type Beside, type Indexes, type ListDeclaration } from './list-declaration.ts'
import { aliasOf, sizeOfPage, foundBy, limited, lookUp, unknownOrder, withinBytes } from './list-fragments.ts'

/** So many matches are always collected and sorted, which takes milliseconds. */
const fewMax = 2000

/** Rows that are tested on a walk at most. When they are not enough for the page all matches are collected after all. */
const walkedMax = 5000

/** The default layout: one order, an index for each filter. */
const plain: Indexes = { choices: {}, created: [{ filters: [], between: [] }], beside: [] }

/** The SQL of the total alone. */
export function totalSql(declaration: ListDeclaration, active: readonly string[]): string {
  const asked = {
    declaration,
    indexes: declaration.indexes ?? plain,
    active,
    order: 'createdAt',
    direction: 'desc',
    after: false,
    totalIsKnown: false,
  } as const
  return `select (${declaration.counted?.[active.join('+')] ?? countSql(asked)}) as total`
}

/** How PostgreSQL limits a page in bytes: not at all; returning one row with `isTooLarge` instead of too many bytes; or ending the page earlier. */
export type SizeLimit = 'none' | 'check' | 'cut'

/** The list's SQL for these filters. `after`: not the first page. `totalIsKnown`: the total is the parameter `total`. */
export function listSql(
  declaration: ListDeclaration,
  active: readonly string[],
  sort: string,
  { after, totalIsKnown, sizeLimit }: { after: boolean; totalIsKnown: boolean; sizeLimit: SizeLimit },
): string {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const indexes = declaration.indexes ?? plain
  const asked = { declaration, indexes, active, order: sort.replace('-', ''), direction, after, totalIsKnown } as const
  const { alias, columns, joins = '', onPage, counted = {} } = declaration
  const checked = sizeLimit === 'check' ? declaration.rowBytes?.sql : undefined
  const cut = sizeLimit === 'cut' ? declaration.rowBytes?.sql : undefined
  const position = orderOf(asked)
  const order = `${position} ${direction}, ${alias}.id ${direction}`
  const total = totalIsKnown ? 'select :total::bigint' : (counted[active.join('+')] ?? countSql(asked))
  const two = needsChoice(asked)
  const rows = two
    ? `select * from walked where not (select collects from choice)
  union all select * from (${limited(collectSql(asked), '(select case when collects then :limit::int else 0 end from choice)')}) as collected`
    : cut !== undefined
      ? walkSql(asked)
      : limited(walkSql(asked), ':limit::int')
  const every = counted[''] ?? countSql({ ...asked, active: [] })
  const choose = `few as materialized (
  select total <= ${fewMax} or total * ${walkedMax} <= every * :limit::int as few, 10 * :limit::int + 2 * every * :limit::int / greatest(total, 1) as entries
  from (select total, (${every}) as every from n) as sizes),
walked as materialized (${limited(walkSql(asked), '(select case when few then 0 else :limit::int end from few)')}),
choice as materialized (select few or (select count(*) from walked) < :limit::int as collects from few)`
  return `with ${two ? `n as materialized (select (${total}) as total),\n${choose},\n` : ''}page as materialized (
  ${cut === undefined ? rows : withinBytes(rows, alias, cut, order, ':limit::int')})${onPage ? `,\n${onPage}` : ''}
select (${two ? 'select total from n' : total}) as total, ${cut === undefined ? '' : `${alias}."isFollowed", `}${checked === undefined ? '' : 'size."isTooLarge", '}${position} as "positionAt", ${alias}.id as "positionId", ${columns}
from page ${alias} ${joins}${checked === undefined ? '' : ` cross join ${sizeOfPage(alias, checked)} where not size."isTooLarge" or ${alias}.id = (select id from page limit 1)`} order by ${order}`
}

/** SQL for the ids of all rows that the filters keep. */
export function matchingSql(declaration: ListDeclaration, active: readonly string[]): string {
  const { source, conditions } = allMatches(declaration, active)
  return `select ${declaration.alias}.id from ${source} where ${conditions.join(' and ')}`
}

/** SQL for the values of a column of all rows that the filters keep, four bytes each: an array of numbers as text takes twice the time. */
export function valuesSql(declaration: ListDeclaration, active: readonly string[], column: string): string {
  const { source, conditions } = allMatches(declaration, active)
  return `select coalesce(string_agg(int4send((${column})::int), ''::bytea), ''::bytea) as values from ${source} where ${conditions.join(' and ')}`
}

function allMatches(declaration: ListDeclaration, active: readonly string[]): { source: string; conditions: string[] } {
  const indexes = declaration.indexes ?? plain
  return matches({ declaration, indexes, active, order: 'createdAt', direction: 'desc', after: false, totalIsKnown: false }, true)
}

/** Whether the page may be found in two ways. */
function needsChoice(asked: Asked): boolean {
  const { indexes, active, order } = asked
  const own = besideOf(indexes, order)
  if (own) return active.some((name) => name !== own.by && rangedOrder(asked, name) !== order)
  const isRanged = (name: string) => besideOf(indexes, rangedOrder(asked, name)) !== undefined
  if (active.some((name) => foundBy(asked.declaration, name).length > 0)) return true
  return active.some((name) => isTested(asked, name) || isRanged(name)) && !hasOwnIndex(indexes, active)
}

/** Whether a filter has an index on the list's table that leaves few rows. */
function hasOwnIndex({ created, choices }: Indexes, active: readonly string[]): boolean {
  return created.some(({ filters }) => filters.some((name) => active.includes(name) && !(name in choices)))
}

/** The rows in their order, from an index that has it. */
function walkSql(asked: Asked): string {
  const own = besideOf(asked.indexes, asked.order)
  return own ? walkBeside(asked, own) : walkCreated(asked)
}

function walkCreated(asked: Asked): string {
  const { declaration, indexes, active } = asked
  const { alias } = declaration
  const table = tableOf(asked)?.table
  const path = indexes.created.find(({ filters: of }) => of.length === 0 || of.some((name) => active.includes(name)))
  const between = (path?.between ?? []).filter((name) => !active.includes(name))
  // Where most rows may fail a test the walk has an end.
  const tested = needsChoice(asked) ? active.filter((name) => isTested(asked, name)) : []
  const rows = ranges(
    asked,
    between.map((name) => choiceOf(asked, name)),
    {
      alias,
      source: sourceOf(asked),
      conditions: active.filter((name) => !tested.includes(name)).map((name) => conditionOf(asked, name)),
      ...(table ? { at: table.createdAt, id: table.id } : { at: `${alias}.created_at`, id: `${alias}.id` }),
      column: 'created_at',
      longest: tested.length > 0 ? walkedMax : maxPageSize + 1,
      limit: tested.length > 0 ? '(select entries from few)' : ':limit::int',
    },
  )
  if (tested.length === 0) return rows
  return `select * from (${limited(rows, '(select entries from few)')}) as ${alias} where ${tested.map((name) => conditionOf(asked, name)).join(' and ')}
  order by ${alias}.created_at ${asked.direction}, ${alias}.id ${asked.direction} limit ${maxPageSize + 1}`
}

/** Where the order is in a table beside: the other filters are tested on each row, up to a limit. */
function walkBeside(asked: Asked, own: Beside): string {
  const { declaration, active, order, direction } = asked
  const { from, id, by, byColumn } = own
  const alias = aliasOf(from)
  const column = own.orders[order]?.column ?? unknownOrder(order)
  const at = `${alias}.${column}`
  const inIndex = active.filter((name) => rangedOrder(asked, name) === order)
  const others = active.filter((name) => name !== by && !inIndex.includes(name))
  const conditions = [
    ...inIndex.map((name) => conditionOf(asked, name, at)),
    ...(by !== undefined && active.includes(by) ? [`${alias}.${byColumn} = :${by}::text`] : []),
    ...(own.none === undefined ? [] : [`${at} is not null`]),
  ]
  const tested = others.length > 0
  const limit = tested ? '(select entries from few)' : ':limit::int'
  const choices = by === undefined || active.includes(by) ? [] : [{ ...choiceOf(asked, by), column: `${alias}.${byColumn}` }]
  const longest = tested ? walkedMax : maxPageSize + 1
  const first = ranges(asked, choices, { alias, source: from, conditions, at, id, column, longest, limit })
  const entries =
    own.none === undefined || inIndex.length > 0 ? first : withOthers(asked, { ...own, none: own.none, first, longest, limit })
  return `select ${declaration.alias}.* from (${limited(entries, limit)}) as ${alias}
  ${lookUp(declaration, id)} ${joinsOf(asked)}${tested ? ` where ${others.map((name) => conditionOf(asked, name)).join(' and ')}` : ''}
  order by ${at} ${direction}, ${id} ${direction} limit ${maxPageSize + 1}`
}

/**
 * Entries of a table that has some rows of the list only, and after them the other rows, in the order of their ids, read from the list's
 * table when the entries are not enough. Such an order goes one way.
 */
function withOthers(
  asked: Asked,
  { from, id, orders, none, first, longest, limit }: Beside & { none: string; first: string; longest: number; limit: string },
): string {
  const { declaration, order, after } = asked
  const [alias, row] = [aliasOf(from), declaration.alias]
  const columns = `${id.replace(`${alias}.`, '')}, ${orders[order]?.column ?? unknownOrder(order)}`
  const where = [`${row}.tenant_id = :tenantId::uuid`, `${orderOf(asked)} = ${none}`]
  if (after) where.push(`${row}.id > case when :afterAt::timestamptz = ${none} then :afterId::uuid else '${noId}'::uuid end`)
  const others = `select ${row}.id from ${declaration.from} where ${where.join(' and ')} order by ${row}.id limit ${longest}`
  return `with near as materialized (select ${columns} from (${limited(first, limit)}) as ${alias})
    select * from (select * from near union all
      select o.id, ${none} from (${limited(others, limit)}) as o where (select count(*) from near) < ${limit}) as ${alias}
    order by ${columns.split(', ').toReversed().join(', ')} limit ${longest}`
}

const noId = '00000000-0000-0000-0000-000000000000'

type Ranges = {
  alias: string
  source: string
  conditions: readonly string[]
  /** Where the order is read. */
  at: string
  id: string
  /** The column of the rows that has the same value. */
  column: string
  /** Rows at most; what the planner expects. */
  longest: number
  /** SQL for the rows wanted of each range. */
  limit: string
}

/**
 * The first rows of an index with the choices in front of the order: the first of each value, merged. Each range has an order and a limit of
 * its own, because without them the planner reads and sorts all of a tenant of average size.
 */
function ranges(asked: Asked, choices: readonly Choice[], { alias, source, conditions, at, id, column, longest, limit }: Ranges): string {
  const { direction } = asked
  const range = (more: string[]): string => {
    const where = [`${alias}.tenant_id = :tenantId::uuid`, ...conditions, ...more, ...keysetOf(asked, at, id)]
    return `select ${alias}.* from ${source} where ${where.join(' and ')} order by ${at} ${direction}, ${id} ${direction} limit ${longest}`
  }
  if (choices.length === 0) return range([])
  const values = choices.map((choice, i) => `unnest(array[${choice.values.map((value) => `'${value}'`).join(', ')}]) as v${i}(value)`)
  return `select ${alias}.* from ${values.join(' cross join ')}
    cross join lateral (${limited(range(choices.map((choice, i) => `${choice.column} = v${i}.value`)), limit)}) as ${alias}
    order by ${alias}.${column} ${direction}, ${id} ${direction} limit ${longest}`
}

/** All matches, sorted. */
function collectSql(asked: Asked): string {
  const { alias } = asked.declaration
  const { source, conditions } = matches(asked)
  const at = orderOf(asked)
  const where = [...conditions, ...keysetOf(asked, at, `${alias}.id`)].join(' and ')
  // Without the fence the planner, which does not know how many rows match, may walk the order and test each row after all.
  const isFenced = asked.active.some((name) => foundBy(asked.declaration, name).length > 0)
  const from = isFenced ? `(select ${alias}.* from ${source} where ${where} offset 0) as ${alias}` : `${source} where ${where}`
  return `select ${alias}.* from ${from} order by ${at} ${asked.direction}, ${alias}.id ${asked.direction} limit ${maxPageSize + 1}`
}

/** Where all rows that match are found by their filters: `from` is a table beside, where that has them. */
function matches(asked: Asked, withRow = false): { source: string; conditions: string[]; needsRow: boolean; from?: string } {
  const { declaration, indexes, active } = asked
  const own = indexes.beside.find((each) => active.some((name) => besideOf(indexes, rangedOrder(asked, name)) === each))
  if (!own || hasOwnIndex(indexes, active) || active.some((name) => foundBy(declaration, name).length > 0))
    return {
      source: sourceOf(asked),
      conditions: [
        `${declaration.alias}.tenant_id = :tenantId::uuid`,
        ...active.flatMap((name) => [...foundBy(asked.declaration, name), conditionOf(asked, name)]),
      ],
      needsRow: true,
    }
  const { from, id, by, byColumn, orders } = own
  const alias = aliasOf(from)
  const ranged = active.filter((name) => (rangedOrder(asked, name) ?? '') in orders)
  const values = by === undefined ? [] : (indexes.choices[by]?.values.map((value) => `'${value}'`) ?? [])
  const chosen = by !== undefined && active.includes(by) ? `= :${by}::text` : `in (${values.join(', ')})`
  const conditions = [
    `${alias}.tenant_id = :tenantId::uuid`,
    ...(by === undefined ? [] : [`${alias}.${byColumn} ${chosen}`]),
    ...ranged.map((name) => conditionOf(asked, name, `${alias}.${orders[rangedOrder(asked, name) ?? '']?.column}`)),
  ]
  const others = active.filter((name) => name !== by && !ranged.includes(name))
  return {
    source: `${from} ${lookUp(declaration, id)} ${joinsOf(asked)}`,
    conditions: [...conditions, ...others.map((name) => conditionOf(asked, name))],
    needsRow: withRow || others.length > 0,
    from,
  }
}

function countSql(asked: Asked): string {
  const { source, conditions, needsRow, from } = matches(asked)
  return `select count(*) from ${needsRow || from === undefined ? source : from} where ${conditions.join(' and ')}`
}
