/**
 * Work that follows from a change of something that another room owns: `follow(user.events.updated, handOutThreads, …)`. It is enqueued in
 * the transaction that emits the event, whichever operation does, so no operation can forget it and none is lost.
 *
 * Events of statements that write everything themselves (`tryStatement` of a declaration) are not followed.
 */
import type { EventDeclaration } from './events.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'

export type Follower = { type: string; job: JobName; order: (object: never, previous: never) => OwnOrder<object> | null }

const followers = new Map<string, Follower[]>()

/** `order` is pure: the job that the event makes due, or null; `previous` holds the earlier values of changed fields. To be listed in the `Room`. */
export function follow<Stored extends object, Name extends JobName>(
  { type }: EventDeclaration<Stored>,
  job: Name,
  order: (object: Stored, previous: Partial<Stored>) => OwnOrder<InputOf<Name>> | null,
): Follower {
  // Safe because `emit` hands the record of this event to its followers, and the order goes to this job.
  return { type, job, order: order as Follower['order'] }
}

export function addFollower(follower: Follower): void {
  followers.set(follower.type, [...(followers.get(follower.type) ?? []), follower])
}

/** What follows from an event that is being emitted. */
export function ordersOf(type: string, object: object, previous: object): { name: JobName; order: OwnOrder<object> }[] {
  return (followers.get(type) ?? []).flatMap(({ job, order }) => {
    const made = order(object as never, previous as never)
    return made ? [{ name: job, order: made }] : []
  })
}
