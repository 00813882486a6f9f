import { createPresenter } from '#kit/present.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { Job } from './schema.ts'

export const jobEnded = defineEvent({
  type: 'job.ended',
  scope: 'threads:read',
  description: 'A job ended: its `state` is DONE or FAILED. `actor` is who requested the job.',
  object: Job,
  present: createPresenter(Job),
})
