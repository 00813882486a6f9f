/** If-Match: a write that names a version is applied only if the resource still has that version. */
import { ApiError, preconditionFailed } from '../platform/errors.ts'

/**
 * Throws 412 when the header names entity tags and none of them is the current version. `*` matches whatever exists; nothing matches what
 * does not exist (RFC 9110, 13.1.1), whose version is null.
 */
export function checkIfMatch(ifMatch: readonly string[] | null, version: number | null): void {
  if (ifMatch === null || (version !== null && (ifMatch.includes('*') || ifMatch.includes(String(version))))) return
  throw new ApiError(preconditionFailed)
}
