import type { Database } from '#platform/db.ts'
import { createMetrics, type Metrics } from '#platform/http/metrics.ts'
import { declaredWork } from '#platform/jobs/job.ts'
import { declaredMeasures } from '#platform/measures.ts'

/** Creates the metrics that /metrics reports. A worker in the same process counts its attempts there, too. */
export function createAppMetrics(db: Database): Metrics {
  return createMetrics(db, declaredWork(), declaredMeasures())
}
