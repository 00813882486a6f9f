import { ApiError, scopeEscalation } from '../../kit/errors.ts'
import { secondsPerDay } from './make-key.ts'
import { keyLifeDaysDefault } from './schema.ts'
import { covers, type Principal, type Scope } from '../../kit/principal.ts'

/** Throws 403 when a key would hand out, or get hold of, a scope that it does not cover. */
export function checkNoEscalation({ key }: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !covers(key.scopes, scope))
  if (wider.length === 0) return
  throw new ApiError(scopeEscalation, { details: wider.map((scope) => ({ field: 'scopes', code: 'NOT_COVERED', message: scope })) })
}

/**
 * Seconds that a new key lives: as asked for, at most as long as the key that makes it. Throws 403 when more days are asked for;
 * without a number of days a key lives a year, or as long as its maker.
 */
export function lifeSecondsOf({ key }: Principal, days: number | undefined): number {
  const makersSeconds = Math.floor((Date.parse(key.expiresAt) - Date.now()) / 1000)
  const seconds = (days ?? keyLifeDaysDefault) * secondsPerDay
  if (days === undefined || seconds <= makersSeconds) return Math.min(seconds, makersSeconds)
  const message = `ends after the calling key itself, which expires at ${key.expiresAt}`
  throw new ApiError(scopeEscalation, { details: [{ field: 'expiresInDays', code: 'TOO_LARGE', message }] })
}
