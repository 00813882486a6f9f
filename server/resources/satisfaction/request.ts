/** Declares the satisfaction request for operations: finds, locks and changes it. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { satisfactionNotFound } from './errors.ts'
import { satisfactionCancelled, satisfactionExpired } from './events.ts'
import { changeState, requestStatements, type RequestRecord } from './queries.ts'
import type { CancelReason } from './schema.ts'

export const satisfactionRequest = {
  id: { prefix: 'sat', description: 'The satisfaction request, with or without `sat_`.', notFound: satisfactionNotFound },
  notFound: satisfactionNotFound,
  statements: requestStatements,
} as const

export type Writing = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** Cancels a locked request. */
export async function cancelRequest({ tx, effects, tenantId }: Writing, current: RequestRecord, cancelReason: CancelReason) {
  const key = { tenantId, id: current.id }
  await tx.rows(changeState, { ...key, state: 'CANCELLED', cancelReason })
  const record = await fetchOne(tx, requestStatements.find, key)
  const before = { state: current.state, cancelReason: null }
  effects.emit(satisfactionCancelled, record.id, record, before)
  return { record, audited: audit(effects, record, 'cancelled', before, { state: record.state, cancelReason }) }
}

/** Expires a locked request that was not rated in time. */
export async function expireRequest({ tx, effects, tenantId }: Writing, current: RequestRecord): Promise<void> {
  const key = { tenantId, id: current.id }
  await tx.rows(changeState, { ...key, state: 'EXPIRED', cancelReason: null })
  const record = await fetchOne(tx, requestStatements.find, key)
  effects.emit(satisfactionExpired, record.id, record, { state: current.state })
  audit(effects, record, 'expired', { state: current.state }, { state: record.state })
}

export function audit(effects: Effects, { id }: RequestRecord, verb: string, before: object | null, after: object) {
  return effects.audit({ action: `satisfaction_request.${verb}`, target: { type: 'satisfaction_request', id }, before, after })
}
