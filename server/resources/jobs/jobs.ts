/** Deletes old jobs. The module that does a job's work declares that work. */
import { job } from '#platform/jobs/job.ts'
import { deleteOldJobs } from './queries.ts'

const retentionDays = 30

export const forgetFinishedJobs = job({
  name: 'forget-finished-jobs',
  description: 'Deletes jobs a month after they ended.',
  every: { seconds: 3_600, for: 'tenant' },
  run: async ({ tx, tenantId }) => void (await tx.rows(deleteOldJobs, { tenantId, days: retentionDays })),
})
