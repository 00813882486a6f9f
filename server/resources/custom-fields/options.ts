/** The options of a field when it is changed. */
import { ApiError, type ErrorDetail, type Static, validationFailed } from '../../kit/index.ts'
import type { CustomField } from './schema.ts'

type Option = Static<typeof CustomField>['options'][number]
type Sent = readonly { value: string; label?: string | undefined; archived?: boolean | undefined }[]

const optionsMax = 1000

/**
 * The sent options in their order, followed by the existing ones that were not sent, archived, so that values that refer to them can still
 * be shown. Throws 400 for options of a type without options, for a type that lacks them, and for duplicates.
 */
export function nextOptions(type: string, sent: Sent, current: readonly Option[]): Option[] {
  const takesOptions = type === 'SELECT' || type === 'MULTISELECT'
  if (!takesOptions && sent.length > 0)
    throw refused({ field: 'options', code: 'NOT_ALLOWED', message: `are only for SELECT and MULTISELECT, not for ${type}` })
  const values = sent.map(({ value }) => value)
  const repeated = values.flatMap((value, i) =>
    values.indexOf(value) < i ? [{ field: `options[${i}].value`, code: 'REPEATED', message: 'is a duplicate' }] : [],
  )
  if (repeated.length > 0) throw refused(...repeated)
  const chosen = sent.map(({ value, label = value, archived = false }) => ({ value, label, archived }))
  const kept = current.filter(({ value }) => !values.includes(value)).map(({ value, label }) => ({ value, label, archived: true }))
  const next = chosen.concat(kept)
  if (next.length > optionsMax)
    throw refused({ field: 'options', code: 'TOO_LARGE', message: `must be at most ${optionsMax}, including archived ones` })
  return next
}

function refused(...details: ErrorDetail[]): ApiError {
  return new ApiError(validationFailed, { details })
}
