import { ApiError, covers, type Principal, type Role, type Scope, scopeEscalation } from '../../kit/index.ts'
import { secondsPerDay } from './keys.ts'
import { keyLifeDaysDefault } from './schema.ts'

/** Throws 403 when a key would hand out, or get hold of, a scope that it does not cover. */
export function checkNoEscalation({ scopes: held }: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !covers(held, scope))
  if (wider.length === 0) return
  throw new ApiError(scopeEscalation, { details: wider.map((scope) => ({ field: 'scopes', code: 'NOT_COVERED', message: scope })) })
}

/** Throws 403 when a caller who is no owner would get hold of a key that acts for an owner: only owners may change owners. */
export function checkNoOwnership({ user }: Principal, role: Role): void {
  if (role !== 'OWNER' || user.role === 'OWNER') return
  const details = [{ field: 'id', code: 'NOT_COVERED', message: 'acts for an owner' }]
  throw new ApiError(scopeEscalation, { message: 'Only an owner can rotate a key that acts for an owner.', details })
}

/**
 * Seconds that a new key lives: as asked for, at most as long as the key that makes it. Throws 403 when more days are asked for;
 * without a number of days a key lives a year, or as long as its maker. A person who has signed in may make keys of any life.
 */
export function lifeSecondsOf({ credential }: Principal, days: number | undefined): number {
  const seconds = (days ?? keyLifeDaysDefault) * secondsPerDay
  if (credential.type === 'SESSION') return seconds
  const makersSeconds = Math.floor((Date.parse(credential.expiresAt) - Date.now()) / 1000)
  if (days === undefined || seconds <= makersSeconds) return Math.min(seconds, makersSeconds)
  const message = `ends after the calling key, which expires at ${credential.expiresAt}`
  throw new ApiError(scopeEscalation, { details: [{ field: 'expiresInDays', code: 'TOO_LARGE', message }] })
}
