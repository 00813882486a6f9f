/**
 * Finds what Citus would refuse to plan in a statement once tables are distributed by tenant_id. It needs no Citus.
 *
 * The rules come from Citus's router planner, which evaluates functions once, before a write goes to a shard. In UPDATE and DELETE (SET
 * and WHERE), it therefore refuses functions that are not IMMUTABLE in two places: under CASE or COALESCE, which might not evaluate them,
 * and with a column as an argument, because only the shard has its value. In ON CONFLICT and RETURNING it refuses all such functions, and
 * subqueries in VALUES. `greatest(now(), updated_at)` is accepted: GREATEST is neither. For a time under CASE, use a CTE: `with clock as
 * materialized (select now() as now) update … set x = case when … then clock.now end from clock`.
 *
 * This check does not infer types: a call counts as not immutable when any function of that name and number of arguments is not. Of the
 * operators, it covers only + and - with an interval.
 */
import { statement, type Queryable } from '#platform/db.ts'
import { isNode, list, parseStatements, path, walk, type Node } from './syntax-tree.ts'
import { acrossTenants } from './tenant-predicates.ts'

/** Built-in functions that are not IMMUTABLE: STABLE (`s`) and VOLATILE (`v`), and types whose input function is not. */
export type Volatility = {
  functions: readonly FunctionVolatility[]
  types: ReadonlySet<string>
  /** Names of all built-in functions, which every node has. */
  builtIn: ReadonlySet<string>
}
type FunctionVolatility = { name: string; volatility: 's' | 'v'; minArguments: number; maxArguments: number }

const findFunctions = statement<object, FunctionVolatility>(`
  select proname as name, provolatile as volatility, pronargs - pronargdefaults as "minArguments", case when provariadic <> 0 then 100 else pronargs end as "maxArguments"
  from pg_proc where provolatile <> 'i' and pronamespace = 'pg_catalog'::regnamespace`)
const findTypes = statement<object, { name: string }>(
  `select t.typname as name from pg_type t join pg_proc p on p.oid = t.typinput where p.provolatile <> 'i'`,
)

const findBuiltIn = statement<object, { name: string }>(
  `select distinct proname as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace`,
)

export async function readVolatility(db: Queryable): Promise<Volatility> {
  const names = (rows: readonly { name: string }[]): Set<string> => new Set(rows.map(({ name }) => name))
  return {
    functions: await db.rows(findFunctions, {}),
    types: names(await db.rows(findTypes, {})),
    builtIn: names(await db.rows(findBuiltIn, {})),
  }
}

/** Describes the functions in `sql` that the nodes lack, because they are neither built in nor created by `distribute`. */
export function findUnknownFunctions(sql: string, { builtIn }: Volatility, distributed: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  walk(parseStatements(sql), (kind, node) => {
    const name = path(list(node.funcname).at(-1), 'String', 'sval')
    if (kind === 'FuncCall' && typeof name === 'string' && !builtIn.has(name) && !distributed.has(name))
      found.add(`calls ${name}(), which the nodes do not have: \`distribute\` does not create it there`)
    return true
  })
  return [...found]
}

/**
 * Describes what a distributed database would not plan in `sql`. Returns an empty array when it would plan everything. Call `loadParser`
 * first.
 */
export function findUndistributable(sql: string, volatility: Volatility): string[] {
  const found = new Set<string>()
  for (const stmt of parseStatements(sql)) visit(stmt, false, { volatility, crosses: acrossTenants.test(sql), found })
  return [...found]
}

/** Describes the volatile functions that `sql` calls anywhere. */
export function findVolatile(sql: string, volatility: Volatility): string[] {
  const found = new Set<string>()
  walk(parseStatements(sql), (kind, node) => {
    const called = findCall(kind, node, volatility)
    if (called?.volatility === 'v') found.add(`calls ${called.name}, which is volatile`)
    return true
  })
  return [...found]
}

type Env = { volatility: Volatility; crosses: boolean; found: Set<string> }

