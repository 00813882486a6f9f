/** Finds the names of users, teams and other objects in facts. */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import type { IdPrefix, Uuid } from '#platform/ids.ts'
import type { Dimension } from '../metric.ts'

type Find = Statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; name: string | null }>

const findIn = (table: string, name = 'name'): Find =>
  statement(`select id, ${name} as name from ${table} where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])`)

/** Finds names that outlive the deletion of their object. */
const findKeptIn = (table: string): Find =>
  statement(`select id, name from ${table} where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])
    union all select id, name from measure_names where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])`)

const users = findKeptIn('users')

/** Dimensions whose values are ids, with their prefix. */
export const namedDimensions: Partial<Record<Dimension, { prefix: IdPrefix; find: Find }>> = {
  person: { prefix: 'usr', find: users },
  assignee: { prefix: 'usr', find: users },
  team: { prefix: 'tea', find: findKeptIn('teams') },
  inbox: { prefix: 'inb', find: findKeptIn('inboxes') },
  policy: { prefix: 'sla', find: findKeptIn('sla_policies') },
  rule: { prefix: 'rul', find: findKeptIn('automation_rules') },
  label: { prefix: 'lbl', find: findIn('labels') },
  customer: { prefix: 'cst', find: findIn('customers', 'coalesce(name, email)') },
}

/** Returns names by id. Leaves out deleted labels and customers. */
export async function findNames(db: Queryable, tenantId: Uuid, dimension: Dimension, ids: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const named = namedDimensions[dimension]
  if (!named || ids.length === 0) return new Map()
  const rows = await db.rows(named.find, { tenantId, ids: [...new Set(ids)] })
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}
