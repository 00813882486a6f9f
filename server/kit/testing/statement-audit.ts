/** Hears every statement that a service under test sends, and fails its tests when one touches tenants' rows without naming the tenant. */
import { statement } from '../db.ts'
import { openDatabase } from '../postgres/database.ts'
import type { TestConnection } from './global-setup.ts'
import { findUntied, loadParser } from './tenant-predicates.ts'

/** Tables that tell to which tenant something belongs: they are asked before the tenant is known. */
const globalTables = new Set(['tenant_slugs', 'api_key_hashes'])

/** Statements that may cross tenants begin with the reason. Never one that answers a request. */
const acrossTenants = /^\/\* across tenants: [a-z].{10,}? \*\//

export type StatementAudit = {
  /** For DatabaseOptions.onStatement. */
  hear(text: string): void
  /** Throws, naming each statement that breaks the rule. */
  report(): void
}

export async function openStatementAudit(connection: TestConnection): Promise<StatementAudit> {
  await loadParser()
  const tables = await tenantTables(connection)
  const heard = new Set<string>()
  return {
    hear: (text) => heard.add(text),
    report() {
      const wrong = [...heard]
        .filter((text) => !acrossTenants.test(text))
        .flatMap((text) => findUntied(text, tables).map((sentence) => `${sentence}\n  in: ${text.slice(0, 2000)}`))
      if (wrong.length > 0) throw new Error(`Statements that do not name their tenant:\n${wrong.join('\n')}`)
    },
  }
}

const findTenantTables = statement<object, { table: string }>(
  `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
)

async function tenantTables(connection: TestConnection): Promise<Set<string>> {
  const db = openDatabase({ connection, max: 1, statementTimeoutMs: 0 })
  try {
    return new Set((await db.rows(findTenantTables, {})).map(({ table }) => table).filter((table) => !globalTables.has(table)))
  } finally {
    await db.close()
  }
}
