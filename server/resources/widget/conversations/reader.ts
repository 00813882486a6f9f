import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { findCustomerOfIdentity, findVisitor, type Reader } from './queries.ts'

/** Returns the customer of a reader who has threads. */
export function requireCustomer({ customerId }: Pick<Reader, 'customerId'>): Uuid {
  if (customerId === null) throw new Error('A reader with threads has no customer')
  return customerId
}

/**
 * Returns what the statements on conversations need to know of a visitor. A visitor who has not written may see nothing. In the portal, the
 * customer who has the proved identity now sees their threads, if they had it at sign-in too; one who had it before does not.
 */
export async function readReader(
  db: Queryable,
  { tenantId, inboxId, visitorId, identity, portal, customerId }: VisitorSession,
): Promise<Reader> {
  const visitor = await db.first(findVisitor, { tenantId, visitorId })
  const { sub = null, email = null } = identity ?? {}
  const customer = portal && identity ? await db.first(findCustomerOfIdentity, { tenantId, sub, email, customerId }) : null
  return {
    tenantId,
    inboxId,
    address: toTypeId('vst', visitorId),
    customerId: customer?.customerId ?? visitor?.customerId ?? null,
    customerIds: [...new Set([...(visitor?.customerIds ?? []), ...(customer?.customerIds ?? [])])],
    addresses: [...(visitor?.addresses ?? []), ...(customer?.addresses ?? []), ...(email === null ? [] : [email.toLowerCase()])],
    portalCustomerIds: customer?.customerIds ?? [],
  }
}
