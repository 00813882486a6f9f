/** Stores the threads that match a filter, for a job that processes them. */
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { batchTooLarge, totalChanged } from '../record/errors.ts'
import { resolveSearch } from '../list/search-threads.ts'
import { noteMatching } from './batch-queries.ts'

/** Maximum number of threads per job. Storing a list that long takes about a second. */
const maxMatches = 100_000

/**
 * Stores the ids of the threads that match now. Returns how many. Throws if there are too many, or not as many as the caller expects.
 * `filters` come from `toListFilters`.
 */
export async function noteThreads(
  tx: Queryable,
  tenantId: Uuid,
  filters: Readonly<Record<string, unknown>>,
  { jobId, expectedTotal }: { jobId: Uuid; expectedTotal: number },
): Promise<number> {
  const matching = await resolveSearch(tx, tenantId, filters)
  const [noted] = await noteMatching(tx, tenantId, matching, { jobId, limit: maxMatches + 1 })
  const total = noted?.total ?? 0
  if (total > maxMatches) throw new ApiError(batchTooLarge)
  if (total !== expectedTotal)
    throw new ApiError(totalChanged, { details: [{ field: 'expectedTotal', code: 'CHANGED', message: `${total} threads match now` }] })
  return total
}
