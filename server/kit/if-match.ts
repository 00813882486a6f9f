/** If-Match: a write that names a version is applied only if the resource still has that version. */
import { ApiError, preconditionFailed } from './errors.ts'

/** Throws 412 when the header names entity tags and none of them is the current version. `*` matches whatever exists. */
export function checkIfMatch(ifMatch: readonly string[] | null, version: number): void {
  if (ifMatch === null || ifMatch.includes('*') || ifMatch.includes(String(version))) return
  throw new ApiError(preconditionFailed)
}
