import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findShownCustomers, type ShownCustomer } from './queries.ts'

/**
 * Returns customers by id, following merges as `customerJoin` does: the id of a merged customer gives the target. Leaves out erased
 * customers. If a target is merged during the read, reads the next target, which may own the address by now.
 */
export async function readCurrentCustomers(db: Queryable, tenantId: Uuid, ids: ReadonlySet<Uuid>): Promise<Map<Uuid, ShownCustomer>> {
  const found = new Map<Uuid, ShownCustomer>()
  const asked = new Set<Uuid>()
  for (let wanted = [...ids]; wanted.length > 0; ) {
    for (const id of wanted) asked.add(id)
    const rows = await db.rows(findShownCustomers, { tenantId, ids: wanted })
    for (const row of rows) found.set(row.id, row)
    wanted = [...new Set(rows.flatMap(({ mergedInto }) => mergedInto ?? []))].filter((id) => !asked.has(id))
  }
  const current = new Map<Uuid, ShownCustomer>()
  for (const id of ids) {
    const customer = found.get(id)
    if (customer) current.set(id, follow(customer, found))
  }
  return current
}

/** Follows the merges to the final customer. */
function follow(customer: ShownCustomer, found: ReadonlyMap<Uuid, ShownCustomer>): ShownCustomer {
  const target = customer.mergedInto === null ? undefined : found.get(customer.mergedInto)
  return target ? follow(target, found) : customer
}
