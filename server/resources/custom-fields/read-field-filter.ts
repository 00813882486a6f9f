/** Parses the values with which lists compare the `customFields` of their objects. */
import { didYouMean } from '#platform/closest.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import { findProblem, type FieldDefinition, type Problem } from './check-values.ts'
import { anyValue, isBlank, readFieldValue } from '../../../client/field-values.ts'

/** `customFields` has the values of fields, `emptyFields` and `filledFields` the keys of fields that must have no value, or any. */
export type FieldFilter = { customFields?: Record<string, unknown>; emptyFields?: string[]; filledFields?: string[] }

/**
 * Converts the values, which are strings in a query, to the types of their fields. A blank value means no value, and `*` any value. `path` is the path of the
 * filter in the request. Throws 400 for unknown keys and for values that do not match their field.
 */
export function readFieldFilter(
  definitions: readonly FieldDefinition[],
  filter: Readonly<Record<string, unknown>>,
  path: string,
): FieldFilter {
  const details: ErrorDetail[] = []
  const values: Record<string, unknown> = {}
  const emptyFields: string[] = []
  const filledFields: string[] = []
  for (const [key, sentValue] of Object.entries(filter)) {
    const field = `${path}.${key}`
    const definition = definitions.find((each) => each.key === key)
    if (!definition) {
      details.push(unknownField(definitions, key, field))
      continue
    }
    if (isBlank(sentValue)) {
      emptyFields.push(key)
      continue
    }
    if (sentValue === anyValue) {
      filledFields.push(key)
      continue
    }
    const { value, problem } = readComparedValue(definition, sentValue)
    if (problem) details.push({ field, ...problem })
    else values[key] = value
  }
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return {
    ...(Object.keys(values).length > 0 ? { customFields: values } : {}),
    ...(emptyFields.length > 0 ? { emptyFields } : {}),
    ...(filledFields.length > 0 ? { filledFields } : {}),
  }
}

/** Returns the error for an unknown field. `place` is its path in the request. */
export function unknownField(definitions: readonly FieldDefinition[], key: string, place: string): ErrorDetail {
  const keys = definitions.map((each) => each.key)
  return { field: place, code: 'UNKNOWN_CUSTOM_FIELD', message: `is not a custom field of threads${didYouMean(key, keys)}` }
}

/** Converts a value to compare with a field. `problem` says why no value of the field can ever match. */
export function readComparedValue(definition: FieldDefinition, sentValue: unknown): { value: unknown; problem: Problem | null } {
  const value = readFieldValue(definition.type, sentValue)
  // Archived fields and options stay searchable, because objects may have them.
  const options = definition.options.map((option) => ({ ...option, archived: false }))
  return { value, problem: findProblem({ ...definition, options, archived: false }, value, undefined) }
}
