/** The names of jobs that code enqueues which these jobs call themselves; `jobs.ts` declares them. */
import { jobNamed } from '../../kit/jobs.ts'

/** Its key is the thread. */
export const wakeThread = jobNamed('wake-thread')

/** Its key is the message. */
export const sendScheduledMessage = jobNamed('send-scheduled-message')

/** Its key is the job that callers see. */
export const runThreadBatch = jobNamed('run-thread-batch')
