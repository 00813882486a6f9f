import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import { markEmailFailed } from './queries.ts'

/** Stops automatic mail to the customers of these addresses, which reject mail permanently (hard bounces). */
export async function markFailedCustomers(tx: Queryable, tenantId: Uuid, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx.rows(markEmailFailed, { tenantId, addresses: addresses.map((address) => readEmail(address) ?? address) })
}
