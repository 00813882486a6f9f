/**
 * Checks every statement that a service under test sends. Fails the tests when one accesses tenants' rows without a tenant_id condition, or
 * when a distributed database would not plan it.
 */
import { statement, type Queryable } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { listDistributableFunctions, referenceTables } from '#platform/postgres/distribution.ts'
import { findUndistributable, findUnknownFunctions, findVolatile, readVolatility, type Volatility } from './distributable.ts'
import type { TestConnection } from './global-setup.ts'
import { loadParser } from './syntax-tree.ts'
import { acrossTenants, findUntied } from './tenant-predicates.ts'

export type StatementAudit = {
  /** For DatabaseOptions.onStatement. */
  hear(text: string): void
  /** Throws with each statement that breaks a rule. */
  report(): void
}

/** Database metadata that the rules need. */
export type StatementRules = {
  tenantTables: ReadonlySet<string>
  volatility: Volatility
  /** Columns with a volatile default, by table. */
  volatileDefaults: ReadonlyMap<string, readonly string[]>
  /** Functions of the migrations that `distribute` creates on every node. */
  ownFunctions: ReadonlySet<string>
}

/**
 * Faults of each statement's text, shared by all files in this process: most of them send the same statements, and parsing one takes
 * milliseconds.
 */
const checked = new Map<string, string[]>()
/** Rules of the first database, which hold for all, because all are clones of one template. */
let knownRules: Promise<StatementRules> | undefined

export async function openStatementAudit(connection: TestConnection): Promise<StatementAudit> {
  const rules = await (knownRules ??= readStatementRules(connection))
  const heard = new Set<string>()
  return {
    hear(text) {
      heard.add(text)
    },
    report() {
      for (const text of heard) if (!checked.has(text)) checked.set(text, getFaults(text, rules))
      const wrong = [...heard].flatMap((text) => (checked.get(text) ?? []).map((sentence) => `${sentence}\n  in: ${text.slice(0, 2000)}`))
      if (wrong.length > 0) throw new Error(`Statements that do not name their tenant, or cannot be distributed:\n${wrong.join('\n')}`)
    },
  }
}

/** Describes the problems of one statement. */
export function getFaults(text: string, { tenantTables, volatility, ownFunctions }: StatementRules): string[] {
  return [
    ...(acrossTenants.test(text) ? [] : findUntied(text, tenantTables)),
    ...findUndistributable(text, volatility),
    ...findUnknownFunctions(text, volatility, ownFunctions),
  ]
}

export async function readStatementRules(connection: TestConnection): Promise<StatementRules> {
  await loadParser()
  const db = openDatabase({ connection, max: 1, statementTimeoutMs: 0 })
  try {
    const volatility = await readVolatility(db)
    return {
      tenantTables: await readTenantTables(db),
      volatility,
      volatileDefaults: await readVolatileDefaults(db, volatility),
      ownFunctions: await listDistributableFunctions(db),
    }
  } finally {
    await db.close()
  }
}

const findTenantTables = statement<object, { table: string }>(
  `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
)

const findDefaults = statement<object, { table: string; column: string; expression: string }>(`
  select c.relname as table, a.attname as column, pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  where c.relnamespace = 'public'::regnamespace`)

async function readVolatileDefaults(db: Queryable, volatility: Volatility): Promise<Map<string, string[]>> {
  const volatile = (await db.rows(findDefaults, {})).filter(({ expression }) => findVolatile(`select ${expression}`, volatility).length > 0)
  return new Map([...Map.groupBy(volatile, ({ table }) => table)].map(([table, columns]) => [table, columns.map(({ column }) => column)]))
}

async function readTenantTables(db: Queryable): Promise<Set<string>> {
  const tables = (await db.rows(findTenantTables, {})).map(({ table }) => table)
  return new Set(tables.filter((table) => !referenceTables.includes(table)))
}
