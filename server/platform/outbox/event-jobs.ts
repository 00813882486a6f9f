/**
 * Declares jobs that other modules' events trigger: `eventJob(user.events.updated, handOutThreads, …)`. They are enqueued in the
 * transaction that emits the event, regardless of the operation, so no operation can omit them. Events of `tryProcedure` trigger no jobs.
 */
import type { EventDeclaration } from './events.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'

export type EventJob = { type: string; job: JobName; order: (object: never, previous: never) => OwnOrder<object> | null }

const eventJobs = new Map<string, EventJob[]>()

/**
 * Declares a job that an event triggers. List it in the `Module`. `order` returns the job to enqueue, or null; it must be pure. `previous`
 * has the old values of changed fields.
 */
export function eventJob<Stored extends object, Name extends JobName>(
  { type }: EventDeclaration<Stored>,
  job: Name,
  order: (object: Stored, previous: Partial<Stored>) => OwnOrder<InputOf<Name>> | null,
): EventJob {
  // Safe because `emit` passes this event's record to its jobs, and `order` is for this job.
  return { type, job, order: order as EventJob['order'] }
}

export function addEventJob(added: EventJob): void {
  eventJobs.set(added.type, [...(eventJobs.get(added.type) ?? []), added])
}

/** Returns the jobs that an event triggers. */
export function findFollowingJobs(type: string, object: object, previous: object): { name: JobName; order: OwnOrder<object> }[] {
  return (eventJobs.get(type) ?? []).flatMap(({ job, order }) => {
    const made = order(object as never, previous as never)
    return made ? [{ name: job, order: made }] : []
  })
}
