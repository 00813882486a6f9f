/**
 * Declarations of the personal data that modules store about customers. A module declares it in `personal`, table by table. Erasing and
 * exporting a customer run over all declarations, and a test fails for a table with text that no module declares or excuses.
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

/** The data to erase: all data of one customer, or (`RETENTION`) threads of any customer. */
export type Erasure = {
  readonly tenantId: Uuid
  readonly requestId: Uuid
  readonly type: 'ERASURE' | 'RETENTION'
  readonly mode: 'ANONYMIZE' | 'DELETE'
  /** True when matches are counted, but nothing is changed. */
  readonly dryRun: boolean
  readonly keepSubjects: boolean
  /** The customer named in the request; null for RETENTION. */
  readonly customerId: Uuid | null
  /** That customer and all customers merged into them. */
  readonly customerIds: readonly Uuid[]
  /** `addressHash` of each of their addresses. */
  readonly addressHashes: readonly string[]
  /** True in the second pass, a minute after the first, which finds rows written in the meantime. */
  readonly isLate: boolean
}

/** The context of a step that runs in a transaction. */
export type EraseContext = EraseServices & { readonly db: Queryable; readonly effects: Effects }
/** The context of a step that runs outside a transaction. */
export type EraseOutsideContext = EraseServices & { readonly db: Database; readonly signal: AbortSignal }

type EraseServices = { readonly erasure: Erasure; readonly config: Config; readonly log: Log; readonly secrets: Secrets }

/** The number of rows that a batch found, and the position of the next batch; null after the last. */
export type EraseBatch = { found: number; next: string | null }

/**
 * The phases of an erasure, in order. `person`: after it, nothing new is created for the customer. `gather`: records which objects belong
 * to the customer. `contents`: erases what objects contain. `things`: erases the objects. `copies`: erases copies of them. `end`: deletes
 * the customers and emits the events.
 */
const phases = ['person', 'gather', 'contents', 'things', 'copies', 'end'] as const

/** One step of an erasure. It works in batches of a fraction of a second; the position is stored after each. */
export type EraseStep = StepNames &
  (
    | { readonly outside?: false; readonly erase: (context: EraseContext, position: string | null) => Promise<EraseBatch> }
    /** For work on files or in transactions of its own. Every part of it may be repeated. */
    | { readonly outside: true; readonly erase: (context: EraseOutsideContext, position: string | null) => Promise<EraseBatch> }
  )
/** `erase` erases a batch, or counts what it would erase. It may run again after a crash. */
export type StepNames = {
  /** Unique, because the progress of requests is stored under it. */
  readonly name: string
  readonly phase: (typeof phases)[number]
  /** The name under which the request's receipt counts the rows found; null if the step counts nothing. */
  readonly place: string | null
}

/** One JSON file of an export. */
export type ExportPart = {
  /** The name of the file, and of its section on the page. */
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
/** Files of an export, each read only when it is written to the archive. */
export type ExportFiles = (context: ExportContext) => AsyncIterable<{ name: string; read: () => AsyncIterable<Buffer> }>

/** The `personal` declaration of a module. */
export type Personal = {
  /** Tables of the module with a customer's data, which `steps` erase. */
  readonly tables?: readonly string[]
  readonly steps?: readonly EraseStep[]
  readonly exports?: readonly ExportPart[]
  readonly files?: ExportFiles
  /**
   * Personal fields of the module's records, with the value that replaces each in copies: events, audit rows and stored responses. A
   * function computes the value, for a name that different records use differently.
   */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Tables of the module with text, but without a customer's data, each with the reason. */
  readonly excused?: Readonly<Record<string, string>>
}

const declared: Personal[] = []

export function declarePersonal(personal: Personal): void {
  declared.push(personal)
}

/** Returns the steps of all modules, in the order in which they run. */
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
 * Returns a hash that recognises an address after its erasure. It is keyed with the service's secret, so the hash alone reveals nothing.
 */
export function addressHash(secrets: Secrets, email: string): string {
  return secrets.hashCredential(`address ${email.toLowerCase()}`).toString('hex')
}
