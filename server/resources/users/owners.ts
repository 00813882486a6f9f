/** Rules for managing people: a tenant always has an active owner, and nobody can give somebody more rights than their own. */
import {
  ApiError,
  covers,
  defineError,
  type Principal,
  type Role,
  scopeEscalation,
  scopesOfRole,
  type TransactionContext,
  type Uuid,
} from '../../kit/index.ts'
import { findOtherOwner, queueForOwners } from './queries.ts'

export const lastOwner = defineError('SVC-USER-LAST_OWNER', 409, 'This is the last active owner of the tenant.', {
  cause: 'A tenant always has an active owner. This user is the only one, and cannot be deleted, suspended or given another role.',
  cure: 'Make another active user an owner first, with `PATCH /users/{id}` and `{"role": "OWNER"}`.',
})

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal'>
type Person = { role: Role; status: string }

/** Must be called, before a person is locked, by every operation that may remove an owner. */
export async function beginOwnerChange({ tx, principal: { tenantId } }: Context): Promise<void> {
  await tx.rows(queueForOwners, { tenantId })
}

/** Throws 409 when `current` is the last active owner and `next` is not an active owner; `next` is null for a deletion. */
export async function keepAnOwner(
  { tx, principal: { tenantId } }: Context,
  current: Person & { id: Uuid },
  next: Person | null,
): Promise<void> {
  if (!isActiveOwner(current) || (next && isActiveOwner(next))) return
  if (!(await tx.first(findOtherOwner, { tenantId, id: current.id }))) throw new ApiError(lastOwner)
}

function isActiveOwner({ role, status }: Person): boolean {
  return role === 'OWNER' && status === 'ACTIVE'
}

/**
 * Throws 403 unless the caller holds every scope of each of `roles`, and is an owner if one of them is OWNER. A caller who creates,
 * promotes or re-addresses a person can sign in as that person, so the caller must hold all that the person may do.
 */
export function checkMayHandle({ scopes, user }: Principal, roles: readonly Role[]): void {
  const isForOwners = (role: Role): boolean => role === 'OWNER' && user.role !== 'OWNER'
  const missing = (role: Role) => scopesOfRole(role).filter((scope) => !covers(scopes, scope))
  const wider = roles.find((role) => isForOwners(role) || missing(role).length > 0)
  if (wider === undefined) return
  const message = isForOwners(wider)
    ? 'Only an owner can manage owners.'
    : `Managing a person with the role ${wider} requires the scope ${missing(wider).join(', ')}.`
  throw new ApiError(scopeEscalation, { message, details: [{ field: 'role', code: 'NOT_COVERED', message: wider }] })
}
