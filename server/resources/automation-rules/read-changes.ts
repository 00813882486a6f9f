/** Reads conditions on changes: converts their values to the form in events, and rejects values that no change can have. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, invalidId, validationFailed } from '#platform/errors.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { isBlank, listThreadFields, readComparedValue, unknownField } from '../custom-fields/index.ts'
import { priorities, statuses } from '../thread-words/index.ts'
import { changeableFields, type RuleChange } from './condition-schema.ts'

type Value = NonNullable<RuleChange['from']>[number]
type Problem = Pick<ErrorDetail, 'code' | 'message'>
type Read = (value: Value) => { value: Value; problem: Problem | null }

const choices: Readonly<Record<string, readonly string[]>> = { status: Object.keys(statuses), priority: Object.keys(priorities) }

/** Throws 400 listing each unknown field and each value that its field cannot have. */
export async function readChanges(tx: Queryable, tenantId: Uuid, changes: readonly RuleChange[]): Promise<RuleChange[]> {
  const fields = changes.some(({ field }) => readKey(field) !== null) ? await listThreadFields(tx, tenantId) : []
  const details: ErrorDetail[] = []
  const read = changes.map((change, i) => {
    const key = readKey(change.field)
    if (key !== null && !fields.some((each) => each.key === key)) details.push(unknownField(fields, key, `changed[${i}].field`))
    const readValue = findReader(change.field, fields)
    const sides = (['from', 'to'] as const).flatMap((side) => {
      const values = change[side]?.map((sent, n) => {
        const { value, problem } = readValue(sent)
        if (problem) details.push({ field: `changed[${i}].${side}[${n}]`, ...problem })
        return value
      })
      return values ? [[side, values] as const] : []
    })
    return { ...change, ...Object.fromEntries(sides) }
  })
  if (details.length === 0) return read
  throw new ApiError(details.every(({ code }) => code === 'INVALID_ID') ? invalidId : validationFailed, { details: details.slice(0, 20) })
}

/** Returns the key of a custom field; null for other fields. */
function readKey(field: string): string | null {
  return /^customFields\.(.+)$/.exec(field)?.[1] ?? null
}

/** Returns the function that parses the values of a field. */
function findReader(field: string, fields: Awaited<ReturnType<typeof listThreadFields>>): Read {
  const prefix = Object.entries(changeableFields).find(([name]) => name === field)?.[1]
  const allowed = choices[field]
  const definition = fields.find(({ key }) => key === readKey(field))
  const accept = (value: Value): ReturnType<Read> => ({ value, problem: null })
  if (allowed)
    return (value) => {
      const found = allowed.find((each) => each === String(value).toLowerCase())
      if (found !== undefined) return accept(found)
      return { value, problem: { code: 'NOT_ALLOWED', message: `must be one of ${allowed.join(', ')}` } }
    }
  if (prefix)
    return (value) => {
      const id = typeof value === 'string' ? parseTypeId(prefix, value) : null
      if (id !== null || value === null) return accept(id)
      return { value, problem: { code: 'INVALID_ID', message: `must be an id that begins with ${prefix}_` } }
    }
  return (value) => (isBlank(value) ? accept(null) : definition && value !== null ? readOfField(definition, value) : accept(value))
}

/** Parses a value of a custom field. A multiple selection is compared option by option. */
function readOfField(definition: Parameters<typeof readComparedValue>[0], sent: Value): ReturnType<Read> {
  const { value, problem } = readComparedValue(definition, sent)
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return { value: isPlain ? value : sent, problem }
}
