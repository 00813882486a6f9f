/**
 * Jobs: work on many things at once, whose progress callers read.
 *
 * A row here is what callers see of such work. What it is about and doing it belong to the room that offers it: that room inserts the row
 * with the things, and advances it in the transaction of each portion, so that the row is never ahead of or behind the work.
 */
import { room } from '../../kit/index.ts'
import { getJob } from './get-job.ts'
import * as background from './jobs.ts'

export { advanceJob, insertJob, lockJob, type JobRecord } from './queries.ts'
export { Job } from './schema.ts'

export const jobs = room({
  name: 'jobs',
  description: 'Work on many things, done in the background.',
  endpoints: [getJob],
  jobs: Object.values(background),
  targets: { job: 'job' },
})
