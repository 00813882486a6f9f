import { job, JobFailure, type NoInput } from '../../../kit/index.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the mail's id. */
    'process-mail': NoInput
  }
}

export const processMail = job({
  name: 'process-mail',
  description: 'Decides what becomes of a mail that came in.',
  run() {
    throw new JobFailure('Not built yet.')
  },
})
