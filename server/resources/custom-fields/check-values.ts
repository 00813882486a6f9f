/** Checks the custom field values of threads and customers against the tenant's field definitions. */
import { ApiError, validationFailed } from '#platform/errors.ts'
import { hasNoValue } from '../../../client/field-values.ts'

/** The part of a custom field that its values are checked against. */
export type FieldDefinition = {
  key: string
  type: string
  options: readonly { value: string; archived: boolean }[]
  required: string
  archived: boolean
}

/**
 * A change to check. `before` has the current values, `after` the new ones. `moment` is set when the object is created, resolved or closed.
 */
export type FieldCheck = {
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  moment: 'ON_CREATE' | 'ON_RESOLVE' | null
}

export type Problem = { code: string; message: string }

/**
 * Throws 400 listing every field whose new value does not match its definition, and every field that is required at this moment and has no
 * value. Unchanged values are not checked, so a value stays valid when its definition changes later. Keys without a definition accept any
 * value (decision 26).
 */
export function checkFieldValues(definitions: readonly FieldDefinition[], { before, after, moment }: FieldCheck): void {
  const details = definitions.flatMap((definition) => {
    const { key } = definition
    const value = after[key]
    const isMissing = moment !== null && definition.required === moment && !definition.archived && hasNoValue(value)
    const problem = isMissing
      ? {
          code: 'REQUIRED',
          message: moment === 'ON_CREATE' ? 'must have a value' : 'must have a value before the thread is resolved or closed',
        }
      : isRemoved(value) || isSameValue(value, before[key])
        ? null
        : findProblem(definition, value, before[key])
    return problem ? [{ field: `customFields.${key}`, ...problem }] : []
  })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}

/** True for values that clear a field of any type. */
function isRemoved(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the reason why a value does not match its field; null if it matches. */
export function findProblem(definition: FieldDefinition, value: unknown, before: unknown): Problem | null {
  if (definition.archived) return { code: 'ARCHIVED', message: 'is archived: its value can only be removed' }
  switch (definition.type) {
    case 'TEXT':
      return typeof value === 'string' ? null : wrongType('must be text')
    case 'NUMBER':
      return typeof value === 'number' ? null : wrongType('must be a number')
    case 'BOOLEAN':
      return typeof value === 'boolean' ? null : wrongType('must be true or false')
    case 'DATE':
      return isDay(value) ? null : wrongType('must be a day such as 2026-03-04')
    case 'URL':
      return isUrl(value) ? null : wrongType('must be an http or https address')
    case 'SELECT':
      return typeof value === 'string' ? findOptionProblem(definition, [value], []) : wrongType('must be the value of an option')
    case 'MULTISELECT':
      return isStringArray(value)
        ? findOptionProblem(definition, value, isStringArray(before) ? before : [])
        : wrongType('must be a list of values of options')
    default:
      throw new Error(`Unknown custom field type ${definition.type}`)
  }
}

function wrongType(message: string): Problem {
  return { code: 'WRONG_TYPE', message }
}

/** Returns a problem if a value is not an active option. An archived option may stay in a multiple selection, but cannot be added. */
function findOptionProblem({ options }: FieldDefinition, values: readonly string[], before: readonly string[]): Problem | null {
  const choices = options.filter(({ archived }) => !archived).map(({ value }) => value)
  const unknown = values.filter((value) => !choices.includes(value) && !before.includes(value))
  if (unknown.length > 0) {
    const known = choices.length > 0 ? `; the options are ${choices.slice(0, 20).join(', ')}` : ''
    return { code: 'NOT_AN_OPTION', message: `${unknown.join(', ')} cannot be chosen${known}` }
  }
  return new Set(values).size === values.length ? null : { code: 'REPEATED', message: 'must not contain an option twice' }
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  // Date.parse turns 30 February into a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  return /^https?:$/.test(new URL(value).protocol) && !/\s/.test(value)
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
