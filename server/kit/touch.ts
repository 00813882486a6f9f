/** Increments the version of a row when rows that belong to it change, such as the members of a team. */
import { findChanges } from './changes.ts'
import type { Queryable } from '#platform/db.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Resource } from './resource.ts'

/** The part of a handler's context that writes need. */
export type Writing = { readonly principal: { readonly tenantId: Uuid }; readonly tx: Queryable; readonly effects: Effects }
export type Versioned = { id: Uuid; version: number }

/**
 * Increments the row's version, emits its event, and returns the row with its differences from `current`. The caller writes the audit row.
 */
export async function touchRow<Row extends Versioned, Fields extends object>(
  { tx, effects, principal }: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
): Promise<{ row: Row; changes: { before: Partial<Row>; after: Partial<Row> } | null }> {
  const row = await tx.first(of.statements.touch, { tenantId: principal.tenantId, id: current.id })
  if (!row) throw new Error(`A locked ${of.noun} is gone`)
  const changes = findChanges<Row>(current, { ...row, version: current.version })
  if (of.events) effects.emit(of.events.updated, current.id, row, changes?.before)
  return { row, changes }
}
