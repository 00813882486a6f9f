/**
 * Declarations of the personal data that modules store about customers. A module declares it in `personal`, table by table. Erasure and
 * export process all declarations, and a test fails for a table with text that no module declares or exempts.
 */
import type { Config } from '../../config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'

/** Replaces erased texts. */
export const erasedText = '[erased]'
/** Replaces the address in copies of records. `.invalid` is reserved (RFC 2606), so mail to it cannot be delivered. */
export const erasedEmail = 'erased@erased.invalid'

/** The data to erase: all data of one customer or, for `RETENTION`, threads of any customer. */
export type Erasure = {
  readonly tenantId: Uuid
  readonly requestId: Uuid
  readonly type: 'ERASURE' | 'RETENTION'
  readonly mode: 'ANONYMIZE' | 'DELETE'
  /** True for a dry run, which only counts the matches. */
  readonly dryRun: boolean
  readonly keepSubjects: boolean
  /** The customer named in the request; null for RETENTION. */
  readonly customerId: Uuid | null
  /** The customer and all customers merged into that one. */
  readonly customerIds: readonly Uuid[]
  /** `addressHash` of each of their addresses. */
  readonly addressHashes: readonly string[]
  /** True in the second pass, a minute after the first, which catches rows written in the meantime. */
  readonly isLate: boolean
}

/** The context of a step that runs in a transaction. */
export type EraseContext = EraseServices & { readonly db: Queryable; readonly effects: Effects }
/** The context of a step that runs outside a transaction. */
export type EraseOutsideContext = EraseServices & { readonly db: Database; readonly signal: AbortSignal }

type EraseServices = { readonly erasure: Erasure; readonly config: Config; readonly log: Log; readonly secrets: Secrets }

/** Number of rows that a batch found, and the position of the next batch; null after the last. */
export type EraseBatch = { found: number; next: string | null }

/**
 * The phases of an erasure, in order. `person`: afterwards, nothing new is created for the customer. `gather`: records which objects belong
 * to the customer. `contents`: erases what objects contain. `things`: erases the objects. `copies`: erases copies of them. `end`: deletes
 * the customers and emits the events.
 */
const phases = ['person', 'gather', 'contents', 'things', 'copies', 'end'] as const

/** One step of an erasure, which works in batches that take a fraction of a second. The position is stored after each batch. */
export type EraseStep = StepNames &
  (
    | { readonly outside?: false; readonly erase: (context: EraseContext, position: string | null) => Promise<EraseBatch> }
    /** A step that works on files or opens its own transactions. It must be idempotent, because a crash repeats it. */
    | { readonly outside: true; readonly erase: (context: EraseOutsideContext, position: string | null) => Promise<EraseBatch> }
  )
/** Erases a batch or, in a dry run, counts it. Must be idempotent, because it may run again after a crash. */
export type StepNames = {
  /** Unique name, under which the progress of requests is stored. */
  readonly name: string
  readonly phase: (typeof phases)[number]
  /** Name under which the request's receipt lists the number of rows; null if the step counts nothing. */
  readonly place: string | null
}

/** One JSON file of an export. */
export type ExportPart = {
  /** Name of the file, and of its section on the export's page. */
  readonly name: string
  /** The heading of the section. */
  readonly title: string
  readonly read: (context: ExportContext) => AsyncIterable<object>
}
export type ExportContext = {
  readonly db: Queryable
  readonly tenantId: Uuid
  readonly customerIds: readonly Uuid[]
  readonly config: Config
}
/** Files of an export. Each is read only when it is written to the archive. */
export type ExportFiles = (context: ExportContext) => AsyncIterable<{ name: string; read: () => AsyncIterable<Buffer> }>

/** The `personal` declaration of a module. */
export type Personal = {
  /** Tables of the module with customer data, which `steps` erase. */
  readonly tables?: readonly string[]
  readonly steps?: readonly EraseStep[]
  readonly exports?: readonly ExportPart[]
  readonly files?: ExportFiles
  /**
   * Personal fields of the module's records, with their replacement in copies: events, audit rows and stored responses. A function computes
   * the replacement of a field whose meaning differs between records.
   */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Tables of the module with text but no customer data, each with the reason. */
  readonly excused?: Readonly<Record<string, string>>
}

const declared: Personal[] = []

export function declarePersonal(personal: Personal): void {
  declared.push(personal)
}

/** Returns the steps of all modules, in execution order. */
export function eraseSteps(): readonly EraseStep[] {
  return declared
    .flatMap(({ steps = [] }) => steps)
    .toSorted((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase) || (a.name < b.name ? -1 : 1))
}

export function exportParts(): readonly ExportPart[] {
  return declared.flatMap(({ exports = [] }) => exports)
}

export function exportFiles(): readonly ExportFiles[] {
  return declared.flatMap(({ files }) => files ?? [])
}

export function erasedFields(): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...declared.map(({ fields = {} }) => fields)) as Record<string, unknown>
}

export function personalTables(): { tables: readonly string[]; excused: Readonly<Record<string, string>> } {
  return {
    tables: declared.flatMap(({ tables = [] }) => tables),
    excused: Object.assign({}, ...declared.map(({ excused = {} }) => excused)) as Record<string, string>,
  }
}

/**
 * Returns a keyed hash of an address, by which the service can recognise the address after its erasure. Without the service's secret, the
 * hash reveals nothing.
 */
export function addressHash(secrets: Secrets, email: string): string {
  return secrets.hashCredential(`address ${email.toLowerCase()}`).toString('hex')
}
