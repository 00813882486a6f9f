/** Erases personal fields from copies of records in JSON: events, audit rows, stored responses. The copies themselves are not deleted. */
import type { Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { erasedFields, type EraseContext, type EraseStep, type StepNames } from './holding.ts'
import { toRequestKey } from './subjects.ts'

/** The rows of a batch that belong to the request, and the position of the next batch. */
export type Copies<Row> = { next: string | null; rows: Row[] }
/** A row with copies. `key` identifies the row for `write`; `subjects` lists the objects of the request whose ids occur in the row. */
export type Copy<Fields extends string> = { key: object; subjects: Uuid[] } & Record<Fields, unknown>

type Params = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }
type Changed<Fields extends string> = { tenantId: Uuid; rows: (object & Record<Fields, unknown>)[] }

/** Creates a step that replaces personal fields in copies. */
export function createCopiesStep<Fields extends string>(
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
    /** False when the row is not a copy itself and only contains the customer's record, such as a stored list. */
    isRecord?: boolean
    read: Statement<Params, Copies<Copy<Fields>>>
    write: Statement<Changed<Fields>, object>
  },
): EraseStep {
  return {
    ...step,
    phase: 'copies',
    async erase({ db, erasure }: EraseContext, position) {
      const own = toRequestKey(erasure)
      const found = await db.first(read, { ...own, after: position, limit: size })
      const fields = getFields(erasure)
      const changed = (found?.rows ?? []).flatMap((row) => {
        const subjects = new Set(row.subjects)
        // Safe because `columns` names columns of the row.
        const after = Object.fromEntries(columns.map((column) => [column, redact(row[column], subjects, fields, isRecord)])) as Record<
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

function getFields({ keepSubjects }: EraseContext['erasure']): Readonly<Record<string, unknown>> {
  const { subject, ...fields } = erasedFields()
  return keepSubjects ? fields : { subject, ...fields }
}

/**
 * Replaces personal fields in the record itself (`isRecord`), and in each nested object that contains an id of the request. Keeps the names
 * of labels and colleagues in the same record.
 */
export function redact(
  value: unknown,
  subjects: ReadonlySet<string>,
  fields: Readonly<Record<string, unknown>>,
  isRecord: boolean,
): unknown {
  if (Array.isArray(value)) return value.map((part) => redact(part, subjects, fields, false))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isTheirs = isRecord || entries.some(([, part]) => typeof part === 'string' && subjects.has(part))
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      isTheirs && name in fields && part !== null ? replaceField(fields[name], part) : redact(part, subjects, fields, false),
    ]),
  )
}

function replaceField(replacement: unknown, value: unknown): unknown {
  return typeof replacement === 'function' ? replacement(value) : replacement
}
