/**
 * Reports: numbers about threads, and the facts behind them. `measures/` reads the outbox and writes facts: permanent rows about events of
 * threads. A number is a count or a statistic over facts.
 */
import { module } from '#kit/module.ts'
import { getReportNow } from './get-report-now.ts'
import * as operations from './operations.ts'
import * as ofSavedReports from './saved-reports/operations.ts'
import { savedReport } from './saved-reports/saved-report.ts'
import { countThreadAgain } from './measures/count-thread-again.ts'
import { getThreadMeasures } from './measures/get-thread-measures.ts'
import { measures } from './measures/read-measures.ts'
import { moveDaysWhenZoneChanges, moveReportDays, rebuildReports, rebuildReportsJob } from './measures/rebuild-reports.ts'

export { countPastThreads, forgetThreads, holdFacts } from './measures/past-threads.ts'
export { keepName } from './measures/deleted-names.ts'
export { measures } from './measures/read-measures.ts'
export {
  beginRebuild,
  checkSums,
  countEarlierThreads,
  readHead,
  rebuildFacts,
  rebuildSums,
  switchFacts,
  type Rebuilt,
} from './measures/rebuild.ts'
export { toFirstDay } from './measures/rebuild-reports.ts'

export const reports = module({
  name: 'reports',
  description: 'Numbers about threads, and what they count.',
  resources: [savedReport],
  endpoints: [...Object.values(operations), getReportNow, ...Object.values(ofSavedReports), rebuildReports, getThreadMeasures],
  jobs: [rebuildReportsJob, moveReportDays, countThreadAgain],
  eventJobs: [moveDaysWhenZoneChanges],
  readers: [measures],
  personal: {
    excused: {
      saved_reports: 'parameters that colleagues saved',
      facts: 'ids, times and figures',
      rebuilt_facts: 'ids, times and figures',
      thread_measures: 'ids, times and figures',
      rebuilt_thread_measures: 'ids, times and figures',
      measure_days: 'ids and figures',
      measure_hours: 'business hours as they were',
      measure_tenants: 'of the tenant',
      measure_names: 'names of colleagues and of the catalog',
    },
  },
})
