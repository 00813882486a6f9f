/** Enforces rules across a tenant's inboxes: at most one is the default, and no two active inboxes of a type have the same address. */
import type { TransactionContext } from '#kit/handler.ts'
import { ApiError, catalogDuplicate } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { findAddressHolder, lockTenantInboxes } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal'>

/**
 * Locks the tenant's inboxes as a set. Requests that change the default inbox or claim an address must call this before they lock any
 * inbox.
 */
export async function lockInboxes({ tx, principal: { tenantId } }: Context): Promise<void> {
  await tx.rows(lockTenantInboxes, { tenantId })
}

/** Throws 409 if another active inbox of the type has the address, because its messages could go to either inbox. */
export async function requireFreeAddress({ tx, principal: { tenantId } }: Context, id: Uuid, type: string, address: string): Promise<void> {
  const holder = await tx.first(findAddressHolder, { tenantId, id, type, address })
  if (!holder) return
  throw new ApiError(catalogDuplicate, {
    message: `The active inbox “${holder.name}” already has this address. Deactivate that inbox or choose another address.`,
    details: [{ field: 'address', code: 'TAKEN', message: 'belongs to another active inbox' }],
  })
}
