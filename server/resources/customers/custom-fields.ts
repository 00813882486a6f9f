/** Values of custom fields: what customers and threads do alike. */
import { ApiError, validationFailed } from '../../kit/errors.ts'
import type { Static } from '../../kit/schema.ts'
import type { CustomFieldValues } from './schema.ts'

type Values = Static<typeof CustomFieldValues>

const valuesMax = 100

/** Lays what was sent over what is there; null removes a value. Throws 400 when more than a hundred would be left. */
export function mergeCustomFields(current: Values, sent: Values | undefined): Values {
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== null)
  if (merged.length > valuesMax)
    throw new ApiError(validationFailed, {
      details: [{ field: 'customFields', code: 'TOO_LARGE', message: `must leave at most ${valuesMax} values` }],
    })
  return Object.fromEntries(merged)
}
