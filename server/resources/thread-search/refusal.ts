import { ApiError, validationFailed } from '#platform/errors.ts'

/** Creates the error for a search that has no words or would take too long. `field` is the request's field with the search. */
export function createRefusal(field: string, code: 'NO_WORDS' | 'TOO_MANY_WORDS' | 'PHRASE_TOO_COMMON', message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}