/** Visits the statements in any part of the tree. `isNested` is true below another statement, as in a CTE or a subquery. */
function visit(part: unknown, isNested: boolean, env: Env): void {
  walk(part, (kind, node) => {
    if (list(node.lockingClause).length > 0) checkLocks(node, isNested, env)
    if (
      env.crosses &&
      kind === 'RangeSubselect' &&
      node.lateral === true &&
      path(node, 'subquery', 'SelectStmt', 'limitCount') !== undefined
    )
      env.found.add('LATERAL with LIMIT in a statement across tenants')
    if (env.crosses && kind === 'JoinExpr' && isLateralOfFunction(node))
      env.found.add('outer join of a function with LATERAL in a statement across tenants: aggregate in a CTE, then join')
    if (isNested && isEmptySelect(node)) env.found.add('SELECT without columns in a subquery or CTE: write "select 1 from"')
    const table = String(path(node, 'relation', 'relname'))
    if (kind === 'UpdateStmt') checkChange(`UPDATE ${table}`, [node.targetList, node.whereClause], env)
    if (kind === 'DeleteStmt') checkChange(`DELETE from ${table}`, [node.whereClause], env)
    if (kind === 'InsertStmt') checkNoCalls(`INSERT into ${table}`, 'in ON CONFLICT', node.onConflictClause, env)
    if (['UpdateStmt', 'DeleteStmt', 'InsertStmt'].includes(kind)) {
      const what = `${kind.replace('Stmt', '').toUpperCase()} of ${table}`
      checkNoCalls(what, 'in RETURNING', node.returningClause, env)
      if (kind === 'InsertStmt' && contains(node.returningClause, 'SubLink')) env.found.add(`${what} has a subquery in RETURNING`)
      if (kind === 'InsertStmt' && contains(path(node, 'selectStmt', 'SelectStmt', 'valuesLists'), 'SubLink'))
        env.found.add(`${what} has a subquery in VALUES: write INSERT … SELECT`)
      const isSelected = path(node, 'selectStmt', 'SelectStmt', 'valuesLists') === undefined
      if (kind === 'InsertStmt' && isSelected && contains(node.onConflictClause, 'ParamRef'))
        env.found.add(`${what} has a parameter in ON CONFLICT of INSERT … SELECT: write VALUES`)
    }
    if (isNested && (kind === 'UpdateStmt' || kind === 'DeleteStmt') && findConditions(node.whereClause).some(isParameter))
      env.found.add(
        `${kind.replace('Stmt', '').toUpperCase()} of ${table} with a parameter as its condition: put it into a subquery over a CTE`,
      )
    const set = kind === 'InsertStmt' ? path(node, 'onConflictClause', 'targetList') : kind === 'UpdateStmt' ? node.targetList : null
    if (list(set).some(isElement)) env.found.add('SET of an element or a slice of an array, which crashes the server: wrap it in COALESCE')
    if (!kind.endsWith('Stmt')) return true
    for (const value of Object.values(node)) visit(value, true, env)
    return false
  })
}

/**
 * Whether a query has no columns, such as `exists (select from x)`. When Citus plans it separately, it reads the rows back as an
 * intermediate result, which must have at least one column.
 */
function isEmptySelect(node: Node): boolean {
  return node.op === 'SETOP_NONE' && list(node.fromClause).length > 0 && list(node.targetList).length === 0
}

/** Whether a join is an outer join of a function's rows with a subquery that depends on them. */
function isLateralOfFunction(join: Node): boolean {
  return join.jointype === 'JOIN_LEFT' && path(join.rarg, 'RangeSubselect', 'lateral') === true && contains(join.larg, 'RangeFunction')
}

/** The conditions of a WHERE clause that are joined by AND. */
function findConditions(where: unknown): readonly unknown[] {
  return path(where, 'BoolExpr', 'boolop') === 'AND_EXPR' ? list(path(where, 'BoolExpr', 'args')) : [where]
}

/**
 * Whether a condition is a parameter, or NOT of one. If it is false, Citus finds no shard for this part of the statement, runs the parts one by
 * one, and refuses some of them.
 */
function isParameter(condition: unknown): boolean {
  const negated = path(condition, 'BoolExpr', 'boolop') === 'NOT_EXPR' ? list(path(condition, 'BoolExpr', 'args'))[0] : condition
  return path(path(negated, 'TypeCast', 'arg') ?? negated, 'ParamRef') !== undefined
}

/**
 * Whether a column is set to an array element or slice. Citus treats it as an assignment to an element of the column, and dereferences a
 * null pointer.
 */
