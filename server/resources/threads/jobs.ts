/** What happens to threads later. */
import { job } from '../../kit/jobs.ts'
import * as names from './job-names.ts'
import { closeResolved, closingPeriodSeconds } from './close-resolved.ts'
import { wake } from './wake.ts'

export const wakeThread = job({ ...names.wakeThread, description: 'Opens a snoozed thread when its time has come.', run: wake })

export const closeResolvedThreads = job({
  name: 'close-resolved-threads',
  description: 'Closes threads that have been resolved for as many days as the tenant says.',
  every: { seconds: closingPeriodSeconds, for: 'tenant' },
  atOnce: 1,
  run: closeResolved,
})
