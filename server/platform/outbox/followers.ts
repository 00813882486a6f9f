/**
 * Jobs that follow from events of another room: `follow(user.events.updated, handOutThreads, …)`. They are enqueued in the transaction that
 * emits the event, whichever operation that is, so no operation can omit them.
 *
 * Events of `tryProcedure` have no followers.
 */
import type { EventDeclaration } from './events.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'

export type Follower = { type: string; job: JobName; order: (object: never, previous: never) => OwnOrder<object> | null }

const followers = new Map<string, Follower[]>()

/**
 * Declares a follower, to be listed in the `Room`. `order` returns the job that the event makes due, or null; it must be pure. `previous`
 * has the former values of changed fields.
 */
export function follow<Stored extends object, Name extends JobName>(
  { type }: EventDeclaration<Stored>,
  job: Name,
  order: (object: Stored, previous: Partial<Stored>) => OwnOrder<InputOf<Name>> | null,
): Follower {
  // Safe because `emit` passes this event's record to its followers, and the order goes to this job.
  return { type, job, order: order as Follower['order'] }
}

export function addFollower(follower: Follower): void {
  followers.set(follower.type, [...(followers.get(follower.type) ?? []), follower])
}

/** Returns the jobs that follow from an event. */
export function findFollowingJobs(type: string, object: object, previous: object): { name: JobName; order: OwnOrder<object> }[] {
  return (followers.get(type) ?? []).flatMap(({ job, order }) => {
    const made = order(object as never, previous as never)
    return made ? [{ name: job, order: made }] : []
  })
}
