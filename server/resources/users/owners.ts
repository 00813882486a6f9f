/** Rules for managing users: a tenant always has an active owner, and callers cannot give a user more rights than their own. */
import type { TransactionContext } from '#kit/handler.ts'
import { defineError } from '#platform/define-error.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { covers, type Principal, type Role, scopesOfRole } from '#platform/principal.ts'
import { findOtherOwner, lockOwnerChanges } from './queries.ts'

export const lastOwner = defineError('SVC-USER-LAST_OWNER', 409, 'This is the last active owner of the tenant.', {
  cause: 'A tenant always has an active owner. This user is the only one, and cannot be deleted, suspended or given another role.',
  cure: 'Make another active user an owner first, with `PATCH /users/{id}` and `{"role": "OWNER"}`.',
})

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal'>
type UserRow = { role: Role; status: string }

/** Serialises changes that may remove an owner. Every such operation must call it before locking a user. */
export async function beginOwnerChange({ tx, principal: { tenantId } }: Context): Promise<void> {
  await tx.rows(lockOwnerChanges, { tenantId })
}

/** Throws 409 when `current` is the last active owner and `next` is not one; `next` is null for a deletion. */
export async function checkOwnerRemains(
  { tx, principal: { tenantId } }: Context,
  current: UserRow & { id: Uuid },
  next: UserRow | null,
): Promise<void> {
  if (!isActiveOwner(current) || (next && isActiveOwner(next))) return
  if (!(await tx.first(findOtherOwner, { tenantId, id: current.id }))) throw new ApiError(lastOwner)
}

function isActiveOwner({ role, status }: UserRow): boolean {
  return role === 'OWNER' && status === 'ACTIVE'
}

/**
 * Throws 403 unless the caller has every scope of each of `roles`, and is an owner if one of them is OWNER. A caller who creates or
 * promotes a user, or changes a user's address, could sign in as that user.
 */
export function checkMayManage({ scopes, user }: Principal, roles: readonly Role[]): void {
  const isForOwners = (role: Role): boolean => role === 'OWNER' && user.role !== 'OWNER'
  const missing = (role: Role) => scopesOfRole(role).filter((scope) => !covers(scopes, scope))
  const wider = roles.find((role) => isForOwners(role) || missing(role).length > 0)
  if (wider === undefined) return
  const message = isForOwners(wider)
    ? 'Only an owner can manage owners.'
    : `Managing a person with the role ${wider} requires the scope ${missing(wider).join(', ')}.`
  throw new ApiError(scopeEscalation, { message, details: [{ field: 'role', code: 'NOT_COVERED', message: wider }] })
}
