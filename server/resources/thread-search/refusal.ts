import { ApiError, validationFailed } from '../../kit/index.ts'

/** The refusal of a search that would take too long, or has nothing to look for. `field`: where it stands in the request. */
export function refused(field: string, code: 'NO_WORDS' | 'TOO_MANY_WORDS' | 'PHRASE_TOO_COMMON', message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}
