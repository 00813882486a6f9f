/**
 * Jobs: work on many objects or with other systems, whose progress API callers can read. A row of `bulk_jobs` is the part of the work that
 * callers see. The module that does the work inserts the row together with the work to do, and updates it in the transaction of each chunk,
 * so that the row always matches the progress.
 */
import { module } from '#kit/module.ts'
import { jobEnded } from './events.ts'
import { getJob } from './get-job.ts'
import * as background from './jobs.ts'

export { advanceJob } from './advance-job.ts'
export { jobEnded } from './events.ts'
export { findJob, findJobOrder, insertJob, lockJob, startJob, type JobRecord } from './queries.ts'
export { Job, JobState, JobType } from './schema.ts'

export const jobs = module({
  name: 'jobs',
  description: 'Background work that takes longer than a request.',
  endpoints: [getJob],
  events: [jobEnded],
  jobs: Object.values(background),
  targets: { job: 'job' },
})
