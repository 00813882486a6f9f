/** Copies of records, as JSON: events, audit rows, stored answers. They stay, without what is personal in them. */
import type { Statement } from '../../platform/db.ts'
import type { Uuid } from '../../platform/ids.ts'
import { erasedFields, type EraseContext, type EraseStep, type StepNames } from './holding.ts'
import { ofRequest } from './subjects.ts'

/** The rows of a portion that concern the request, and where the next portion begins. */
export type Copies<Row> = { next: string | null; rows: Row[] }
/** `key`: the columns of the row's key, which `write` finds it by. `subjects`: the ids in the row that are of the request. */
export type Copy<Fields extends string> = { key: object; subjects: Uuid[] } & Record<Fields, unknown>

type Params = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }
type Changed<Fields extends string> = { tenantId: Uuid; rows: (object & Record<Fields, unknown>)[] }

/** A step that replaces the personal fields of records in copies. */
export function overCopies<Fields extends string>(
  step: Omit<StepNames, 'phase'>,
  {
    columns,
    size = 500,
    isRecord = true,
    read,
    write,
  }: {
    columns: readonly Fields[]
    size?: number
    /** False where the row may be of something else that only names the customer, such as a saved list. */
    isRecord?: boolean
    read: Statement<Params, Copies<Copy<Fields>>>
    write: Statement<Changed<Fields>, object>
  },
): EraseStep {
  return {
    ...step,
    phase: 'copies',
    async erase({ db, erasure }: EraseContext, position) {
      const own = ofRequest(erasure)
      const found = await db.first(read, { ...own, after: position, limit: size })
      const fields = fieldsOf(erasure)
      const changed = (found?.rows ?? []).flatMap((row) => {
        const subjects = new Set(row.subjects)
        // Safe because the row has these columns.
        const after = Object.fromEntries(columns.map((column) => [column, redacted(row[column], subjects, fields, isRecord)])) as Record<
          Fields,
          unknown
        >
        const isSame = columns.every((column) => JSON.stringify(after[column]) === JSON.stringify(row[column]))
        return isSame ? [] : [{ ...row.key, ...after }]
      })
      if (changed.length > 0 && !erasure.dryRun) await db.rows(write, { tenantId: own.tenantId, rows: changed })
      return { found: changed.length, next: found?.next ?? null }
    },
  }
}

function fieldsOf({ keepSubjects }: EraseContext['erasure']): Readonly<Record<string, unknown>> {
  const { subject, ...fields } = erasedFields()
  return keepSubjects ? fields : { subject, ...fields }
}

/**
 * The value with personal fields replaced: in the record itself (`isRecord`), and in each object within it that holds an id of the request,
 * so that the name of a label or of a colleague in the same record stays.
 */
export function redacted(
  value: unknown,
  subjects: ReadonlySet<string>,
  fields: Readonly<Record<string, unknown>>,
  isRecord: boolean,
): unknown {
  if (Array.isArray(value)) return value.map((part) => redacted(part, subjects, fields, false))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isTheirs = isRecord || entries.some(([, part]) => typeof part === 'string' && subjects.has(part))
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      isTheirs && name in fields && part !== null ? fields[name] : redacted(part, subjects, fields, false),
    ]),
  )
}
