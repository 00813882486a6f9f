/**
 * Jobs: work on many objects at once, whose progress callers can read.
 *
 * A row here is the part of such work that callers see. The room that offers the work does it: it inserts the row together with the list
 * of objects, and updates it in the transaction of each portion, so that the row always matches the work.
 */
import { room } from '../../kit/index.ts'
import { getJob } from './get-job.ts'
import * as background from './jobs.ts'

export { advanceJob, insertJob, lockJob, type JobRecord } from './queries.ts'
export { Job } from './schema.ts'

export const jobs = room({
  name: 'jobs',
  description: 'Background work on many objects.',
  endpoints: [getJob],
  jobs: Object.values(background),
  targets: { job: 'job' },
})