function isElement(target: unknown): boolean {
  return list(path(target, 'ResTarget', 'val', 'A_Indirection', 'indirection')).some((part) => path(part, 'A_Indices') !== undefined)
}

/**
 * Checks row locks: Citus locks rows within a shard, not across shards, and only rows of one table if the statement is nested in another.
 */
function checkLocks(select: Node, isNested: boolean, { crosses, found }: Env): void {
  if (crosses) found.add('FOR UPDATE in a statement across tenants')
  if (isNested && list(select.fromClause).reduce((sum: number, from) => sum + relationsIn(from), 0) > 1)
    found.add('FOR UPDATE over more than one relation in a CTE or subquery: lock the rows of one, then join')
}

function relationsIn(from: unknown): number {
  const join = path(from, 'JoinExpr')
  return join === undefined ? 1 : relationsIn(path(join, 'larg')) + relationsIn(path(join, 'rarg'))
}

/** Checks the expressions of an UPDATE or DELETE. Subqueries in them are planned separately, except under CASE and COALESCE. */
function checkChange(what: string, expressions: unknown, env: Env): void {
  walk(expressions, (kind, node) => {
    if (kind === 'CaseExpr' || kind === 'CoalesceExpr') {
      checkNoCalls(what, 'under CASE or COALESCE', node, env)
      return false
    }
    const called = findCall(kind, node, env.volatility)
    if (called?.volatility === 'v') env.found.add(`${what} calls ${called.name}, which is volatile`)
    else if (called && contains(node, 'ColumnRef')) env.found.add(`${what} calls ${called.name}, which is not immutable, with a column`)
    return kind !== 'SubLink'
  })
}

function checkNoCalls(what: string, where: string, part: unknown, env: Env): void {
  walk(part, (kind, node) => {
    const called = findCall(kind, node, env.volatility)
    if (called) env.found.add(`${what} calls ${called.name}, which is not immutable, ${where}`)
    return true
  })
}

/** Whether a part contains a node of that kind, outside its subqueries. */
function contains(part: unknown, wanted: string): boolean {
  let isThere = false
  walk(part, (kind) => {
    isThere ||= kind === wanted
    return !isThere && kind !== 'SubLink'
  })
  return isThere
}

/** Returns the function that a node calls if it is not immutable, otherwise null. */
function findCall(kind: string, node: Node, { functions, types }: Volatility): { name: string; volatility: 's' | 'v' } | null {
  if (kind === 'FuncCall') {
    const name = String(path(list(node.funcname).at(-1), 'String', 'sval'))
    const given = list(node.args).length
    const found = functions.filter((each) => each.name === name && each.minArguments <= given && given <= each.maxArguments)
    if (found.length === 0) return null
    return { name: `${name}()`, volatility: found.some(({ volatility }) => volatility === 'v') ? 'v' : 's' }
  }
  if (kind === 'SQLValueFunction') return { name: String(node.op).replace('SVFOP_', '').toLowerCase(), volatility: 's' }
  // A cast of a parameter or a literal only states its type.
  if (kind === 'TypeCast' && path(node, 'arg', 'ParamRef') === undefined && path(node, 'arg', 'A_Const') === undefined) {
    const isArray = list(path(node, 'typeName', 'arrayBounds')).length > 0
    return isArray || types.has(typeOf(node)) ? { name: `a cast to ${typeOf(node)}${isArray ? '[]' : ''}`, volatility: 's' } : null
  }
  const operator = path(list(node.name)[0], 'String', 'sval')
  if (kind === 'A_Expr' && (operator === '+' || operator === '-') && [node.lexpr, node.rexpr].some(isInterval))
    return { name: `${operator} with an interval`, volatility: 's' }
  return null
}

function typeOf(cast: Node): string {
  return String(path(list(path(cast, 'typeName', 'names')).at(-1), 'String', 'sval'))
}

function isInterval(expression: unknown): boolean {
  const cast = path(expression, 'TypeCast')
  if (isNode(cast)) return typeOf(cast) === 'interval'
  const product = path(expression, 'A_Expr')
  if (isNode(product) && ['*', '/'].includes(String(path(list(product.name)[0], 'String', 'sval'))))
    return isInterval(product.lexpr) || isInterval(product.rexpr)
  return path(list(path(expression, 'FuncCall', 'funcname')).at(-1), 'String', 'sval') === 'make_interval'
}
