/**
 * Parses a statement with PostgreSQL's parser, and finds where it accesses a tenant's table without naming the tenant.
 *
 * The rule: in each SELECT, UPDATE and DELETE, at any depth, each tenant table must be tied by `tenant_id = $n`: by its own condition, or
 * by `tenant_id = other.tenant_id` to a tied table. Each INSERT must set tenant_id from a parameter or from a tied table. This isolates
 * tenants, and on a sharded database it routes a statement to one shard.
 */
import { isNode, list, parseStatements, path, type Node } from './syntax-tree.ts'

/**
 * Comment that starts a statement which may cross tenants, with the reason. A statement that serves a single request must not cross
 * tenants.
 */
export const acrossTenants = /^\/\* across tenants: ([a-z].{10,}?) \*\//

/**
 * Describes where `sql` breaks the rule; empty when it does not. Call `loadParser` first. `tenantTables` are the tables with a tenant_id.
 */
export function findUntied(sql: string, tenantTables: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const stmt of parseStatements(sql)) visit(stmt, { tenantTables, ctes: new Set(), outer: new Map(), found })
  return found
}

/** The context of a query. `outer` maps aliases of tenant tables in the enclosing queries to their tables. */
type Env = { tenantTables: ReadonlySet<string>; ctes: ReadonlySet<string>; outer: ReadonlyMap<string, string>; found: string[] }

const statementKinds = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt', 'TruncateStmt'])

/** Visits the statements in any part of the tree. */
function visit(part: unknown, env: Env): void {
  if (Array.isArray(part)) return part.forEach((each) => visit(each, env))
  if (!isNode(part)) return
  for (const [kind, value] of Object.entries(part)) {
    if (statementKinds.has(kind) && isNode(value)) checkStatement(kind, value, env)
    else visit(value, env)
  }
}

function checkStatement(kind: string, stmt: Node, outerEnv: Env): void {
  const ctes = list(path(stmt, 'withClause', 'ctes')).map((cte) => path(cte, 'CommonTableExpr'))
  const env = { ...outerEnv, ctes: new Set([...outerEnv.ctes, ...ctes.map((cte) => String(path(cte, 'ctename')))]) }
  for (const cte of ctes) visit(path(cte, 'ctequery'), env)
  if (kind === 'MergeStmt' || kind === 'TruncateStmt')
    return void env.found.push(`${kind} is not understood by this audit: write INSERT, UPDATE or DELETE`)
  if (kind === 'InsertStmt') return checkInsert(stmt, env)
  if (kind === 'SelectStmt' && isNode(stmt.larg) && isNode(stmt.rarg)) {
    checkStatement('SelectStmt', stmt.larg, env)
    return checkStatement('SelectStmt', stmt.rarg, env)
  }
  checkScope(kind, stmt, env)
}

/** Checks one query level: its tables, what ties them, then everything nested in it. */
function checkScope(kind: string, stmt: Node, env: Env): void {
  const scope: Scope = { tables: new Map(), env, tied: new Set(), links: [] }
  const target = kind === 'SelectStmt' ? [] : [{ RangeVar: stmt.relation }]
  for (const from of [...target, ...list(stmt.fromClause), ...list(stmt.usingClause)]) collectTables(from, scope)
  for (const from of [...list(stmt.fromClause), ...list(stmt.usingClause)]) collectJoins(from, scope)
  applyCondition(stmt.whereClause, scope, () => true)
  spread(scope)
  for (const [alias, table] of scope.tables) {
    if (!scope.tied.has(alias))
      env.found.push(`${kind.replace('Stmt', '').toUpperCase()} on ${table}${alias === table ? '' : ` ${alias}`} without tenant_id = $n`)
  }
  if (list(stmt.targetList).some((item) => kind === 'UpdateStmt' && path(item, 'ResTarget', 'name') === 'tenant_id'))
    env.found.push('UPDATE sets tenant_id')
  const inner = { ...env, outer: new Map([...env.outer, ...scope.tables]) }
  for (const [field, value] of Object.entries(stmt)) if (field !== 'withClause') visit(value, inner)
}

type Scope = {
  /** Tenant tables by alias. */
  tables: Map<string, string>
  env: Env
  tied: Set<string>
  /** Pairs of aliases with equal tenant_id: the first is tied when the second is. */
  links: [string, string][]
}

function collectTables(from: unknown, scope: Scope): void {
  const join = path(from, 'JoinExpr')
  if (join) {
    collectTables(path(join, 'larg'), scope)
    collectTables(path(join, 'rarg'), scope)
  }
  const table = path(from, 'RangeVar', 'relname')
  if (typeof table !== 'string' || !scope.env.tenantTables.has(table)) return
  const shadowed = scope.env.ctes.has(table) && path(from, 'RangeVar', 'schemaname') === undefined
  if (!shadowed) scope.tables.set(String(path(from, 'RangeVar', 'alias', 'aliasname') ?? table), table)
}

/** Collects the conditions of joins. ON ties both sides of an inner join, but only the side of an outer join that may be missing. */
function collectJoins(from: unknown, scope: Scope): void {
  const join = path(from, 'JoinExpr')
  if (!join) return
  collectJoins(path(join, 'larg'), scope)
  collectJoins(path(join, 'rarg'), scope)
  const left = aliasesIn(path(join, 'larg'))
  const right = aliasesIn(path(join, 'rarg'))
  const type = path(join, 'jointype')
  applyCondition(path(join, 'quals'), scope, (alias) =>
    type === 'JOIN_INNER' ? true : type === 'JOIN_LEFT' ? right.has(alias) : type === 'JOIN_RIGHT' ? left.has(alias) : false,
  )
  if (list(path(join, 'usingClause')).some((column) => path(column, 'String', 'sval') === 'tenant_id')) {
    for (const a of left) {
      for (const b of right) {
        if (type === 'JOIN_INNER' || type === 'JOIN_LEFT') scope.links.push([b, a])
        if (type === 'JOIN_INNER' || type === 'JOIN_RIGHT') scope.links.push([a, b])
      }
    }
  }
}

