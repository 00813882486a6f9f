/** The options of a field, and what becomes of those that are left out. */
import { ApiError, validationFailed, type ErrorDetail, type Static } from '../../kit/index.ts'
import type { CustomField } from './schema.ts'

type Option = Static<typeof CustomField>['options'][number]
type Sent = readonly { value: string; label?: string | undefined; archived?: boolean | undefined }[]

const optionsMax = 1000

/**
 * The options sent, in their order, then those that there were and that were not sent, archived: values that name them can still be
 * shown. Throws 400 for options of a type that has none, for a type that lacks them, and for one that is sent twice.
 */
export function nextOptions(type: string, sent: Sent, current: readonly Option[]): Option[] {
  const takesOptions = type === 'SELECT' || type === 'MULTISELECT'
  if (!takesOptions && sent.length > 0)
    throw refused({ field: 'options', code: 'NOT_ALLOWED', message: `are for SELECT and MULTISELECT, not for ${type}` })
  const values = sent.map(({ value }) => value)
  const repeated = values.flatMap((value, i) =>
    values.indexOf(value) < i ? [{ field: `options[${i}].value`, code: 'REPEATED', message: 'stands there twice' }] : [],
  )
  if (repeated.length > 0) throw refused(...repeated)
  const chosen = sent.map(({ value, label = value, archived = false }) => ({ value, label, archived }))
  const kept = current.filter(({ value }) => !values.includes(value)).map(({ value, label }) => ({ value, label, archived: true }))
  const next = chosen.concat(kept)
  if (next.length > optionsMax)
    throw refused({ field: 'options', code: 'TOO_LARGE', message: `must be at most ${optionsMax} with those that are archived` })
  return next
}

function refused(...details: ErrorDetail[]): ApiError {
  return new ApiError(validationFailed, { details })
}
