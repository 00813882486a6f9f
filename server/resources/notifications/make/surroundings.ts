/** Loads the context of events: the current threads and users, for a whole batch at once. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { covers, type Role, roles, scopesOfRole } from '#platform/principal.ts'
import { rulePaused } from '../../automation-rules/index.ts'
import { jobEnded } from '../../jobs/index.ts'
import { messageCreated, messageDeliveryChanged, threadAssigned, threadCreated, threadStatusChanged } from '../../threads/index.ts'
import { completePreferences, type NotificationPreferences } from '../../users/index.ts'
import { isOf, toMessageOf, toThreadOf, getUser, webhookDisabled } from './events.ts'
import { findEventAt, findPeople, findPlaces, findUsersOfRoles, type PersonRow, type ThreadPlace } from './surroundings-queries.ts'

export type { ThreadPlace } from './surroundings-queries.ts'
export type Person = { role: Role; teamIds: ReadonlySet<Uuid>; preferences: NotificationPreferences }
export type Surroundings = { threads: ReadonlyMap<Uuid, ThreadPlace>; people: ReadonlyMap<Uuid, Person> }

export async function readSurroundings(
  tx: Queryable,
  tenantId: Uuid,
  events: readonly EventRow[],
  threadIds: readonly Uuid[],
): Promise<Surroundings> {
  const places = await tx.rows(findPlaces, { tenantId, threadIds: [...new Set(threadIds)] })
  const named = [...events.map(findNamed), ...places.map(findConcerned)]
  const isStopped = events.some((event) => isOf(event, rulePaused, webhookDisabled))
  const menders = isStopped ? await tx.rows(findUsersOfRoles, { tenantId, roles: menderRoles }) : []
  const userIds = [...named.flatMap((each) => each.userIds), ...menders.map(({ id }) => id)]
  const teamIds = named.flatMap((each) => each.teamIds)
  return { threads: new Map(places.map((place) => [place.id, place])), people: await readPeople(tx, tenantId, { userIds, teamIds }) }
}

/** Reads the active people among these users and the members of these teams. */
export async function readPeople(tx: Queryable, tenantId: Uuid, { userIds, teamIds }: Named): Promise<Surroundings['people']> {
  const people = await tx.rows(findPeople, { tenantId, userIds: [...new Set(userIds)], teamIds: [...new Set(teamIds)] })
  return new Map(people.map((row) => [row.id, toPerson(row)]))
}

// Safe because the keys of the table are the roles.
const menderRoles = (Object.keys(roles) as Role[]).filter(isMender)

/** Whether users with this role can change rules and webhooks. */
export function isMender(role: Role): boolean {
  return covers(scopesOfRole(role), 'automations:admin') && covers(scopesOfRole(role), 'webhooks:admin')
}

/** Returns the event before a batch, if the batch starts with a status change, which that event may have caused. */
export async function readEarlier(tx: Queryable, tenantId: Uuid, [first]: readonly EventRow[]): Promise<EventRow | null> {
  return first && isOf(first, threadStatusChanged) ? tx.first(findEventAt, { tenantId, sequence: first.sequence - 1 }) : null
}

type Named = { userIds: readonly Uuid[]; teamIds: readonly Uuid[] }

/** Returns the users and teams in an event. */
function findNamed(event: EventRow): Named {
  if (isOf(event, messageCreated, messageDeliveryChanged)) {
    const message = toMessageOf(event)
    return { userIds: [...(message.mentions ?? []), ...getUser(message)], teamIds: message.mentionedTeamIds ?? [] }
  }
  if (isOf(event, rulePaused, webhookDisabled)) return { userIds: [], teamIds: [] }
  if (isOf(event, jobEnded)) return { userIds: event.actor?.id ? [event.actor.id] : [], teamIds: [] }
  if (!isOf(event, threadAssigned, threadCreated)) return { userIds: [], teamIds: [] }
  const { assigneeId, teamId } = toThreadOf(event)
  return { userIds: assigneeId ? [assigneeId] : [], teamIds: teamId ? [teamId] : [] }
}

/** Returns the users and the team of a thread. Team members only count while the thread is unassigned. */
function findConcerned({ assigneeId, teamId, followerIds }: ThreadPlace): Named {
  return { userIds: [...(assigneeId ? [assigneeId] : []), ...followerIds], teamIds: assigneeId === null && teamId ? [teamId] : [] }
}

function toPerson({ role, teamIds, notifications }: PersonRow): Person {
  return { role, teamIds: new Set(teamIds), preferences: completePreferences(notifications) }
}
