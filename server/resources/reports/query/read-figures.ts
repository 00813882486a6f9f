/** Computes the figures of a report, from daily sums where possible, otherwise from facts. Both give the same figures. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Bucket } from './calendar.ts'
import { Cells } from './cells.ts'
import { addFromFacts } from './facts-queries.ts'
import type { ReportPlan } from './read-query.ts'
import { addFromSums, type AsOf, findMetricsOfSums, readAsOf } from './sums-queries.ts'

export type Figures = { cells: Cells; asOf: AsOf }

/** Computes all figures. `onlyFacts` ignores the daily sums, for tests that compare both. */
export async function readFigures(
  db: Queryable,
  tenantId: Uuid,
  { metrics, groupBy, ...selection }: ReportPlan,
  buckets: readonly Bucket[],
  { onlyFacts = false }: { onlyFacts?: boolean } = {},
): Promise<Figures> {
  const cells = new Cells()
  const request = { selection, metrics, groupBy, buckets }
  const ofSums = onlyFacts ? [] : findMetricsOfSums(request)
  const found = ofSums.length === 0 ? null : await addFromSums(db, tenantId, { ...request, metrics: ofSums }, cells)
  // Read facts up to the same event as the sums, even if more have been counted since.
  const asOf = found ?? (await readAsOf(db, tenantId))
  const others = found ? metrics.filter((name) => !ofSums.includes(name)) : metrics
  if (others.length > 0) await addFromFacts(db, tenantId, { ...request, metrics: others, asOf: asOf.sequence }, cells)
  return { cells, asOf }
}
