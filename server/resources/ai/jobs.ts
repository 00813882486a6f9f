import { job } from '#platform/jobs/job.ts'
import { forgetRuns } from './queries.ts'

const daysKept = 90
const chunk = 1_000

export const forgetOldRuns = job({
  name: 'forget-old-ai-runs',
  description: 'Deletes runs of AI operations after 90 days.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    const gone = await tx.rows(forgetRuns, { tenantId, days: daysKept, limit: chunk })
    return gone.length === chunk ? { againInSeconds: 0 } : undefined
  },
})
