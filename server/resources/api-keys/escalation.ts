import { databaseNow } from '#platform/database-now.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { covers, type Principal, type Role, type Scope } from '#platform/principal.ts'
import { secondsPerDay } from './keys.ts'
import { keyLifeDaysDefault } from './schema.ts'

/** Throws 403 when a caller would grant or obtain a scope beyond its own scopes. */
export function checkNoEscalation({ scopes: held }: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !covers(held, scope))
  if (wider.length === 0) return
  throw new ApiError(scopeEscalation, { details: wider.map((scope) => ({ field: 'scopes', code: 'NOT_COVERED', message: scope })) })
}

/** Throws 403 when a caller who is not an owner would obtain a key that acts for an owner. `field` is the path of the key or its user. */
export function checkNoOwnership({ user }: Principal, role: Role, field = 'id'): void {
  if (role !== 'OWNER' || user.role === 'OWNER') return
  const details = [{ field, code: 'NOT_COVERED', message: 'acts for an owner' }]
  throw new ApiError(scopeEscalation, { message: 'Only an owner can obtain a key that acts for an owner.', details })
}

/**
 * Returns the lifetime of a new key in seconds: the requested days, or a year, but at most the lifetime of the key that creates it. Throws
 * 403 when the request exceeds that. A signed-in user may create keys with any lifetime.
 */
export function getLifeSeconds({ credential }: Principal, days: number | undefined): number {
  const seconds = (days ?? keyLifeDaysDefault) * secondsPerDay
  if (credential.type === 'SESSION') return seconds
  const makersSeconds = Math.floor((Date.parse(credential.expiresAt) - databaseNow()) / 1000)
  if (days === undefined || seconds <= makersSeconds) return Math.min(seconds, makersSeconds)
  const message = `ends after the calling key, which expires at ${credential.expiresAt}`
  throw new ApiError(scopeEscalation, { details: [{ field: 'expiresInDays', code: 'TOO_LARGE', message }] })
}
