/** Computes the options of a field when the field is created or changed. */
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import type { Static } from '#platform/schema.ts'
import type { CustomField } from './schema.ts'

type Option = Static<typeof CustomField>['options'][number]
type Sent = readonly { value: string; label?: string | undefined; archived?: boolean | undefined }[]

const maxOptions = 1000

/**
 * Returns the sent options in their order, followed by omitted existing options as archived, so that their values can still be shown.
 * Throws 400 for duplicates, for too many options, and for options of a type that has none.
 */
export function mergeOptions(type: string, sent: Sent, current: readonly Option[]): Option[] {
  const takesOptions = type === 'SELECT' || type === 'MULTISELECT'
  if (!takesOptions && sent.length > 0)
    throw invalidOptions({ field: 'options', code: 'NOT_ALLOWED', message: `are only for SELECT and MULTISELECT, not for ${type}` })
  const values = sent.map(({ value }) => value)
  const repeated = values.flatMap((value, i) =>
    values.indexOf(value) < i ? [{ field: `options[${i}].value`, code: 'REPEATED', message: 'is a duplicate' }] : [],
  )
  if (repeated.length > 0) throw invalidOptions(...repeated)
  const sentOptions = sent.map(({ value, label = value, archived = false }) => ({ value, label, archived }))
  const archivedOptions = current
    .filter(({ value }) => !values.includes(value))
    .map(({ value, label }) => ({ value, label, archived: true }))
  const next = sentOptions.concat(archivedOptions)
  if (next.length > maxOptions)
    throw invalidOptions({ field: 'options', code: 'TOO_LARGE', message: `must be at most ${maxOptions}, including archived ones` })
  return next
}

function invalidOptions(...details: ErrorDetail[]): ApiError {
  return new ApiError(validationFailed, { details })
}
