import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findShownCustomers, type ShownCustomer } from './queries.ts'

/**
 * Returns customers by their ids; under the id of a merged customer, the one that it was merged into, as `customerJoin` does. Erased
 * customers are missing. If a target is merged while this reads, it reads the next target, because the address may belong to that by now.
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

/** Returns the customer at the end of the merges. */
function follow(customer: ShownCustomer, found: ReadonlyMap<Uuid, ShownCustomer>): ShownCustomer {
  const target = customer.mergedInto === null ? undefined : found.get(customer.mergedInto)
  return target ? follow(target, found) : customer
}
