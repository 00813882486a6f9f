/** Names of what facts refer to, kept when it is deleted. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { inbox } from '../../inboxes/index.ts'
import { slaPolicy } from '../../sla-policies/index.ts'
import { team } from '../../teams/index.ts'
import { user } from '../../users/index.ts'
import { type DeletedName, insertNames } from './queries.ts'

export const deletions = [user, team, inbox, slaPolicy].flatMap(({ events }) => events?.deleted ?? [])
const deletionTypes: ReadonlySet<string> = new Set(deletions.map(({ type }) => type))

/** Keeps the names of the users, teams, inboxes and policies that the events say were deleted. */
export async function keepDeletedNames(tx: Queryable, tenantId: Uuid, events: readonly EventRow[]): Promise<void> {
  // Safe because these events store the record that was deleted.
  const names = events.flatMap(({ type, object }) => (deletionTypes.has(type) ? [object as DeletedName] : []))
  if (names.length > 0) await tx.rows(insertNames, { tenantId, names: names.map(({ id, name }) => ({ id, name })) })
}

/** Keeps the name of an object that is deleted now, for modules that import this one, so that this one cannot know their events. */
export async function keepName(tx: Queryable, tenantId: Uuid, { id, name }: DeletedName): Promise<void> {
  await tx.rows(insertNames, { tenantId, names: [{ id, name }] })
}
