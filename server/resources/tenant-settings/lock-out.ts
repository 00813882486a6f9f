/** Rejects allowed sign-in domains that would lock out the users who could undo the change. */
import type { Queryable } from '#platform/db.ts'
import { defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import type { Principal } from '#platform/principal.ts'
import { isDomainAllowed } from '../users/index.ts'
import { findOwnerAddresses } from './queries.ts'

export const locksOut = defineError('SVC-TENANT-SETTINGS_LOCK_OUT', 422, 'With these domains you, or all owners, could not sign in.', {
  cause:
    '`allowedSignInDomains` lacks the domain of your own e-mail address, or of all active owners, so nobody could sign in to undo ' +
    'the change.',
  cure: 'Add the domain that `details` names, or change the address first (`PATCH /users/{id}`). An empty list allows every domain.',
})

/** Throws 422 unless the caller and at least one active owner can still sign in. */
export async function checkNoLockOut(tx: Queryable, { tenantId, user }: Principal, allowed: readonly string[]): Promise<void> {
  if (!isDomainAllowed(allowed, user.email)) refuse(`must hold ${getDomain(user.email)}, the domain of your own address`)
  const owners = (await tx.rows(findOwnerAddresses, { tenantId })).map(({ email }) => email)
  if (owners.length > 0 && !owners.some((email) => isDomainAllowed(allowed, email)))
    refuse(`must hold the domain of an active owner’s address, such as ${getDomain(owners[0] ?? '')}`)
}

function refuse(message: string): never {
  throw new ApiError(locksOut, { details: [{ field: 'allowedSignInDomains', code: 'LOCKS_OUT', message }] })
}

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
