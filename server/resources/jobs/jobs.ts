/** The background work of jobs themselves. Rooms whose jobs these are declare what is done. */
import { job } from '../../kit/jobs.ts'
import { forgetJobs } from './queries.ts'

const daysKept = 30

export const forgetFinishedJobs = job({
  name: 'forget-finished-jobs',
  description: 'Forgets jobs a month after they ended.',
  every: { seconds: 3_600, for: 'tenant' },
  run: async ({ tx, tenantId }) => void (await tx.rows(forgetJobs, { tenantId, days: daysKept })),
})
