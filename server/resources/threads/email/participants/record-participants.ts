/** Adds people to a thread, and emits the event about its participants. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { listPlusForms } from '../../../inboxes/index.ts'
import { participantsChanged } from '../../record/events.ts'
import { findParticipants, maxParticipants, type NewParticipant, upsertParticipants } from './participant-queries.ts'

type Key = { tenantId: Uuid; threadId: Uuid }

/**
 * Adds people to a locked thread, or updates their missing name or verification. Removed participants stay removed unless an agent or a
 * program adds them. Skips the tenant's own addresses and invalid ones. `omitted` are the addresses beyond the limit of 48.
 */
export async function recordParticipants(
  tx: Queryable,
  key: Key,
  people: readonly NewParticipant[],
): Promise<{ changed: boolean; omitted: string[] }> {
  const byAddress = new Map<string, NewParticipant>()
  for (const person of people) {
    const address = readEmail(person.address)
    if (address !== null && !byAddress.has(address)) byAddress.set(address, { ...person, address })
  }
  if (byAddress.size === 0) return { changed: false, omitted: [] }
  const rows = [...byAddress.values()].map(({ address, name, role, verified, addedBy }, place) => {
    return { address, name, role, verified, addedBy, id: newId(), forms: listPlusForms(address), place }
  })
  return fetchOne(tx, upsertParticipants, { ...key, people: rows, max: maxParticipants })
}

/** Emits `thread.participants_changed` with all current participants. */
export async function announceParticipants(tx: Queryable, effects: Pick<Effects, 'emit'>, key: Key): Promise<void> {
  const all = await tx.rows(findParticipants, key)
  const participants = all.filter(({ removed }) => !removed)
  effects.emit(participantsChanged, key.threadId, { threadId: key.threadId, participants })
}
