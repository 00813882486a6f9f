import { ApiError, type Principal, validationFailed } from '../../kit/index.ts'
import { settingsOf } from '../tenants/index.ts'

/** Whether the tenant lets people with this address (lower case) sign in. */
export const isDomainAllowed = (allowed: readonly string[], email: string): boolean =>
  allowed.length === 0 || allowed.includes(email.slice(email.lastIndexOf('@') + 1))

/** People who may not sign in are not invited. Throws 400. */
export function checkDomainAllowed(principal: Principal, email: string): void {
  const { allowedSignInDomains: allowed } = settingsOf(principal)
  if (isDomainAllowed(allowed, email)) return
  const message = `must have a domain that the tenant allows: ${allowed.join(', ')}`
  throw new ApiError(validationFailed, { details: [{ field: 'email', code: 'DOMAIN_NOT_ALLOWED', message }] })
}
