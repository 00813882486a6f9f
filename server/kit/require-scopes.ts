import { ApiError, scopeEscalation } from '../platform/errors.ts'
import { covers, type Principal, type KeyScope } from '../platform/principal.ts'

/**
 * Throws 403 naming the scopes of `needed` that the caller lacks. For handlers whose response shows more than the operation's scope allows.
 * `purpose` is the first sentence of the message: what the scopes are needed for.
 */
export function requireScopes({ scopes }: Pick<Principal, 'scopes'>, needed: readonly KeyScope[], purpose: string): void {
  const missing = [...new Set(needed)].filter((scope) => !covers(scopes, scope))
  if (missing.length === 0) return
  throw new ApiError(scopeEscalation, {
    message: `${purpose} Use a key that also has the scope ${missing.join(' and ')}.`,
    details: missing.map((scope) => ({ field: 'scope', code: 'NOT_COVERED', message: scope })),
  })
}
