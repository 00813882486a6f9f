/** Declares the jobs that prune the platform's own tables. */
import { readOutbox } from '../outbox/read-outbox.ts'
import { job, type Work } from './job.ts'
import { deleteDeadJobs } from './queries.ts'
import { pruneIdempotencyKeys } from '../outbox/prune.ts'

const maxDeadDays = 30

const pruneResponses = job({
  name: 'prune-answers',
  description: 'Forgets the answers kept for retries after 24 hours.',
  every: { seconds: 3_600, for: 'service' },
  leaseSeconds: 600,
  outside: async ({ db }) => void (await pruneIdempotencyKeys(db)),
})

const pruneDeadJobs = job({
  name: 'prune-dead-jobs',
  description: 'Forgets jobs that were given up a month ago.',
  every: { seconds: 3_600, for: 'service' },
  outside: async ({ db }) => void (await db.rows(deleteDeadJobs, { days: maxDeadDays })),
})

export const platformJobs: readonly Work[] = [pruneResponses, pruneDeadJobs, readOutbox]
