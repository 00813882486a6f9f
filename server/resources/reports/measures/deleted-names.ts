/** Keeps names of deleted objects that facts refer to. */
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

/** Keeps the names of users, teams, inboxes and policies whose deletion is among the events. */
export async function keepDeletedNames(tx: Queryable, tenantId: Uuid, events: readonly EventRow[]): Promise<void> {
  // Safe because these events store the record that was deleted.
  const names = events.flatMap(({ type, object }) => (deletionTypes.has(type) ? [object as DeletedName] : []))
  if (names.length > 0) await tx.rows(insertNames, { tenantId, names: names.map(({ id, name }) => ({ id, name })) })
}

/** Keeps the name of an object that is being deleted, for modules whose events this module cannot know, because they import it. */
export async function keepName(tx: Queryable, tenantId: Uuid, { id, name }: DeletedName): Promise<void> {
  await tx.rows(insertNames, { tenantId, names: [{ id, name }] })
}
