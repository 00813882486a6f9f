/** The names of jobs that code enqueues which these jobs call themselves; `jobs.ts` declares them. */
import type { Uuid } from '../../kit/index.ts'
import { jobNamed } from '../../kit/jobs.ts'

/** Its key is the thread. */
export const wakeThread = jobNamed('wake-thread')

/** Its key is the message. */
export const sendScheduledMessage = jobNamed('send-scheduled-message')

/** Its key is the job that callers see. */
export const runThreadBatch = jobNamed('run-thread-batch')

/** Its key is the customer who was merged, with `late` for the second look. */
export const giveThreadsToTarget = jobNamed('give-threads-to-target')

/** Of each tenant there is one. */
export const closeResolvedThreads = jobNamed('close-resolved-threads')

/** Its key says what made it due. It hands out what waits in the queue of a team, or of the teams of somebody who can take more now. */
export const handOutThreads = jobNamed<{ teamId: Uuid } | { userId: Uuid }>('hand-out-threads')
