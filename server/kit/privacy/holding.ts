/**
 * What rooms hold of the people who write. A room declares it in its `Room` (`personal`), table by table; the erasure and the export of a
 * customer run over all declarations, and a test fails for a table with text that no room declares or excuses.
 */
import type { Config } from '../../config.ts'
import type { Database, Queryable } from '../../platform/db.ts'
import type { Effects } from '../../platform/outbox/effects.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** The text that takes the place of erased texts. */
export const erasedText = '[erased]'
/** The address in copies of records. `.invalid` is reserved (RFC 2606): no mail can ever go there. */
export const erasedEmail = 'erased@erased.invalid'

/** What is erased: a customer with everything of theirs, or (`RETENTION`) threads whatever their customers. */
export type Erasure = {
  readonly tenantId: Uuid
  readonly requestId: Uuid
  readonly type: 'ERASURE' | 'RETENTION'
  readonly mode: 'ANONYMIZE' | 'DELETE'
  /** Nothing is changed, only counted. */
  readonly dryRun: boolean
  readonly keepSubjects: boolean
  /** The customer as the request named them; null for RETENTION. */
  readonly customerId: Uuid | null
  /** The customer with those who were merged into them. */
  readonly customerIds: readonly Uuid[]
  /** `addressHash` of their addresses. */
  readonly addressHashes: readonly string[]
  /** The second round, a minute after the first: it finds what was being written meanwhile. */
  readonly isLate: boolean
}

/** Of a portion in a transaction. */
export type EraseContext = EraseScene & { readonly db: Queryable; readonly effects: Effects }
/** Of a portion outside one. */
export type EraseOutsideContext = EraseScene & { readonly db: Database; readonly signal: AbortSignal }

type EraseScene = { readonly erasure: Erasure; readonly config: Config; readonly log: Log; readonly secrets: Secrets }

/** How much a portion found, and where the next one begins; null after the last. */
export type Portion = { found: number; next: string | null }

/**
 * When a step runs: `person` (from here on nothing new is made of the customer), `gather` (notes what belongs to them), `contents` of
 * things, the `things` themselves, `copies` that were made of them, `end`.
 */
const phases = ['person', 'gather', 'contents', 'things', 'copies', 'end'] as const

/** One step of an erasure. It works in portions of a fraction of a second; progress is stored with each. */
export type EraseStep = StepNames &
  (
    | { readonly outside?: false; readonly erase: (context: EraseContext, position: string | null) => Promise<Portion> }
    /** For work on files, or in transactions of its own. It must be able to repeat any part. */
    | { readonly outside: true; readonly erase: (context: EraseOutsideContext, position: string | null) => Promise<Portion> }
  )
/** `erase` erases a portion, or counts what it would erase. Running it again after a crash must do no harm. */
export type StepNames = {
  /** Unique; stored as the progress of requests. */
  readonly name: string
  readonly phase: (typeof phases)[number]
  /** Under which name of a receipt it counts; null when it finds nothing of its own. */
  readonly place: string | null
}

/** A part of an export: a file of JSON records. */
export type ExportPart = {
  /** The name of the file, and of the part of the page. */
  readonly name: string
  /** The heading on the page. */
  readonly title: string
  readonly read: (context: ExportContext) => AsyncIterable<object>
}
export type ExportContext = {
  readonly db: Queryable
  readonly tenantId: Uuid
  readonly customerIds: readonly Uuid[]
  readonly config: Config
}
/** Files that an export has, each read when its turn comes. */
export type ExportFiles = (context: ExportContext) => AsyncIterable<{ name: string; read: () => AsyncIterable<Buffer> }>

/** What a room declares. */
export type Personal = {
  /** Its tables that hold something of a customer, which `steps` erase. */
  readonly tables?: readonly string[]
  readonly steps?: readonly EraseStep[]
  readonly exports?: readonly ExportPart[]
  readonly files?: ExportFiles
  /** Fields of its records and what they become where a copy is kept: in events, audit rows and stored answers. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Its tables with text that hold nothing of a customer, each with the reason. */
  readonly excused?: Readonly<Record<string, string>>
}

const declared: Personal[] = []

export function declarePersonal(personal: Personal): void {
  declared.push(personal)
}

/** The steps of all rooms, in the order in which they run. */
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

/** A hash by which an address is recognised after it was erased. Without the service's key it tells nothing. */
export function addressHash(secrets: Secrets, email: string): string {
  return secrets.hashCredential(`address ${email.toLowerCase()}`).toString('hex')
}
