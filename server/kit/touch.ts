/** Announces that something belonging to a row has changed: its version rises and its event is emitted, although none of its own fields was set. */
import { changesOf } from './changes.ts'
import type { Queryable } from '../platform/db.ts'
import type { Effects } from '../platform/outbox/effects.ts'
import type { Uuid } from '../platform/ids.ts'
import type { Resource } from './resource.ts'

/** What writing needs of a handler's context. */
export type Writing = { readonly principal: { readonly tenantId: Uuid }; readonly tx: Queryable; readonly effects: Effects }
export type Versioned = { id: Uuid; version: number }

/** The row as it is now, and what differs from `current`, the locked row as it was before. Leaves the audit row to the caller. */
export async function announceTouched<Row extends Versioned, Fields extends object>(
  { tx, effects, principal }: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
): Promise<{ row: Row; changes: { before: Partial<Row>; after: Partial<Row> } | null }> {
  const row = await tx.first(of.statements.touch, { tenantId: principal.tenantId, id: current.id })
  if (!row) throw new Error(`A locked ${of.noun} is gone`)
  const changes = changesOf<Row>(current, { ...row, version: current.version })
  if (of.events) effects.emit(of.events.updated, current.id, row, changes?.before)
  return { row, changes }
}
