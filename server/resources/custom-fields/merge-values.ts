/** Laying values that were sent over those that are there. */
import { ApiError, validationFailed, type Static } from '../../kit/index.ts'
import type { CustomFieldValues } from './schema.ts'

type Values = Static<typeof CustomFieldValues>

const valuesMax = 100
const bytesMax = 32_768

/** Null removes a value. Throws 400 when more than a hundred would be left, or more than 32 KiB of JSON. */
export function mergeCustomFields(current: Values, sent: Values | undefined): Values {
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== null)
  const values = Object.fromEntries(merged)
  if (merged.length > valuesMax) throw tooLarge(`must leave at most ${valuesMax} values`)
  if (sent && Buffer.byteLength(JSON.stringify(values)) > bytesMax) throw tooLarge('must leave at most 32 KiB of JSON')
  return values
}

function tooLarge(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'customFields', code: 'TOO_LARGE', message }] })
}
