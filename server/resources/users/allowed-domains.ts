import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Principal } from '#platform/principal.ts'
import { getSettings } from '../tenants/index.ts'

/** Whether users with this lower-case address may sign in to the tenant. */
export const isDomainAllowed = (allowed: readonly string[], email: string): boolean =>
  allowed.length === 0 || allowed.includes(email.slice(email.lastIndexOf('@') + 1))

/** Throws 400 if users with this address may not sign in, so that they are not invited either. */
export function checkDomainAllowed(principal: Principal, email: string): void {
  const { allowedSignInDomains: allowed } = getSettings(principal)
  if (isDomainAllowed(allowed, email)) return
  const message = `must have a domain that the tenant allows: ${allowed.join(', ')}`
  throw new ApiError(validationFailed, { details: [{ field: 'email', code: 'DOMAIN_NOT_ALLOWED', message }] })
}
