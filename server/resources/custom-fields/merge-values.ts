/** Merges values that were sent into the existing ones. */
import { ApiError, type Static, validationFailed } from '../../kit/index.ts'
import type { CustomFieldValues } from './schema.ts'

type Values = Static<typeof CustomFieldValues>

const valuesMax = 100
/** The most bytes of the custom fields of one thread or customer, as JSON. */
export const maxFieldBytes = 32_768

/** Null removes a value. Throws 400 when the result has more than a hundred values, or more than 32 KiB of JSON. */
export function mergeCustomFields(current: Values, sent: Values | undefined): Values {
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== null)
  const values = Object.fromEntries(merged)
  if (merged.length > valuesMax) throw tooLarge(`must result in at most ${valuesMax} values`)
  if (sent && Buffer.byteLength(JSON.stringify(values)) > maxFieldBytes) throw tooLarge('must result in at most 32 KiB of JSON')
  return values
}

function tooLarge(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'customFields', code: 'TOO_LARGE', message }] })
}
