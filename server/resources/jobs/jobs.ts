/** Deletes old jobs. The work of a job is declared by the room that offers it. */
import { job } from '../../kit/index.ts'
import { forgetJobs } from './queries.ts'

const daysKept = 30

export const forgetFinishedJobs = job({
  name: 'forget-finished-jobs',
  description: 'Deletes jobs a month after they ended.',
  every: { seconds: 3_600, for: 'tenant' },
  run: async ({ tx, tenantId }) => void (await tx.rows(forgetJobs, { tenantId, days: daysKept })),
})
