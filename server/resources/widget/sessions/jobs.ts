import { job } from '#platform/jobs/job.ts'
import { deleteExpiredEnds } from './queries.ts'

export const forgetVisitorSessions = job({
  name: 'forget-visitor-sessions',
  description: 'Deletes ends of visitors’ sessions that have expired by now.',
  every: { seconds: 86_400, for: 'tenant' },
  run: async ({ tx, tenantId }) => void (await tx.rows(deleteExpiredEnds, { tenantId })),
})
