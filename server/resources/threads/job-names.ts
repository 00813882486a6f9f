/** Names of jobs that are enqueued by code which the jobs themselves call; `jobs.ts` declares the jobs. */
import { jobNamed, type Uuid } from '../../kit/index.ts'

/** Its key is the thread. */
export const wakeThread = jobNamed('wake-thread')

/** Its key is the message. */
export const sendScheduledMessage = jobNamed('send-scheduled-message')

/** Its key is the job that callers see. */
export const runThreadBatch = jobNamed('run-thread-batch')

/** Its key is the merged customer, with the suffix `late` for the second run. */
export const giveThreadsToTarget = jobNamed('give-threads-to-target')

/** Its key is the upload. */
export const markDeletedFile = jobNamed<{ messageId: Uuid }>('mark-deleted-file')

/** Of each tenant there is one at most, while something is due. */
export const announceDue = jobNamed('announce-sla')

/** Its key is the customer whose fields have changed, and from the second portion on where the one before has ended. */
export const chooseSlaAgain = jobNamed('choose-sla-again')

/** Of each tenant there is one. */
export const closeResolvedThreads = jobNamed('close-resolved-threads')

/** Its key says what made it due. It hands out what waits in the queue of a team, or of the teams of somebody who can take more now. */
export const handOutThreads = jobNamed<{ teamId: Uuid } | { userId: Uuid }>('hand-out-threads')
