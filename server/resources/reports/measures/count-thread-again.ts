/** Recounts a thread in a job, after the reader had to skip one of its events. */
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { findMissed, unmark } from './queries.ts'
import { countWithEvents, eventsOfMeasures } from './read-measures.ts'
import { holdReader } from './rebuild-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the thread's id. */
    'count-thread-again': NoInput
  }
}

export const countThreadAgain = job({
  name: 'count-thread-again',
  description: 'Counts a thread again for reports, with events that failed before.',
  run: async ({ tx, tenantId, key }) => {
    await tx.rows(holdReader, { tenantId })
    // Safe because the reader enqueues the job with a thread's id.
    const threadId = key as Uuid
    const events = await tx.rows(findMissed, { tenantId, threadId, types: eventsOfMeasures.map(({ type }) => type) })
    if (events.length > 0) await countWithEvents(tx, tenantId, threadId, events)
    await tx.rows(unmark, { tenantId, threadId })
  },
})
