/** If-Match: a write that names a version is applied only if the resource still has that version. */
import { ApiError, preconditionFailed } from '#platform/errors.ts'

/**
 * Throws 412 if the header lists entity tags and none is the current version. `*` matches any resource that exists. `version` is null for a
 * resource that does not exist, which no tag matches (RFC 9110, 13.1.1).
 */
export function checkIfMatch(ifMatch: readonly string[] | null, version: number | null): void {
  if (ifMatch === null || (version !== null && (ifMatch.includes('*') || ifMatch.includes(String(version))))) return
  throw new ApiError(preconditionFailed)
}
