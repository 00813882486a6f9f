import { job } from '#platform/jobs/job.ts'
import { deleteStalePresence } from '../../working-state/index.ts'
import { deleteExpiredPortalLinks } from '../portal/queries.ts'
import { deleteExpiredEnds } from './queries.ts'

export const forgetVisitorSessions = job({
  name: 'forget-visitor-sessions',
  description:
    'Deletes ends of visitors’ sessions and links to the portal that have expired by now, and the presence of visitors who have long gone.',
  every: { seconds: 86_400, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(deleteExpiredEnds, { tenantId })
    await tx.rows(deleteExpiredPortalLinks, { tenantId })
    await tx.rows(deleteStalePresence, { tenantId })
  },
})
