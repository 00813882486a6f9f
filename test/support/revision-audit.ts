/**
 * Checks that every change which kept responses show raises the tenant's revision in the same commit (decision 96). It follows the
 * transactions of a service under test: one that writes a column of `shownColumns` must also emit an event or call `effects.changeSilently`.
 */
import type { AnyProcedure } from '#platform/postgres/procedure.ts'
import { silentChanges } from '#platform/outbox/counters.ts'
import { countedColumns, insertLedger } from '#platform/outbox/ledger-queries.ts'
import { procedures } from '../../server/resources/index.ts'
import { bodyStatements } from './procedure-body.ts'
import { list, parseStatements, path, walk } from './syntax-tree.ts'

/**
 * Tables that kept responses read, with the columns that they read of each; null for all columns. `kept-responses.test.ts` checks with
 * PostgreSQL's privileges that they read no other.
 */
export const shownColumns: Readonly<Record<string, readonly string[] | null>> = {
  threads: null,
  messages: null,
  customers: ['tenant_id', 'id', 'email', 'name', 'external_id', 'custom_fields', 'merged_into'],
  users: ['tenant_id', 'id', 'name'],
  labels: ['tenant_id', 'id', 'name'],
  custom_fields: null,
  thread_labels: null,
  thread_activity: null,
  thread_merges: ['tenant_id', 'source_id', 'root_id'],
  sla_threads: ['tenant_id', 'thread_id', 'clocks', 'terms_id'],
  tenant_counters: [
    'tenant_id',
    'event_sequence',
    'silent_changes',
    'threads_open',
    'threads_pending',
    'threads_resolved',
    'threads_closed',
  ],
}

/** Columns that statements read with the whole row, and no response shows. */
const unshown = new Set(['threads.queued_for', 'tenant_counters.event_sequence', 'tenant_counters.silent_changes'])

function isShown(table: string, column: string): boolean {
  const columns = shownColumns[table]
  return columns !== undefined && (columns?.includes(column) ?? true) && !unshown.has(`${table}.${column}`)
}

/** What a statement does: the shown rows and columns that it writes, and whether it raises the revision. */
type Effect = { writes: readonly string[]; raises: boolean }

/** The effects of each text, shared by all files in this process. */
const known = new Map<string, Effect>()
const proceduresByText = new Map<string, AnyProcedure>(procedures.map((each) => [each.text, each]))

type Statement = { text: string; parameters: readonly unknown[] }

export class RevisionAudit {
  readonly #open = new Map<object, Statement[]>()
  readonly #checked = new Map<string, readonly Statement[]>()

  hear(text: string, parameters: readonly unknown[], connection: object): void {
    const statement = { text, parameters }
    if (text === 'begin') this.#open.set(connection, [])
    else if (text === 'rollback') this.#open.delete(connection)
    else if (text === 'commit') {
      this.#keep(this.#open.get(connection) ?? [])
      this.#open.delete(connection)
    } else if (this.#open.has(connection)) this.#open.get(connection)?.push(statement)
    else this.#keep([statement])
  }

  /** Keeps one transaction of each kind. */
  #keep(statements: readonly Statement[]): void {
    const kind = statements
      .map(({ text, parameters }) => (text === insertLedger.text ? JSON.stringify(effectOfLedger(parameters)) : text))
      .join('; ')
    if (!this.#checked.has(kind)) this.#checked.set(kind, statements)
  }

  /** Describes the transactions that break the rule. */
  findFaults(): string[] {
    return [...this.#checked.values()].flatMap((statements) => {
      const effects = statements.map(effectOf)
      if (effects.some(({ raises }) => raises)) return []
      const writes = effects.flatMap((effect) => effect.writes)
      if (writes.length === 0) return []
      const texts = statements
        .filter((statement) => effectOf(statement).writes.length > 0)
        .map(({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 300))
      return [
        `writes ${[...new Set(writes)].join(', ')} and does not raise the revision: emit an event, or call effects.changeSilently\n  in: ${texts.join('\n  in: ')}`,
      ]
    })
  }
}

function effectOf({ text, parameters }: Statement): Effect {
  if (text === insertLedger.text) return effectOfLedger(parameters)
  const found = known.get(text)
  if (found) return found
  const procedure = proceduresByText.get(text)
  const effect = procedure
    ? effectOfAll(bodyStatements(procedure.definition))
    : /\b(insert|update|delete)\b/i.test(text)
      ? effectOfAll([text])
      : none
  known.set(text, effect)
  return effect
}

/** The ledger's body names all counters. What a call does depends on its parameters: what it adds to each counter, and its events. */
function effectOfLedger(parameters: readonly unknown[]): Effect {
  const given = (name: string): readonly unknown[] => list(parameters[insertLedger.names.indexOf(name)])
  const changed = countedColumns.filter((_, i) => given('deltas')[i] !== 0)
  return {
    writes: changed.filter((column) => isShown('tenant_counters', column)).map((column) => `tenant_counters.${column}`),
    raises: changed.includes(silentChanges) || given('events').length > 0,
  }
}

const none: Effect = { writes: [], raises: false }

function effectOfAll(statements: readonly string[]): Effect {
  const writes: string[] = []
  let raises = false
  for (const sql of statements)
    walk(parseStatements(sql), (kind, node) => {
      const table = path(node, 'relation', 'relname')
      if (typeof table !== 'string') return true
      if (kind === 'InsertStmt' || kind === 'DeleteStmt') {
        if (table in shownColumns) writes.push(`${table} (${kind === 'InsertStmt' ? 'new rows' : 'deleted rows'})`)
      }
      const targets = kind === 'UpdateStmt' ? list(node.targetList) : list(path(node, 'onConflictClause', 'targetList'))
      for (const target of targets) {
        const column = String(path(target, 'ResTarget', 'name'))
        if (table === 'tenant_counters' && (column === silentChanges || column === 'event_sequence')) raises = true
        if (isShown(table, column)) writes.push(`${table}.${column}`)
      }
      return true
    })
  return { writes, raises }
}
