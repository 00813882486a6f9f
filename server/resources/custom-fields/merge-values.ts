/** Merges new custom field values into the existing ones. */
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Static } from '#platform/schema.ts'
import type { CustomFieldValues } from './schema.ts'

type Values = Static<typeof CustomFieldValues>

const maxValues = 100
/** Maximum size of all custom fields of a thread or customer, in bytes of JSON. */
export const maxFieldBytes = 32_768

/**
 * Merges the sent values into the current ones; null removes a value. Throws 400 if the result has more than a hundred values, or more than
 * 32 KiB of JSON.
 */
export function mergeCustomFields(current: Values, sent: Values | undefined): Values {
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== null)
  const values = Object.fromEntries(merged)
  if (merged.length > maxValues) throw tooLargeError(`must result in at most ${maxValues} values`)
  if (sent && Buffer.byteLength(JSON.stringify(values)) > maxFieldBytes) throw tooLargeError('must result in at most 32 KiB of JSON')
  return values
}

function tooLargeError(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'customFields', code: 'TOO_LARGE', message }] })
}
