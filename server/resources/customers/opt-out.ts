import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { customer } from './customer.ts'
import { lockCustomer } from './queries.ts'

/** Records that a customer opts out of rating requests. Does nothing for an erased customer. */
export async function optOutOfSatisfaction(
  { tx, effects, tenantId }: { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid },
  id: Uuid,
): Promise<void> {
  const current = await tx.first(lockCustomer, { tenantId, id })
  if (!current || current.mergedInto !== null || current.erasedAt !== null || current.satisfactionOptOut) return
  const { change, parameters } = customer.statements
  const [before, after] = [{ satisfactionOptOut: false }, { satisfactionOptOut: true }]
  const record = await fetchOne(tx, change, parameters({ tenantId, id: current.id }, { ...current, ...after }))
  if (customer.events) effects.emit(customer.events.updated, record.id, record, before)
  effects.audit({ action: 'customer.updated', target: { type: customer.noun, id: record.id }, before, after })
}