function aliasesIn(from: unknown): Set<string> {
  const join = path(from, 'JoinExpr')
  if (join) return new Set([...aliasesIn(path(join, 'larg')), ...aliasesIn(path(join, 'rarg'))])
  const table = path(from, 'RangeVar')
  return new Set(table ? [String(path(table, 'alias', 'aliasname') ?? path(table, 'relname'))] : [])
}

/** Collects the aliases that a condition ties: the union over the parts of an AND, and the intersection over the branches of an OR. */
function applyCondition(condition: unknown, scope: Scope, mayTie: (alias: string) => boolean): void {
  const args = list(path(condition, 'BoolExpr', 'args'))
  const boolean = path(condition, 'BoolExpr', 'boolop')
  if (boolean === 'AND_EXPR') return args.forEach((arg) => applyCondition(arg, scope, mayTie))
  if (boolean === 'OR_EXPR') {
    const branches = args.map((arg) => {
      const branch: Scope = { ...scope, tied: new Set(), links: [] }
      applyCondition(arg, branch, mayTie)
      spread(branch)
      return branch.tied
    })
    for (const alias of branches[0] ?? []) if (branches.every((tied) => tied.has(alias))) scope.tied.add(alias)
    return
  }
  const equality = path(condition, 'A_Expr')
  if (!isNode(equality) || equality.kind !== 'AEXPR_OP' || path(list(equality.name)[0], 'String', 'sval') !== '=') return
  const sides = [equality.lexpr, equality.rexpr]
  for (const [one, other] of [sides, sides.toReversed()]) {
    const alias = findTenantId(one, scope)
    if (alias === null || !scope.tables.has(alias) || !mayTie(alias)) continue
    const otherAlias = findTenantId(other, scope)
    if (isParameter(other)) scope.tied.add(alias)
    else if (otherAlias !== null) scope.links.push([alias, otherAlias])
  }
}

/** Follows the links from tied tables. Tables of the enclosing queries count as tied; if they are not, their own query is reported. */
function spread({ tied, links, tables, env }: Scope): void {
  for (let before = -1; before !== tied.size; ) {
    before = tied.size
    for (const [alias, other] of links) if (tied.has(other) || (!tables.has(other) && env.outer.has(other))) tied.add(alias)
  }
}

/** Returns the alias whose tenant_id an expression is; null for other expressions. */
function findTenantId(expression: unknown, { tables }: Pick<Scope, 'tables'>): string | null {
  const names = list(path(expression, 'ColumnRef', 'fields')).map((field) => path(field, 'String', 'sval'))
  if (names.at(-1) !== 'tenant_id') return null
  if (names.length > 1) return String(names.at(-2))
  // If two tables have the column, the unqualified name is ambiguous and PostgreSQL rejects the statement.
  return tables.size === 1 ? ([...tables.keys()][0] ?? null) : null
}

function isParameter(expression: unknown): boolean {
  const inner = path(expression, 'TypeCast', 'arg')
  return inner ? isParameter(inner) : path(expression, 'ParamRef') !== undefined
}

function checkInsert(stmt: Node, env: Env): void {
  const table = String(path(stmt, 'relation', 'relname'))
  const select = path(stmt, 'selectStmt', 'SelectStmt')
  const nested = { ...env, outer: new Map([...env.outer, [String(path(stmt, 'relation', 'alias', 'aliasname') ?? table), table] as const]) }
  if (env.tenantTables.has(table)) {
    const position = list(stmt.cols).findIndex((column) => path(column, 'ResTarget', 'name') === 'tenant_id')
    if (position < 0) env.found.push(`INSERT into ${table} does not name tenant_id`)
    else if (!isNode(select) || !setsTenant(select, position, env))
      env.found.push(`INSERT into ${table} takes tenant_id from something that is neither a parameter nor a tenant's row`)
    const conflict = list(path(stmt, 'onConflictClause', 'infer', 'indexElems'))
    const names = conflict.map((element) => path(element, 'IndexElem', 'name'))
    if (path(stmt, 'onConflictClause', 'action') === 'ONCONFLICT_UPDATE' && !names.includes('tenant_id'))
      env.found.push(`ON CONFLICT on ${table} does not name tenant_id`)
  }
  if (isNode(select)) checkStatement('SelectStmt', select, env)
  visit([stmt.onConflictClause, stmt.returningClause], nested)
}

function setsTenant(select: Node, position: number, env: Env): boolean {
  if (isNode(select.larg) && isNode(select.rarg)) return setsTenant(select.larg, position, env) && setsTenant(select.rarg, position, env)
  const rows = list(select.valuesLists)
  if (rows.length > 0) return rows.every((row) => isParameter(list(path(row, 'List', 'items'))[position]))
  const value = path(list(select.targetList)[position], 'ResTarget', 'val')
  if (isParameter(value)) return true
  const scope: Scope = { tables: new Map(), env, tied: new Set(), links: [] }
  for (const from of list(select.fromClause)) collectTables(from, scope)
  const alias = findTenantId(value, scope)
  return alias !== null && scope.tables.has(alias)
}
