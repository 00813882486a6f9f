import { ApiError, validationFailed } from '#platform/errors.ts'

/** Creates the error for a search without words, or one that would take too long. `field` is the request's search field. */
export function createRefusal(field: string, code: 'NO_WORDS' | 'TOO_MANY_WORDS' | 'PHRASE_TOO_COMMON', message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}
