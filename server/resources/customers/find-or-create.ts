/** Finds or creates the customer of an e-mail address, for incoming mail. */
import { fetchOne, insertResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { customer } from './customer.ts'
import { findCurrentIdByEmail } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** Finds the customer of an address, following merges; null when no customer has the address. */
export async function findCustomerOfAddress(
  db: Queryable,
  tenantId: Uuid,
  email: string,
): Promise<{ id: Uuid; name: string | null } | null> {
  const found = await db.first(findCurrentIdByEmail, { tenantId, email })
  if (!found) return null
  const { name } = await fetchOne(db, customer.statements.find, { tenantId, id: found.id })
  return { id: found.id, name }
}

/** Finds or creates the customer of an address. An existing customer keeps their name. */
export async function findOrCreateCustomer(
  context: Context,
  { address, name }: { address: string; name: string | null },
): Promise<{ id: Uuid; name: string | null }> {
  const known = await findCustomerOfAddress(context.tx, context.principal.tenantId, address)
  if (known) return known
  const fields = { externalId: null, ...customer.defaults, email: address, name, customFields: {} }
  const { record } = await insertResource(context, customer, fields)
  return { id: record.id, name }
}
