/** Reads filters by custom fields: the values that lists compare with `customFields` of their objects. */
import { ApiError, didYouMean, type ErrorDetail, validationFailed } from '../../kit/index.ts'
import { problemOf, type FieldDefinition } from './check-values.ts'

/**
 * Returns the values in the types of their fields; all values of a query string are text. `place` is where the filter is in the request.
 * Throws 400 for keys without a field and for values that the field cannot have.
 */
export function readFieldFilter(
  definitions: readonly FieldDefinition[],
  asked: Readonly<Record<string, unknown>>,
  place: string,
): Record<string, unknown> {
  const details: ErrorDetail[] = []
  const values: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(asked)) {
    const field = `${place}.${key}`
    const definition = definitions.find((each) => each.key === key)
    if (!definition) {
      const keys = definitions.map((each) => each.key)
      details.push({ field, code: 'UNKNOWN_CUSTOM_FIELD', message: `is not a custom field of threads${didYouMean(key, keys)}` })
      continue
    }
    const value = valueFor(definition, given)
    // Values from before a field or an option was archived can still be found.
    const options = definition.options.map((option) => ({ ...option, archived: false }))
    const problem = problemOf({ ...definition, options, archived: false }, value, undefined)
    if (problem) details.push({ field, ...problem })
    else values[key] = value
  }
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return values
}

function valueFor({ type }: FieldDefinition, given: unknown): unknown {
  // A multiple selection is found by each of its options.
  if (type === 'MULTISELECT') return [given]
  if (typeof given !== 'string') return given
  if (type === 'NUMBER' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(given)) return Number(given)
  if (type === 'BOOLEAN' && /^(true|false)$/.test(given)) return given === 'true'
  return given
}
