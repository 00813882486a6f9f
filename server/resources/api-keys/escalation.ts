import { ApiError } from '../../kit/errors.ts'
import { covers, type Principal, type Scope } from '../../kit/principal.ts'
import { scopeEscalation } from './errors.ts'

/** Throws 403 when a key would hand out, or get hold of, a scope that it does not cover. */
export function checkNoEscalation({ key }: Principal, scopes: readonly Scope[]): void {
  const wider = scopes.filter((scope) => !covers(key.scopes, scope))
  if (wider.length === 0) return
  throw new ApiError(scopeEscalation, { details: wider.map((scope) => ({ field: 'scopes', code: 'NOT_COVERED', message: scope })) })
}
